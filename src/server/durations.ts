/** A histogram of durations that is kept without the library `prom-client`, which makes a text of the labels for each value. */

/** Upper bounds of the buckets, in seconds. */
export const DURATION_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class Durations {
  /** How many are over the bound before and not over this one; the last bucket has no bound. */
  readonly #counts = Array<number>(DURATION_BOUNDS.length + 1).fill(0);
  #sumSeconds = 0;

  add(seconds: number): void {
    let at = 0;
    while (at < DURATION_BOUNDS.length && seconds > DURATION_BOUNDS[at]!) at += 1;
    this.#counts[at]! += 1;
    this.#sumSeconds += seconds;
  }

  /** The values of the histogram `name` in the library's JSON. In it each bucket counts all that are not over its bound. */
  values(name: string, labels: Readonly<Record<string, string>> = {}): object[] {
    let count = 0;
    const buckets = this.#counts.map((more, at) => {
      count += more;
      const bound = DURATION_BOUNDS[at] ?? '+Inf';
      return { value: count, metricName: `${name}_bucket`, exemplar: null, labels: { le: bound, ...labels } };
    });
    return [
      ...buckets,
      { value: this.#sumSeconds, metricName: `${name}_sum`, labels },
      { value: count, metricName: `${name}_count`, labels },
    ];
  }
}
