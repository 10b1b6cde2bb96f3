/** How decimal digits are dropped from a mantissa. */
import { powerOfTen } from './power-of-ten.ts';

/** How an inexact result is rounded. `toNearest` breaks ties to even; `downward` and `upward` go by the sign. */
export type RoundingMode = 'toNearest' | 'towardsZero' | 'downward' | 'upward';

/**
 * Whether `kept` must move by one unit where `lost / divisor` was dropped below it: away from zero after a sum, towards
 * zero after a difference.
 */
export function roundsUp(negative: boolean, kept: bigint, lost: bigint, divisor: bigint, mode: RoundingMode): boolean {
  if (lost === 0n) return false;
  if (mode !== 'toNearest') return mode !== 'towardsZero' && negative === (mode === 'downward');
  const twice = lost + lost;
  return twice > divisor || (twice === divisor && (kept & 1n) === 1n);
}

/** A magnitude without its last `count` digits, rounded. */
export function shorten(negative: boolean, value: bigint, count: number, mode: RoundingMode): bigint {
  if (count === 0) return value;
  const divisor = powerOfTen(count);
  const kept = value / divisor;
  return roundsUp(negative, kept, value - kept * divisor, divisor, mode) ? kept + 1n : kept;
}
