/**
 * A server under a mixed load with a growing state: `npm run soak -- mixed --minutes 60 --seed 7`. Fails with the reason if an
 * answer was wrong, a transaction was lost, or memory grew by more than the new entries explain; in runs of a minute and
 * longer also if the event loop was blocked for more than 100 ms or latencies were too high.
 * `--rate`, `--reads` and `--newcomers` are submissions, queries and new accounts a second, `--data` a directory to keep;
 * with `--durable-submit` submissions are journaled.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type MixedLoadReport, runMixedLoad } from '../../test/support/mixed-load/mixed-load.ts';
import {
  type Bounds,
  faultsOf,
  MINUTE_COLUMNS,
  minuteRow,
  reportText,
  table,
} from '../../test/support/mixed-load/mixed-report.ts';
import { runWeir } from '../../test/support/run-weir.ts';
import { ServerProcess } from '../../test/support/server-process.ts';

/**
 * Until the caches are full, a new entry stays in memory decoded and with its places in the trees of hashes and of keys:
 * 1 to 2 KB of objects. The process has as much again for garbage. Buffers beside the objects are kept for no entry.
 */
const BOUNDS: Bounds = {
  ownBytesPerEntry: 4_000,
  heapBytesPerEntry: 2_500,
  externalBytesPerEntry: 500,
  fileDescriptorsPerMinute: 0.5,
  p99Ms: 100,
};
const TRADERS = 100;
const ACTORS = 12;
const CLOSE_INTERVAL_MS = 4_000;
const BURST = { submissions: 3_000, everyMinutes: 2 };
const ABUSE_EVERY_MS = 2_000;
const SAMPLE_EVERY_MS = 2_000;
const LEAVE_EVERY_MS = 3_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '300' },
    reads: { type: 'string', default: '150' },
    newcomers: { type: 'string', default: '5' },
    data: { type: 'string' },
    'durable-submit': { type: 'boolean', default: false },
  },
});
const [minutes, seed, submissionsPerSecond, readsPerSecond, newcomersPerSecond] = [
  values.minutes,
  values.seed,
  values.rate,
  values.reads,
  values.newcomers,
].map(Number) as [number, number, number, number, number];
const directory = values.data ?? mkdtempSync(path.join(tmpdir(), 'weir-soak-mixed-'));

if (existsSync(path.join(directory, 'data.mdb'))) {
  console.error(`${directory} holds a chain already`);
  process.exitCode = 2;
} else {
  const faults = await soak();
  for (const fault of faults) console.error(`bound exceeded: ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
  if (values.data === undefined) rmSync(directory, { recursive: true });
}

async function soak(): Promise<string[]> {
  const durability = values['durable-submit'] ? ['--durable-submit'] : [];
  const options = ['--data', directory, '--close-interval', String(CLOSE_INTERVAL_MS), ...durability];
  const server = await ServerProcess.start(options);
  const ownDelay = monitorEventLoopDelay({ resolution: 10 });
  ownDelay.enable();
  try {
    console.log(`seed ${seed}, ${submissionsPerSecond} submissions a second, process ${server.pid}, ${directory}`);
    console.log(table(MINUTE_COLUMNS, []));
    const report = await load(server);
    for (const finding of report.figures.findings) console.error(`finding: ${finding}`);
    console.log(`\n${reportText(report)}`);
    const own = [50, 99].map((share) => (ownDelay.percentile(share) / 1e6).toFixed(0));
    console.log(`turns of the load's own event loop took ${own.join(' ms (p50), ')} ms (p99)`);
    return [...faultsOf(report, BOUNDS), ...(await end(server))];
  } finally {
    await server.kill();
  }
}

function load({ port, pid }: ServerProcess): Promise<MixedLoadReport> {
  return runMixedLoad({
    port,
    pid,
    directory,
    seed,
    minutes,
    submissionsPerSecond,
    readsPerSecond,
    newcomersPerSecond,
    traders: TRADERS,
    actors: ACTORS,
    burst: BURST,
    abuseEveryMs: ABUSE_EVERY_MS,
    sampleEveryMs: SAMPLE_EVERY_MS,
    leaveEveryMs: LEAVE_EVERY_MS,
    onMinute: (minute) => console.log(minuteRow(minute)),
  });
}

/** Stops the server and verifies its data. */
async function end(server: ServerProcess): Promise<string[]> {
  const faults: string[] = [];
  const exitCode = await server.stop();
  if (exitCode !== 0) faults.push(`the server ended with ${exitCode}`);
  if (server.log !== '') faults.push(`the server logged errors: ${server.log.slice(0, 2_000)}`);
  const startedMs = performance.now();
  const { code, stdout, stderr } = await runWeir('verify', '--deep', '--data', directory);
  console.log(`weir verify --deep, ${((performance.now() - startedMs) / 1_000).toFixed(0)} s: ${stdout.trim()}`);
  if (code !== 0) faults.push(`the data is damaged: ${stdout}${stderr}`);
  return faults;
}
