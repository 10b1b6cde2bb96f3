/**
 * An amount times a ratio of two 32-bit integers, as transfer rates and trust line qualities are applied in payments:
 * `mulRatio` of `IOUAmount.cpp`, `XRPAmount.h` and `MPTAmount.h`.
 */
import { AmountError, AmountOverflowError } from './amount-errors.ts';
import {
  type IssuedQuantity,
  MIN_POSITIVE_ISSUED,
  negateIssued,
  normalizeIssued,
  withQuantity,
} from './issued-amount.ts';
import { digitCount, powerOfTen } from './power-of-ten.ts';
import type { RoundingMode } from './rounding.ts';

/** Powers of ten up to this one fit a signed 64-bit integer. */
const INT64_LOG = 18;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * `amount * numerator / denominator`, rounded towards positive infinity or away from it.
 *
 * Only a remainder below 18 digits moves the result: the two digits between those and the 16 kept are rounded by
 * `mode` first, so `roundUp` may still give a result below the exact one.
 * @throws AmountError when the denominator is zero
 * @throws AmountOverflowError when the result is too large
 */
export function mulRatioIssued<T extends IssuedQuantity>(
  amount: T,
  numerator: number,
  denominator: number,
  roundUp: boolean,
  mode: RoundingMode = 'toNearest',
): T {
  if (denominator === 0) throw new AmountError('division by zero');
  if (numerator === denominator) return amount;
  const negative = amount.mantissa < 0n;
  const scaled = scaledRatio(negative ? -amount.mantissa : amount.mantissa, BigInt(numerator), BigInt(denominator));
  const mantissa = negative ? -scaled.mantissa : scaled.mantissa;
  const result = normalizeIssued(mantissa, amount.exponent + scaled.shift, mode);
  if (!scaled.inexact || roundUp === negative) return withQuantity(amount, result);
  if (result.mantissa === 0n) {
    return withQuantity(amount, negative ? negateIssued(MIN_POSITIVE_ISSUED) : MIN_POSITIVE_ISSUED);
  }
  const stepped = result.mantissa + (negative ? -1n : 1n);
  return withQuantity(amount, normalizeIssued(stepped, result.exponent, mode));
}

/**
 * `value * numerator / denominator` of drops or of a multi-purpose token's units, rounded towards positive infinity or
 * away from it.
 * @throws AmountError when the denominator is zero
 * @throws AmountOverflowError when the result is above 2^63-1
 */
export function mulRatioInteger(value: bigint, numerator: number, denominator: number, roundUp: boolean): bigint {
  if (denominator === 0) throw new AmountError('division by zero');
  const product = value * BigInt(numerator);
  let result = product / BigInt(denominator);
  if (product % BigInt(denominator) !== 0n) {
    if (value > 0n && roundUp) result += 1n;
    if (value < 0n && !roundUp) result -= 1n;
  }
  if (result > MAX_INT64) throw new AmountOverflowError('the amount does not fit a 64-bit integer');
  return result;
}

/** The ratio with as many digits as a 64-bit mantissa surely holds, times `10^shift`. */
function scaledRatio(magnitude: bigint, numerator: bigint, denominator: bigint) {
  const product = magnitude * numerator;
  let mantissa = product / denominator;
  let remainder = product - mantissa * denominator;
  let shift = 0;
  if (remainder !== 0n) {
    const room = INT64_LOG - ceilLog10(mantissa);
    if (room > 0) {
      shift = -room;
      mantissa *= powerOfTen(room);
      remainder *= powerOfTen(room);
    }
    const more = remainder / denominator;
    mantissa += more;
    remainder -= more * denominator;
  }
  const excess = ceilLog10(mantissa) - INT64_LOG;
  if (excess <= 0) return { mantissa, shift, inexact: remainder !== 0n };
  const kept = mantissa / powerOfTen(excess);
  const inexact = remainder !== 0n || kept * powerOfTen(excess) !== mantissa;
  return { mantissa: kept, shift: shift + excess, inexact };
}

/** The least `n` with `10^n >= value`. */
function ceilLog10(value: bigint): number {
  return value <= 1n ? 0 : digitCount(value - 1n);
}
