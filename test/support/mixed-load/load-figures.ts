/** Latencies, counts and findings of a load. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Latencies of one class of requests, in milliseconds. */
export interface LatencyRow {
  readonly name: string;
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Findings that are kept with their text; all are counted. */
const KEPT_FINDINGS = 50;

export class LoadFigures {
  readonly counts = new Map<string, number>();
  readonly findings: string[] = [];
  findingCount = 0;
  #total = new Map<string, RecordableHistogram>();
  #minute = new Map<string, RecordableHistogram>();

  /** Records a fault of the server. */
  report(text: string): void {
    this.findingCount += 1;
    if (this.findings.length < KEPT_FINDINGS) this.findings.push(text.slice(0, 1_000));
  }

  count(name: string, more = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + more);
  }

  time(name: string, milliseconds: number): void {
    for (const histograms of [this.#total, this.#minute]) {
      const histogram = histograms.get(name) ?? createHistogram();
      histograms.set(name, histogram);
      histogram.record(Math.max(1, Math.round(milliseconds * 1_000)));
    }
  }

  /** Discards all latencies. */
  forgetLatencies(): void {
    this.#total = new Map();
    this.#minute = new Map();
  }

  /** Latencies since the last call. */
  takeMinute(): LatencyRow[] {
    const rows = rowsOf(this.#minute);
    this.#minute = new Map();
    return rows;
  }

  get latencies(): LatencyRow[] {
    return rowsOf(this.#total);
  }
}

function rowsOf(histograms: ReadonlyMap<string, RecordableHistogram>): LatencyRow[] {
  const rows = [...histograms].map(([name, histogram]) => ({
    name,
    count: histogram.count,
    p50: histogram.percentile(50) / 1_000,
    p99: histogram.percentile(99) / 1_000,
    max: histogram.max / 1_000,
  }));
  return rows.sort((one, other) => other.count - one.count);
}
