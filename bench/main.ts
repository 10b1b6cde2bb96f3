/**
 * `npm run bench [-- [options] [names…]]`: runs the named benchmarks, or all of them, and prints their results.
 * `--write` writes them to `RESULTS.md`. `BenchmarkOptions` explains the other options.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Benchmark, BenchmarkOptions } from './benchmark.ts';
import { close, closeInTurns } from './close.ts';
import { clusterGrowth } from './cluster/cluster-growth.ts';
import { clusterWrites } from './cluster/cluster-writes.ts';
import { codec } from './codec.ts';
import { fork } from './fork.ts';
import { growthAccounts } from './growth-accounts.ts';
import { growthEntries } from './growth-entries.ts';
import { history } from './history.ts';
import { server } from './server.ts';
import { start } from './start.ts';
import { submission } from './submission.ts';
import { type BenchmarkResult, markdownReport, terminalTable, updatedReport } from './table.ts';
import { types } from './types.ts';
import { varied } from './varied.ts';

const BENCHMARKS: readonly Benchmark[] = [
  codec,
  submission,
  close,
  closeInTurns,
  history,
  start,
  server,
  types,
  varied,
  fork,
  growthAccounts,
  growthEntries,
  clusterGrowth,
  clusterWrites,
];

const { values, positionals } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    against: { type: 'string' },
    threads: { type: 'string' },
    stores: { type: 'string' },
  },
  allowPositionals: true,
});
/** A word selects all benchmarks whose names start with it: `growth` selects `growth-accounts` and others. */
const isNamed = ({ name }: Benchmark, word: string) => name === word || name.startsWith(`${word}-`);
const unknown = positionals.find((word) => !BENCHMARKS.some((benchmark) => isNamed(benchmark, word)));
if (unknown !== undefined) {
  const names = BENCHMARKS.map(({ name }) => name).join(', ');
  process.stderr.write(
    'usage: npm run bench [-- [--write] [--quick | --full] [--against CHECKOUT] [--threads N] [--stores DIR] [names…]]; ' +
      `with names, --write replaces their sections only; the names are ${names}\n`,
  );
  process.exit(2);
}

const options: BenchmarkOptions = {
  isQuick: values.quick,
  isFull: values.full,
  against: values.against,
  threads: values.threads === undefined ? undefined : Number(values.threads),
  stores: values.stores,
};
const results: BenchmarkResult[] = [];
for (const benchmark of BENCHMARKS) {
  if (positionals.length > 0 && !positionals.some((word) => isNamed(benchmark, word))) continue;
  const startMs = performance.now();
  const result = { benchmark, measurements: await benchmark.measure(options) };
  const seconds = Math.round((performance.now() - startMs) / 1000);
  process.stdout.write(`${terminalTable(result)}\n  (took ${seconds} s)\n\n`);
  results.push(result);
}
if (values.write) {
  const date = new Date().toISOString().slice(0, 10);
  const file = new URL('RESULTS.md', import.meta.url);
  const report =
    positionals.length === 0 ? markdownReport(results, date) : updatedReport(readFileSync(file, 'utf8'), results, date);
  writeFileSync(file, report);
}
