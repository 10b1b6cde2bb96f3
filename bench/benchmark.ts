/** What a benchmark is: one question, several runs of each measurement, so that noise is seen and not averaged away. */

export interface Measurement {
  /** What is done, as `verify, secp256k1`. */
  readonly what: string;
  readonly unit: string;
  /** One figure a run. */
  readonly runs: readonly number[];
  /** What else there is to know, as a figure of something else in the same run. */
  readonly note?: string;
}

/** Options of the command line. Most benchmarks use none. */
export interface BenchmarkOptions {
  /** Fewer runs of less work. */
  readonly isQuick: boolean;
  /** The largest sizes too, which take many minutes. */
  readonly isFull: boolean;
  /** Root of another checkout with its modules, to be measured in alternation with this one. */
  readonly against: string | undefined;
  /** Workers of this checkout's server; its default if absent. */
  readonly threads: number | undefined;
  /** Directory that keeps stores which take long to make, for later runs. Without it, none are kept. */
  readonly stores: string | undefined;
}

export interface Benchmark {
  readonly name: string;
  /** What is measured, against what, and how. */
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

/** The figure that this share of all figures does not exceed. */
export function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}
