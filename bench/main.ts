/**
 * `npm run bench [-- [--write] [names…]]`: runs the benchmarks, all unless some are named, and prints their figures.
 * `--write` puts them into `RESULTS.md`, which takes all of them.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { arithmetic } from './arithmetic.ts';
import { benchTool } from './bench-tool.ts';
import type { Benchmark } from './benchmark.ts';
import { books } from './books.ts';
import { channels } from './channels.ts';
import { close, closeInTurns } from './close.ts';
import { codec } from './codec.ts';
import { crypto } from './crypto.ts';
import { engine } from './engine.ts';
import { history } from './history.ts';
import { idleStore } from './idle-store.ts';
import { order } from './order.ts';
import { revert } from './revert.ts';
import { server } from './server.ts';
import { start } from './start.ts';
import { submission } from './submission.ts';
import { type BenchmarkResult, markdownReport, terminalTable } from './table.ts';
import { trustLines } from './trust-lines.ts';
import { types } from './types.ts';

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
];

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
if (unknown !== undefined || (values.write && positionals.length > 0)) {
  const names = BENCHMARKS.map(({ name }) => name).join(', ');
  process.stderr.write(`usage: npm run bench [-- [--write] [names…]]; --write takes no names, which are ${names}\n`);
  process.exit(2);
}

const results: BenchmarkResult[] = [];
for (const benchmark of BENCHMARKS) {
  if (positionals.length > 0 && !positionals.includes(benchmark.name)) continue;
  const result = { benchmark, measurements: await benchmark.measure() };
  process.stdout.write(`${terminalTable(result)}\n\n`);
  results.push(result);
}
if (values.write) {
  const report = markdownReport(results, new Date().toISOString().slice(0, 10));
  writeFileSync(new URL('RESULTS.md', import.meta.url), report);
}
