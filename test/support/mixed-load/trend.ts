/** Does a figure grow? Answered by a line through its values, of which the first half, while caches fill, is left out. */

export interface Trend {
  /** By how much it grows on the line for each unit of what it is measured against, such as a minute or an entry. */
  readonly slope: number;
  /** Where the line begins and ends. */
  readonly from: number;
  readonly to: number;
}

const LEFT_OUT_SHARE = 1 / 2;

/** Least squares. Undefined for too few points. */
export function trendOf(points: readonly (readonly [at: number, value: number])[]): Trend | undefined {
  const late = points.slice(Math.floor(points.length * LEFT_OUT_SHARE)).filter(([, value]) => Number.isFinite(value));
  if (late.length < 3) return undefined;
  const meanAt = mean(late.map(([at]) => at));
  const meanValue = mean(late.map(([, value]) => value));
  const spread = late.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0);
  const slope = late.reduce((sum, [at, value]) => sum + (at - meanAt) * (value - meanValue), 0) / spread;
  const onLine = ([at]: readonly [number, number]) => meanValue + (at - meanAt) * slope;
  return { slope, from: onLine(late[0]!), to: onLine(late.at(-1)!) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
