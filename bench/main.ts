/**
 * `npm run bench [-- [options] [names…]]`: runs the benchmarks, all unless some are named, and prints their figures.
 * `--write` puts them into `RESULTS.md`, which takes all of them. `BenchmarkOptions` says what the other options mean;
 * they concern `cores` and `growth`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { arithmetic } from './arithmetic.ts';
import { benchTool } from './bench-tool.ts';
import type { Benchmark, BenchmarkOptions } from './benchmark.ts';
import { books } from './books.ts';
import { channels } from './channels.ts';
import { close, closeInTurns } from './close.ts';
import { clusterArchive } from './cluster/archive-pages.ts';
import { clusterReads } from './cluster/cluster-reads.ts';
import { clusterWrites } from './cluster/cluster-writes.ts';
import { codec } from './codec.ts';
import { cores } from './cores/cores.ts';
import { coresScaling } from './cores/scaling.ts';
import { coresStreams } from './cores/streams.ts';
import { coresTails } from './cores/tails.ts';
import { crypto } from './crypto.ts';
import { engine } from './engine.ts';
import { explorer } from './explorer.ts';
import { growthAccounts } from './growth/accounts.ts';
import { growthConnections } from './growth/connections.ts';
import { growthRows } from './growth/rows.ts';
import { growthTransactions } from './growth/transactions.ts';
import { history } from './history.ts';
import { idleStore } from './idle-store.ts';
import { order } from './order.ts';
import { revert } from './revert.ts';
import { server } from './server.ts';
import { start } from './start.ts';
import { submission } from './submission.ts';
import { type BenchmarkResult, markdownReport, terminalTable, updatedReport } from './table.ts';
import { trustLines } from './trust-lines.ts';
import { types } from './types.ts';
import { varied } from './varied.ts';

const BENCHMARKS: readonly Benchmark[] = [
  codec,
  crypto,
  arithmetic,
  engine,
  submission,
  types,
  channels,
  close,
  closeInTurns,
  idleStore,
  order,
  history,
  trustLines,
  books,
  revert,
  start,
  benchTool,
  server,
  varied,
  cores,
  coresScaling,
  coresStreams,
  coresTails,
  explorer,
  growthAccounts,
  growthRows,
  growthTransactions,
  growthConnections,
  clusterReads,
  clusterWrites,
  clusterArchive,
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
/** A word names a benchmark, or all that begin with it: `growth` is `growth-accounts` and the others. */
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
