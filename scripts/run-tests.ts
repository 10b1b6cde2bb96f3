/**
 * Runs the tests: `npm test`, or `npm run test:fast` for those that tell most in little time. Words choose files:
 * `npm test -- kill src/rpc` runs those whose path contains one of them.
 *
 * Most of the time of a small test file is the start of its process, so the unit tests of a layer share one, and so do some
 * files of `test/` each. A file that starts processes itself, or takes long, has its own. Every process gets a temporary
 * directory for itself, and fails if it leaves a file in it or a process behind. A table at the end names those that took
 * most of the processors; with `--all` it has each.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import './test-tools.ts';
import { isBundleFresh } from '../src/cli/bundle-check.cjs';
import { isFast, startsProcesses, testBatches } from './test-batches.ts';
import { type BatchOutcome, endBatches, runBatch } from './test-process.ts';

const ROOT = path.join(import.meta.dirname, '..');
const MOST_LANES = 4;
const SHOWN_DEAREST = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    fast: { type: 'boolean', default: false },
    lanes: { type: 'string' },
  },
});
// One more than there are processors, since some tests wait for what goes by a clock.
const lanes = Number(values.lanes ?? Math.min(MOST_LANES, availableParallelism() + 1));
const cache = path.join(ROOT, 'node_modules/.cache/compile');
const isChosen = (file: string) =>
  (!values.fast || isFast(ROOT, file)) &&
  (positionals.length === 0 || positionals.some((word) => file.includes(word.replace(/^\.\//, ''))));
const batches = testBatches(ROOT, isChosen);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    endBatches();
    process.exit(1);
  });
}

const outcomes: BatchOutcome[] = [];
async function workThrough(queue: Iterator<(typeof batches)[number]>): Promise<void> {
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const outcome = await runBatch(ROOT, next.value, cache);
    outcomes.push(outcome);
    process.stdout.write(outcome.problems.length === 0 ? '.' : `\n✖ ${outcome.name}\n${outcome.problems.join('\n')}\n`);
  }
}

mkdirSync(cache, { recursive: true });
const startedMs = performance.now();
if (batches.some(({ files }) => files.some((file) => startsProcesses(ROOT, file)))) bundleProgram();
const queue = batches.values();
await Promise.all(Array.from({ length: lanes }, () => workThrough(queue)));
report();

/** Makes the bundle anew if it is not of the sources as they are. A server starts from it three times as fast. */
function bundleProgram(): void {
  if (isBundleFresh(ROOT)) return;
  const build = path.join(ROOT, 'scripts/build.ts');
  const { status, stderr } = spawnSync(process.execPath, [build], { encoding: 'utf8' });
  if (status !== 0) console.log(`The servers run from the sources, for they could not be bundled: ${stderr}`);
}

function report(): void {
  const failed = outcomes.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
  const count = (what: 'tests' | 'skipped') => outcomes.reduce((sum, one) => sum + one[what], 0);
  const dearest = outcomes.toSorted((a, b) => b.processorSeconds - a.processorSeconds || b.seconds - a.seconds);
  const shown = values.all ? dearest : dearest.slice(0, SHOWN_DEAREST);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const figure = (value: number) => `${value.toFixed(1).padStart(6)} s`;
  console.log('\n clock  processors');
  for (const one of shown) console.log(`${figure(one.seconds)} ${figure(one.processorSeconds)}  ${one.name}`);
  const processors = outcomes.reduce((sum, one) => sum + one.processorSeconds, 0).toFixed(0);
  console.log(
    `${count('tests')} tests in ${batches.length} processes, ${count('skipped')} skipped, ${seconds} s, ${processors} s of processors`,
  );
  if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 || count('tests') === 0 ? 1 : 0;
}
