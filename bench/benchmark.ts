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

/** What the command line says of how to measure. Most benchmarks have nothing to be told. */
export interface BenchmarkOptions {
  /** A look in passing: fewer runs of less work. */
  readonly isQuick: boolean;
  /** The largest sizes too, which take many minutes. */
  readonly isFull: boolean;
  /** Root of another checkout with its modules, to be measured in alternation with this one. */
  readonly against: string | undefined;
  /** Worker threads of this checkout's server; its own choice if absent. */
  readonly threads: number | undefined;
  /** Directory for stores that take long to make, where those of earlier runs are found. None are kept without it. */
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

/** Runs some work several times; each run gives how many operations it did. Gives operations a second, run by run. */
export async function ratesOf(runCount: number, work: (run: number) => Promise<number> | number): Promise<number[]> {
  const rates: number[] = [];
  for (let run = 0; run < runCount; run++) {
    const startMs = performance.now();
    const operations = await work(run);
    rates.push((operations * 1000) / (performance.now() - startMs));
  }
  return rates;
}
