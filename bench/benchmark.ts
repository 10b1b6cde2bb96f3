/**
 * The interface of a benchmark. Each measurement has several runs, so that the report shows the noise instead of an
 * average.
 */

export interface Measurement {
  /** The measured operation, as `verify, secp256k1`. */
  readonly what: string;
  readonly unit: string;
  /** One value for each run. */
  readonly runs: readonly number[];
  /** A further value of the same run, as text. */
  readonly note?: string;
}

/** Options of the command line. Most benchmarks use none. */
export interface BenchmarkOptions {
  /** Runs fewer and smaller measurements. */
  readonly isQuick: boolean;
  /** Includes the largest sizes, which take many minutes. */
  readonly isFull: boolean;
  /** Root of another checkout with its node_modules. It is measured alternately with this one. */
  readonly against: string | undefined;
  /** Number of workers of this checkout's server; the server's default if absent. */
  readonly threads: number | undefined;
  /** Directory in which stores that take long to create are kept for later runs. If absent, they are removed. */
  readonly stores: string | undefined;
}

export interface Benchmark {
  readonly name: string;
  /** What is measured, with what it is compared, and how. */
  readonly question: string;
  measure(options: BenchmarkOptions): Promise<readonly Measurement[]>;
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const USUAL_OPTIONS: BenchmarkOptions = {
  isQuick: false,
  isFull: false,
  against: undefined,
  threads: undefined,
  stores: undefined,
};

/** The percentile `share` (0 to 1) of the values. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
