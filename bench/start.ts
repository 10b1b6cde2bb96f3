/**
 * Start time of a server, from the start of the process to the answer to the first request, and its memory at that
 * time: of the bundle, which a clone and the package run, and of the sources for comparison.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpClient } from '../test/support/http-client.ts';
import { SOURCE_MAIN } from '../test/support/program.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { proportionalMegabytes } from './resident-memory.ts';

const ROOT = path.join(import.meta.dirname, '..');
const LAUNCH = path.join(ROOT, 'src/cli/launch.cjs');
const RUNS = 9;
/** The sources are slow, so they have fewer runs. */
const SOURCE_RUNS = 3;

export const start: Benchmark = {
  name: 'start',
  question:
    'Time from the start of `weir start` to its answer to a ping, and the memory of the process then, with all ' +
    'threads and a share of shared pages. The bundle, unless the row says otherwise.',
  async measure() {
    execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.ts')]);
    const scratch = mkdtempSync(path.join(tmpdir(), 'weir-bench-'));
    try {
      return await measureAll(scratch);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

async function measureAll(scratch: string): Promise<readonly Measurement[]> {
  let directories = 0;
  const inNew = () => ['--data', path.join(scratch, String(directories++))];
  const there = inNew();
  // The first starts fill Node's compile cache, which all later starts use.
  for (const program of [LAUNCH, SOURCE_MAIN]) await startOnce(program, there);
  return [
    ...(await measureOne('new chain on disk', () => startOnce(LAUNCH, inNew()))),
    ...(await measureOne('chain that is there', () => startOnce(LAUNCH, there))),
    ...(await measureOne('new chain in memory', () => startOnce(LAUNCH, ['--ephemeral']))),
    ...(await measureOne('new chain on disk, from the sources', () => startOnce(SOURCE_MAIN, inNew()), SOURCE_RUNS)),
  ];
}

async function measureOne(what: string, run: () => Promise<Started>, runCount = RUNS): Promise<Measurement[]> {
  const started: Started[] = [];
  for (let at = 0; at < runCount; at++) started.push(await run());
  const memory = started.flatMap(({ megabytes }) => megabytes ?? []);
  return [
    { what, unit: 'ms', runs: started.map(({ ms }) => ms) },
    ...(memory.length === 0 ? [] : [{ what: `${what}, memory`, unit: 'MB', runs: memory }]),
  ];
}

interface Started {
  readonly ms: number;
  /** Undefined on systems that do not report it. */
  readonly megabytes: number | undefined;
}

async function startOnce(program: string, args: readonly string[]): Promise<Started> {
  const startMs = performance.now();
  const server = await ServerProcess.start(['--manual', ...args], { program });
  const client = new HttpClient(Number(new URL(server.url).port));
  try {
    await client.post('{"method":"ping"}');
    return { ms: performance.now() - startMs, megabytes: proportionalMegabytes(server.pid) };
  } finally {
    client.close();
    await server.stop();
  }
}
