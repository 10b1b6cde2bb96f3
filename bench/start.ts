/** How soon a server is there: from the start of the process to the answer to its first request. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '../test/support/server-process.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { residentMegabytes } from './resident-memory.ts';

const RUNS = 9;

export const start: Benchmark = {
  name: 'start',
  question:
    'Milliseconds from the start of `weir start` until it has answered a ping, and its memory then; LMDB store.',
  async measure() {
    // The first start fills Node's cache of compiled code, which all later ones use.
    await startOnce(scratchDirectory(), true);
    const fresh: Started[] = [];
    const again: Started[] = [];
    for (let run = 0; run < RUNS; run++) {
      const directory = scratchDirectory();
      fresh.push(await startOnce(directory, false));
      again.push(await startOnce(directory, true));
    }
    const memory = fresh.flatMap(({ megabytes }) => megabytes ?? []);
    const measurements: Measurement[] = [
      { what: 'new chain', unit: 'ms', runs: fresh.map(({ ms }) => ms) },
      { what: 'chain that is there', unit: 'ms', runs: again.map(({ ms }) => ms) },
    ];
    if (memory.length > 0) measurements.push({ what: 'resident memory', unit: 'MB', runs: memory });
    return measurements;
  },
};

interface Started {
  readonly ms: number;
  readonly megabytes: number | undefined;
}

function scratchDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'weir-bench-'));
}

async function startOnce(directory: string, isLastUse: boolean): Promise<Started> {
  const startMs = performance.now();
  const server = new ServerProcess(['--data', directory, '--manual']);
  try {
    await server.ready();
    await server.call('ping');
    return { ms: performance.now() - startMs, megabytes: residentMegabytes(server.pid) };
  } finally {
    await server.kill('SIGTERM');
    if (isLastUse) rmSync(directory, { recursive: true, force: true });
  }
}
