/** Tables of the measurements of a mixed load, and the bounds that they must meet. */
import type { MinuteFigures, MixedLoadReport } from './mixed-load.ts';
import type { Sample } from './server-sampler.ts';
import { type Trend, trendOf } from './trend.ts';

/** Upper bounds of measurements. */
export interface Bounds {
  /** Growth of memory with each new ledger entry, in bytes: of the process without mapped files, of objects, of buffers. */
  readonly ownBytesPerEntry: number;
  readonly heapBytesPerEntry: number;
  readonly externalBytesPerEntry: number;
  /** Growth of open files in a minute, in files. */
  readonly fileDescriptorsPerMinute: number;
  /** p99 of the latency of each kind of request. */
  readonly p99Ms: number;
}

/** In shorter runs most code of the server is not compiled yet, so latencies and blocks are not judged. */
const LEAST_LATENCY_SECONDS = 50;
/** Kinds of requests with fewer are not judged by their p99. */
const LEAST_COUNT = 200;
/** In shorter runs open files and objects are not judged: caches fill for twenty minutes at 300 submissions a second. */
const LEAST_TREND_MINUTES = 40;
/** With fewer in the judged half buffers are not judged: they vary by a few megabytes. */
const LEAST_NEW_ENTRIES = 5_000;
const MEGABYTE = 1_000_000;
const MEMORY_ROWS = 10;
/** Kinds without a bound: bursts wait for the open ledger, and large answers take long. */
const NOT_BOUND = /burst|expanded|^lag/;

/** The bounds that were exceeded, a sentence each. */
export function faultsOf(report: MixedLoadReport, bounds: Bounds): string[] {
  const { figures, blocked, minutes } = report;
  const faults: string[] = [];
  if (figures.findingCount > 0) faults.push(`${figures.findingCount} findings`);
  if (secondsOf(minutes) < LEAST_LATENCY_SECONDS) return faults;
  if (blocked.beyond > 0) faults.push(`${blocked.beyond} of ${blocked.all} seconds had a block beyond 100 ms`);
  for (const { name, count, p99 } of figures.latencies) {
    if (count >= LEAST_COUNT && !NOT_BOUND.test(name) && p99 > bounds.p99Ms) {
      faults.push(`99 of 100 ${name} took up to ${p99.toFixed(1)} ms`);
    }
  }
  const { own, heap, external, files, newEntries } = trendsOf(report);
  const grows = (what: string, trend: Trend | undefined, most: number) => {
    if (trend !== undefined && trend.slope * MEGABYTE > most) faults.push(`${what} grew by ${growthText(trend)}`);
  };
  if (newEntries < LEAST_NEW_ENTRIES) return faults;
  grows('memory of buffers', external, bounds.externalBytesPerEntry);
  if (minutes.length < LEAST_TREND_MINUTES) return faults;
  grows('memory', own, bounds.ownBytesPerEntry);
  grows('the heap', heap, bounds.heapBytesPerEntry);
  if (files !== undefined && files.slope > bounds.fileDescriptorsPerMinute)
    faults.push(`the number of open files grew by ${files.slope.toFixed(2)} a minute`);
  return faults;
}

function secondsOf(minutes: readonly MinuteFigures[]): number {
  return minutes.reduce((sum, minute) => sum + minute.seconds, 0);
}

/** Memory by entries, files by minutes. The minimum of the heap in a minute is what the collector could not free. */
function trendsOf({ samples, minutes }: MixedLoadReport) {
  const byEntries = (of: (sample: Sample) => number) =>
    samples.map((sample) => [sample.newEntries, of(sample)] as const);
  const half = samples[samples.length >> 1]?.newEntries ?? 0;
  return {
    own: trendOf(byEntries(({ ownMegabytes }) => ownMegabytes)),
    external: trendOf(byEntries(({ externalMegabytes }) => externalMegabytes)),
    heap: trendOf(minutes.map((minute) => [minute.samples.at(-1)?.newEntries ?? Number.NaN, lowHeap(minute)] as const)),
    files: trendOf(samples.map(({ atMinutes, fileDescriptors }) => [atMinutes, fileDescriptors] as const)),
    /** Entries in the judged half. */
    newEntries: (samples.at(-1)?.newEntries ?? 0) - half,
  };
}

/** Memory by entries, about ten rows. */
function memoryTable({ minutes }: MixedLoadReport): string {
  const every = Math.max(1, Math.ceil(minutes.length / MEMORY_ROWS));
  const shown = minutes.filter((_, at) => (minutes.length - 1 - at) % every === 0);
  const rows = shown.flatMap((minute) => {
    const last = minute.samples.at(-1);
    if (last === undefined) return [];
    const { newEntries, residentMegabytes, ownMegabytes, externalMegabytes, bufferMegabytes } = last;
    const megabytes = [residentMegabytes, ownMegabytes, lowHeap(minute), externalMegabytes, bufferMegabytes];
    return [[minute.minute, newEntries, ...megabytes.map(Math.round)].map(String)];
  });
  const columns = [
    'Minute',
    'New entries',
    'RSS MB',
    'Own memory MB',
    'Heap MB, least',
    'External MB',
    'Array buffers MB',
  ];
  return table(columns, rows);
}

function lowHeap({ samples }: MinuteFigures): number {
  return Math.min(...samples.map(({ heapMegabytes }) => heapMegabytes));
}

export const MINUTE_COLUMNS = [
  'Minute',
  'Submissions/s',
  'Other requests/s',
  'submit p50, p99, max ms',
  'Longest block ms',
  'Waited for a processor ms/s',
  'Close p50, max ms',
  'Memory MB',
  'Heap MB, least',
  'External MB',
  'New entries',
  'Files',
  'Store MB',
];

/** A row of the table with these columns. */
export function minuteRow({ minute, seconds, latencies, samples }: MinuteFigures): string {
  const isSubmission = ({ name }: { name: string }) => name.startsWith('submit');
  const total = (rows: typeof latencies) => rows.reduce((sum, { count }) => sum + count, 0);
  const requests = latencies.filter(({ name }) => !name.startsWith('lag'));
  const submissions = total(requests.filter(isSubmission));
  const submit = latencies.find(({ name }) => name === 'submit');
  const closes = samples.flatMap(({ closeMs }) => closeMs ?? []).sort((one, other) => one - other);
  const last = samples.at(-1);
  return row([
    String(minute),
    (submissions / seconds).toFixed(0),
    ((total(requests) - submissions) / seconds).toFixed(0),
    submit === undefined ? '' : [submit.p50, submit.p99, submit.max].map((ms) => ms.toFixed(1)).join(', '),
    Math.max(...samples.map(({ longestBlockMs }) => longestBlockMs)).toFixed(0),
    (samples.reduce((sum, { waitedForCpuMs }) => sum + waitedForCpuMs, 0) / seconds).toFixed(0),
    closes.length === 0 ? '' : `${closes[closes.length >> 1]!.toFixed(0)}, ${closes.at(-1)!.toFixed(0)}`,
    last?.ownMegabytes.toFixed(0) ?? '',
    lowHeap({ minute, seconds, latencies, samples }).toFixed(0),
    last?.externalMegabytes.toFixed(0) ?? '',
    String(last?.newEntries ?? ''),
    String(last?.fileDescriptors ?? ''),
    last?.storeMegabytes.toFixed(0) ?? '',
  ]);
}

/** The report in Markdown. */
export function reportText(report: MixedLoadReport): string {
  const { figures, samples, blocked, ledgers, reconnections, minutes } = report;
  const seconds = secondsOf(minutes);
  const closes = samples.flatMap(({ closeMs }) => closeMs ?? []).sort((one, other) => one - other);
  const at = (share: number) => closes[Math.min(closes.length - 1, Math.floor(closes.length * share))]?.toFixed(0);
  const { own, heap, external, newEntries } = trendsOf(report);
  return [
    table(
      ['Requests', 'Count', 'A second', 'p50 ms', 'p99 ms', 'max ms'],
      figures.latencies.map(({ name, count, p50, p99, max }) => [
        name,
        String(count),
        (count / seconds).toFixed(1),
        ...[p50, p99, max].map((ms) => ms.toFixed(1)),
      ]),
    ),
    '',
    `${ledgers} ledgers; closes took ${at(0.5)} ms (p50), ${at(0.99)} ms (p99), ${closes.at(-1)?.toFixed(0)} ms at most`,
    `the event loop was blocked beyond 100 ms in ${blocked.beyond} of ${blocked.all} seconds, at most ` +
      `${Math.max(...samples.map(({ longestBlockMs }) => longestBlockMs)).toFixed(0)} ms`,
    '',
    memoryTable(report),
    '',
    `over the last half, with ${newEntries} new entries: memory ${growthText(own)}; heap ${growthText(heap)}; ` +
      `buffers ${growthText(external)}`,
    `${reconnections} reconnections of a subscriber`,
    [...figures.counts].map(([name, count]) => `${name} ${count}`).join(', '),
  ].join('\n');
}

function growthText(trend: Trend | undefined): string {
  if (trend === undefined) return 'of too few values';
  const bytes = (trend.slope * MEGABYTE).toFixed(0);
  return `${bytes} bytes for each new entry (${trend.from.toFixed(0)} to ${trend.to.toFixed(0)} MB)`;
}

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(columns), row(columns.map(() => '---')), ...rows.map(row)].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
