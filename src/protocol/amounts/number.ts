/**
 * The decimal floating point in which token amounts are calculated: 19 digits, so that every 64-bit integer is exact,
 * rounded once more to 16 digits when the result becomes an issued amount (`issued-amount.ts`).
 *
 * The reference (`Number.cpp`) has three scales. With `SingleAssetVault` or `LendingProtocol` and `fixCleanup3_2_0`
 * enabled, as they are from genesis on, `setCurrentTransactionRules` (`Rules.cpp`) selects "Large" for transactions,
 * and "Large" is its default outside of them. It is the only one here. The rounding mode, a thread's global there, is a
 * parameter here and every function's last one.
 */

import type { NumberValue } from '../values.ts';
import { AmountOverflowError } from './amount-errors.ts';
import { powerOfTen, RoundingGuard, type RoundingMode } from './rounding-guard.ts';

/**
 * `mantissa * 10^exponent`. Normalized: zero is `NUM_ZERO`; otherwise `10^18 <= |mantissa| < 10^19`, and a mantissa
 * above 2^63-1 ends in the digit 0. Equal values have equal parts.
 */
export interface Num {
  readonly mantissa: bigint;
  readonly exponent: number;
}

interface MantissaRange {
  readonly min: bigint;
  /** Below it, at least four digits are missing. */
  readonly farBelow: bigint;
  readonly max: bigint;
  readonly bounds: readonly bigint[];
  /** Rounding up past the largest mantissa rounds the shortened mantissa again, not the lengthened one. */
  readonly roundsAgainAtTop: boolean;
}

const LARGE = mantissaRange(18, true);
const SIXTEEN_DIGITS = mantissaRange(15, false);
const MAX_INT64 = 2n ** 63n - 1n;
const INT64_BOUNDS = boundsOf(MAX_INT64);
/** The product of two normalized mantissas loses one digit more than this at least. */
const PRODUCT_EXCESS = 17;
const MIN_EXPONENT = -32768;
const MAX_EXPONENT = 32768;

/** The exponent is the lowest of a 32-bit integer, as the wire's `Number` zero has it. */
export const NUM_ZERO: Num = { mantissa: 0n, exponent: -2147483648 };

/** The normalized number of `mantissa * 10^exponent`; rounds a mantissa that has too many digits. */
export function numOf(mantissa: bigint, exponent = 0, mode: RoundingMode = 'toNearest'): Num {
  return normalize(mantissa < 0n, magnitude(mantissa), exponent, LARGE, mode);
}

/** The parts with a mantissa that fits 63 bits and a sign, as the wire holds them. */
export function numToWire(x: Num): NumberValue {
  if (magnitude(x.mantissa) <= MAX_INT64) return x;
  return { mantissa: x.mantissa / 10n, exponent: x.exponent + 1 };
}

/** `x` rounded to 16 digits: `10^15 <= |mantissa| < 10^16`; the exponent is not limited. */
export function numToSixteenDigits(x: Num, mode: RoundingMode = 'toNearest'): Num {
  return normalize(x.mantissa < 0n, magnitude(x.mantissa), x.exponent, SIXTEEN_DIGITS, mode);
}

/**
 * `x` rounded to a signed 64-bit integer (`Number::operator rep`). `x` need not be normalized: a mantissa beyond
 * 63 bits loses its last digit unseen, as in the reference.
 * @throws AmountOverflowError when the integer does not fit
 */
export function numToInteger(x: Num, mode: RoundingMode = 'toNearest'): bigint {
  if (x.mantissa === 0n) return 0n;
  const negative = x.mantissa < 0n;
  const { mantissa, exponent } = numToWire(x);
  const guard = new RoundingGuard(negative);
  let value = magnitude(mantissa);
  if (exponent < 0) value = guard.drop(value, -exponent);
  for (let left = exponent; left > 0; left--) {
    if (value > MAX_INT64 / 10n) throw new AmountOverflowError('the number does not fit a 64-bit integer');
    value *= 10n;
  }
  if (guard.shouldStep(value, mode)) value += 1n;
  return negative ? -value : value;
}

/** `x` without its fraction (rippled: Number.cpp, truncate). */
export function numTruncate(x: Num): Num {
  if (x.exponent >= 0 || x.mantissa === 0n) return x;
  // A normalized mantissa has 19 digits.
  return x.exponent <= -19 ? NUM_ZERO : numOf(x.mantissa / powerOfTen(-x.exponent));
}

export function numNegate(x: Num): Num {
  return { mantissa: -x.mantissa, exponent: x.exponent };
}

/** Negative, zero or positive as `x` is less than, equal to or greater than `y`. */
export function numCompare(x: Num, y: Num): number {
  const sign = signOf(x);
  if (sign !== signOf(y)) return sign - signOf(y);
  if (x.exponent !== y.exponent) return x.exponent > y.exponent ? sign : -sign;
  if (x.mantissa === y.mantissa) return 0;
  return x.mantissa > y.mantissa ? 1 : -1;
}

/**
 * `x + y`. Only `toNearest`, `downward` and `upward` round a difference as they say: `towardsZero` keeps the
 * mantissa that was calculated from the shortened operand, which is the larger neighbour (`Guard::doRoundDown`).
 */
export function numAdd(x: Num, y: Num, mode: RoundingMode = 'toNearest'): Num {
  if (y.mantissa === 0n) return x;
  if (x.mantissa === 0n) return y;
  if (x.mantissa === -y.mantissa && x.exponent === y.exponent) return NUM_ZERO;
  const [large, small] = x.exponent >= y.exponent ? [x, y] : [y, x];
  const smallNegative = small.mantissa < 0n;
  const largeNegative = large.mantissa < 0n;
  const exponent = large.exponent;
  const guard = new RoundingGuard(exponent !== small.exponent && smallNegative);
  const shortened = guard.drop(magnitude(small.mantissa), exponent - small.exponent);
  const other = magnitude(large.mantissa);
  if (smallNegative === largeNegative) return finishSum(largeNegative, other + shortened, exponent, guard, mode);
  return other > shortened
    ? finishDifference(largeNegative, other - shortened, exponent, guard, mode)
    : finishDifference(smallNegative, shortened - other, exponent, guard, mode);
}

/** `x - y`. */
export function numSubtract(x: Num, y: Num, mode: RoundingMode = 'toNearest'): Num {
  return numAdd(x, numNegate(y), mode);
}

/** `x * y`. */
export function numMultiply(x: Num, y: Num, mode: RoundingMode = 'toNearest'): Num {
  if (x.mantissa === 0n || y.mantissa === 0n) return NUM_ZERO;
  const negative = x.mantissa < 0n !== y.mantissa < 0n;
  const product = magnitude(x.mantissa) * magnitude(y.mantissa);
  const guard = new RoundingGuard(negative);
  const excess = digitsBeyond(product, INT64_BOUNDS);
  const mantissa = guard.drop(product, excess);
  return roundAway(negative, mantissa, x.exponent + y.exponent + excess, guard, LARGE, mode);
}

/**
 * `x / y`.
 * @throws AmountOverflowError when `y` is zero, or the result too large
 */
export function numDivide(x: Num, y: Num, mode: RoundingMode = 'toNearest'): Num {
  if (y.mantissa === 0n) throw new AmountOverflowError('division by zero');
  if (x.mantissa === 0n) return NUM_ZERO;
  const divisor = magnitude(y.mantissa);
  const numerator = magnitude(x.mantissa) * powerOfTen(17);
  let quotient = numerator / divisor;
  let exponent = x.exponent - y.exponent - 17;
  // Five more digits, and a mark for a remainder below them.
  const remainder = (numerator - quotient * divisor) * powerOfTen(5);
  const correction = remainder / divisor;
  if (correction !== 0n) {
    quotient = quotient * powerOfTen(5) + correction;
    exponent -= 5;
  }
  const inexact = remainder !== correction * divisor;
  return normalize(x.mantissa < 0n !== y.mantissa < 0n, quotient, exponent, LARGE, mode, inexact);
}

/** `x` to the power of `n`, by squaring (rippled: Number.cpp, power). */
export function numPower(x: Num, n: number): Num {
  if (n === 0) return numOf(1n);
  if (n === 1) return x;
  const root = numPower(x, Math.floor(n / 2));
  const square = numMultiply(root, root);
  return n % 2 === 0 ? square : numMultiply(square, x);
}

/** The smallest of the numbers. */
export function numMin(first: Num, ...others: readonly Num[]): Num {
  return others.reduce((least, x) => (numCompare(x, least) < 0 ? x : least), first);
}

/** The number, but at least `low` and at most `high`. */
export function numClamp(x: Num, low: Num, high: Num): Num {
  if (numCompare(x, low) < 0) return low;
  return numCompare(x, high) > 0 ? high : x;
}

function mantissaRange(log: number, roundsAgainAtTop: boolean): MantissaRange {
  const max = powerOfTen(log + 1) - 1n;
  return { min: powerOfTen(log), farBelow: powerOfTen(log - 3), max, bounds: boundsOf(max), roundsAgainAtTop };
}

/** Entry `n` is the least value that keeps exceeding `limit` when `n` digits are dropped; enough for any product. */
function boundsOf(limit: bigint): bigint[] {
  return Array.from({ length: 42 }, (_, count) => (limit + 1n) * powerOfTen(count));
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function signOf(x: Num): number {
  if (x.mantissa === 0n) return 0;
  return x.mantissa < 0n ? -1 : 1;
}

/** How many digits must go until `value` is at most the limit whose bounds are given. */
function digitsBeyond(value: bigint, bounds: readonly bigint[]): number {
  // A product has twice the digits, anything else few too many.
  let count = value < bounds[PRODUCT_EXCESS]! ? 0 : PRODUCT_EXCESS + 1;
  while (value >= bounds[count]!) count++;
  return count;
}

function signed(negative: boolean, mantissa: bigint, exponent: number): Num {
  return { mantissa: negative ? -mantissa : mantissa, exponent };
}

function normalize(
  negative: boolean,
  value: bigint,
  valueExponent: number,
  range: MantissaRange,
  mode: RoundingMode,
  inexact = false,
): Num {
  if (value === 0n) return NUM_ZERO;
  let mantissa = value;
  let exponent = valueExponent;
  while (mantissa < range.farBelow && exponent > MIN_EXPONENT + 4) {
    mantissa *= 10_000n;
    exponent -= 4;
  }
  while (mantissa < range.min && exponent > MIN_EXPONENT) {
    mantissa *= 10n;
    exponent--;
  }
  const guard = new RoundingGuard(negative, inexact);
  const excess = digitsBeyond(mantissa, range.bounds);
  if (excess > 0) {
    mantissa = guard.drop(mantissa, excess);
    exponent += excess;
    if (exponent > MAX_EXPONENT) throw new AmountOverflowError('the exponent is too large');
  }
  if (exponent < MIN_EXPONENT || mantissa < range.min) return NUM_ZERO;
  if (mantissa > MAX_INT64) {
    if (exponent >= MAX_EXPONENT) throw new AmountOverflowError('the exponent is too large');
    mantissa = guard.drop(mantissa, 1);
    exponent++;
  }
  return roundAway(negative, mantissa, exponent, guard, range, mode);
}

function finishSum(negative: boolean, sum: bigint, exponent: number, guard: RoundingGuard, mode: RoundingMode): Num {
  if (sum <= MAX_INT64) return roundAway(negative, sum, exponent, guard, LARGE, mode);
  return roundAway(negative, guard.drop(sum, 1), exponent + 1, guard, LARGE, mode);
}

function finishDifference(
  negative: boolean,
  difference: bigint,
  differenceExponent: number,
  guard: RoundingGuard,
  mode: RoundingMode,
): Num {
  let mantissa = difference;
  let exponent = differenceExponent;
  while (mantissa < LARGE.min && mantissa * 10n <= MAX_INT64) {
    mantissa = mantissa * 10n - guard.pop();
    exponent--;
  }
  if (guard.shouldStep(mantissa, mode)) mantissa -= 1n;
  if (mantissa < LARGE.min) {
    mantissa *= 10n;
    exponent--;
  }
  if (exponent < MIN_EXPONENT) return NUM_ZERO;
  return normalize(negative, mantissa, exponent, LARGE, mode);
}

/** Rounds away from zero where the guard says so; the mantissa is at most one digit short of the range. */
function roundAway(
  negative: boolean,
  value: bigint,
  valueExponent: number,
  guard: RoundingGuard,
  range: MantissaRange,
  mode: RoundingMode,
): Num {
  let mantissa = value;
  let exponent = valueExponent;
  if (guard.shouldStep(mantissa, mode)) {
    if (mantissa < range.max && mantissa < MAX_INT64) {
      mantissa += 1n;
    } else if (range.roundsAgainAtTop) {
      const shorter = guard.drop(mantissa, 1);
      return roundAway(negative, shorter, exponent + 1, guard, range, mode);
    } else {
      mantissa = (mantissa + 1n) / 10n;
      exponent++;
    }
  }
  if (mantissa < range.min) {
    mantissa *= 10n;
    exponent--;
  }
  if (exponent < MIN_EXPONENT) return NUM_ZERO;
  if (exponent > MAX_EXPONENT || (exponent === MAX_EXPONENT && mantissa > MAX_INT64)) {
    throw new AmountOverflowError('the exponent is too large');
  }
  return signed(negative, mantissa, exponent);
}
