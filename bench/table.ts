/** Prints benchmark results as text for a terminal, and as the Markdown of `RESULTS.md`. */
import { availableParallelism, cpus, totalmem } from 'node:os';
import { type Benchmark, type Measurement, median } from './benchmark.ts';

/** If the runs differ by more than this ratio, the report marks them as noisy. */
const NOISY_SPREAD = 1.5;

export interface BenchmarkResult {
  readonly benchmark: Pick<Benchmark, 'name' | 'question'>;
  readonly measurements: readonly Measurement[];
}

const HEADINGS = ['work', 'median', 'unit', 'lowest to highest run', ''];

function rowOf({ what, unit, runs, note }: Measurement): string[] {
  const [low, high] = [Math.min(...runs), Math.max(...runs)];
  const spread =
    runs.length === 1 ? 'one run' : `${number(low)} to ${number(high)}${isNoisy(low, high) ? ' (noisy)' : ''}`;
  return [what, number(median(runs)), unit, spread, note ?? ''];
}

function isNoisy(low: number, high: number): boolean {
  return low > 0 && high / low > NOISY_SPREAD;
}

/** At least three significant digits. */
function number(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function terminalTable({ benchmark, measurements }: BenchmarkResult): string {
  const rows = [HEADINGS, ...measurements.map(rowOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 1 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  return `${benchmark.name}: ${benchmark.question}\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

export function markdownReport(results: readonly BenchmarkResult[], date: string): string {
  return [
    '# Benchmark results',
    `Written by \`npm run bench -- --write\` on ${date}. ${machine()} "Noisy" marks runs that differ by more than ` +
      `${NOISY_SPREAD} times. Rates depend on the machine; compare the ratios, which are measured in one run. Sections with a date were measured apart from the others.`,
    ...results.map(markdownSection),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');
}

/** Replaces older results of the same benchmarks in the report; new ones are added at its end. Each has its date. */
export function updatedReport(report: string, results: readonly BenchmarkResult[], date: string): string {
  const [head = '', ...sections] = report.trimEnd().split(/\n\n(?=## )/);
  for (const result of results) {
    const title = `## ${result.benchmark.name}\n`;
    const section = `${markdownSection(result)}\n\nMeasured on ${date}.`;
    const at = sections.findIndex((one) => one.startsWith(title));
    if (at < 0) sections.push(section);
    else sections[at] = section;
  }
  return `${[head, ...sections].join('\n\n')}\n`;
}

function markdownSection({ benchmark, measurements }: BenchmarkResult): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = measurements.map((measurement) => line(rowOf(measurement)));
  const table = [line(HEADINGS), '|---|---:|---|---|---|', ...rows].join('\n');
  return `## ${benchmark.name}\n\n${benchmark.question}\n\n${table}`;
}

/** The machine's relevant properties, without its name. */
function machine(): string {
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() || 'of an unknown model';
  return `Machine: ${availableParallelism()} cores (${model}), ${memoryGb} GB, Node ${process.versions.node}, ${process.platform}.`;
}
