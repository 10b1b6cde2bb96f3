/** The growth of a figure: the slope of a line through its values. The first half is ignored, because caches fill. */

export interface Trend {
  /** Growth for each unit of `at`, such as a minute or an entry. */
  readonly slope: number;
  /** Values at both ends of the line. */
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
