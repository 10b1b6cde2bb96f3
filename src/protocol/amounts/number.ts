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
import { digitCount, MAX_POWER, powerOfTen } from './power-of-ten.ts';
import { type RoundingMode, roundsUp, shorten } from './rounding.ts';

/**
 * `mantissa * 10^exponent`. Normalized: zero is `NUM_ZERO`; otherwise `10^18 <= |mantissa| < 10^19`, and a mantissa
 * above 2^63-1 ends in the digit 0. Equal values have equal parts.
 */
export interface Num {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const MAX_INT64 = 2n ** 63n - 1n;
/** Entry `n` is the least value that exceeds 63 bits when `n` digits are dropped; enough for any product. */
const INT64_BOUNDS = Array.from({ length: 42 }, (_, count) => (MAX_INT64 + 1n) * powerOfTen(count));
/** The product of two normalized mantissas loses one digit more than this at least. */
const PRODUCT_EXCESS = 17;
const MANTISSA_DIGITS = 19;
const MIN_MANTISSA = powerOfTen(MANTISSA_DIGITS - 1);
/** The mantissa above `MAX_INT64` rounded up: it loses a digit, and gets a zero. */
const NEXT_ABOVE_INT64 = (MAX_INT64 / 10n + 1n) * 10n;
/** The digits of an issued amount. */
const ISSUED_DIGITS = 16;
const ISSUED_LIMIT = powerOfTen(ISSUED_DIGITS);
const GUARD_SCALE = powerOfTen(16);
const MIN_EXPONENT = -32768;
const MAX_EXPONENT = 32768;

/** The exponent is the lowest of a 32-bit integer, as the wire's `Number` zero has it. */
export const NUM_ZERO: Num = { mantissa: 0n, exponent: -2147483648 };

/** The normalized number of `mantissa * 10^exponent`; rounds a mantissa that has too many digits. */
export function numOf(mantissa: bigint, exponent = 0, mode: RoundingMode = 'toNearest'): Num {
  return normalize(mantissa < 0n, magnitude(mantissa), exponent, mode);
}

/** The parts with a mantissa that fits 63 bits and a sign, as the wire holds them. */
export function numToWire(x: Num): NumberValue {
  if (magnitude(x.mantissa) <= MAX_INT64) return x;
  return { mantissa: x.mantissa / 10n, exponent: x.exponent + 1 };
}

/** `x` rounded to 16 digits: `10^15 <= |mantissa| < 10^16`; the exponent is not limited. */
export function numToSixteenDigits(x: Num, mode: RoundingMode = 'toNearest'): Num {
  if (x.mantissa === 0n) return NUM_ZERO;
  const negative = x.mantissa < 0n;
  const excess = MANTISSA_DIGITS - ISSUED_DIGITS;
  const mantissa = shorten(negative, magnitude(x.mantissa), excess, mode);
  const exponent = x.exponent + excess;
  if (mantissa < ISSUED_LIMIT) return signed(negative, mantissa, exponent);
  return signed(negative, mantissa / 10n, exponent + 1);
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
  if (exponent < 0) {
    const value = shorten(negative, magnitude(mantissa), Math.min(-exponent, MAX_POWER), mode);
    return negative ? -value : value;
  }
  let value = mantissa;
  for (let left = exponent; left > 0; left--) {
    if (magnitude(value) > MAX_INT64 / 10n) throw new AmountOverflowError('the number does not fit a 64-bit integer');
    value *= 10n;
  }
  return value;
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
  const negative = large.mantissa < 0n;
  if (negative !== small.mantissa < 0n) return difference(large, small, mode);
  const { exponent } = large;
  const distance = exponent - small.exponent;
  const divisor = powerOfTen(Math.min(distance, MAX_POWER));
  const added = magnitude(small.mantissa);
  const shortened = added / divisor;
  const lost = added - shortened * divisor;
  const sum = magnitude(large.mantissa) + shortened;
  // The reference rounds the sum of two numbers with one exponent as if it were positive.
  const roundsNegative = negative && distance > 0;
  if (sum <= MAX_INT64) {
    return finish(negative, roundsUp(roundsNegative, sum, lost, divisor, mode) ? sum + 1n : sum, exponent);
  }
  const kept = sum / 10n;
  const lostInAll = (sum - kept * 10n) * divisor + lost;
  const isUp = roundsUp(roundsNegative, kept, lostInAll, divisor * 10n, mode);
  return finish(negative, isUp ? kept + 1n : kept, exponent + 1);
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
  let excess = product < INT64_BOUNDS[PRODUCT_EXCESS]! ? 0 : PRODUCT_EXCESS + 1;
  while (product >= INT64_BOUNDS[excess]!) excess++;
  return finish(negative, shorten(negative, product, excess, mode), x.exponent + y.exponent + excess);
}

/**
 * `x / y`.
 * @throws AmountOverflowError when `y` is zero, or the result too large
 */
export function numDivide(x: Num, y: Num, mode: RoundingMode = 'toNearest'): Num {
  if (y.mantissa === 0n) throw new AmountOverflowError('division by zero');
  if (x.mantissa === 0n) return NUM_ZERO;
  const negative = x.mantissa < 0n !== y.mantissa < 0n;
  const numerator = magnitude(x.mantissa);
  const divisor = magnitude(y.mantissa);
  // The quotient gets 19 digits, or 18 if 63 bits do not hold 19.
  let shift = numerator < divisor ? MANTISSA_DIGITS : MANTISSA_DIGITS - 1;
  if (x.exponent - y.exponent - shift < MIN_EXPONENT) return NUM_ZERO;
  let scaled = numerator * powerOfTen(shift);
  let quotient = scaled / divisor;
  if (quotient > MAX_INT64) {
    shift--;
    scaled = numerator * powerOfTen(shift);
    quotient /= 10n;
  }
  const exponent = x.exponent - y.exponent - shift;
  if (exponent > MAX_EXPONENT) throw new AmountOverflowError('the exponent is too large');
  const lost = scaled - quotient * divisor;
  return finish(negative, roundsUp(negative, quotient, lost, divisor, mode) ? quotient + 1n : quotient, exponent);
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

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function signOf(x: Num): number {
  if (x.mantissa === 0n) return 0;
  return x.mantissa < 0n ? -1 : 1;
}

function signed(negative: boolean, mantissa: bigint, exponent: number): Num {
  return { mantissa: negative ? -mantissa : mantissa, exponent };
}

function normalize(negative: boolean, value: bigint, valueExponent: number, mode: RoundingMode): Num {
  if (value === 0n) return NUM_ZERO;
  const excess = digitCount(value) - MANTISSA_DIGITS;
  const exponent = valueExponent + excess;
  if (exponent < MIN_EXPONENT) return NUM_ZERO;
  // The last digit of a lengthened mantissa is a zero.
  if (excess < 0) return checked(negative, value * powerOfTen(-excess), exponent);
  // One digit more must go if 63 bits do not hold 19.
  const count = value < INT64_BOUNDS[excess]! ? excess : excess + 1;
  if (valueExponent + count > MAX_EXPONENT) throw new AmountOverflowError('the exponent is too large');
  return finish(negative, shorten(negative, value, count, mode), valueExponent + count);
}

/**
 * The sum of two numbers of different signs; the second exponent is not the larger one. Of the digits that the smaller
 * number loses, sixteen are remembered and can come back; below them only that something was not zero is. A wider guard
 * would give other results than the reference (`Number::Guard` in `Number.cpp`).
 */
function difference(large: Num, small: Num, mode: RoundingMode): Num {
  const distance = large.exponent - small.exponent;
  const divisor = powerOfTen(Math.min(distance, MAX_POWER));
  const taken = magnitude(small.mantissa);
  const shortened = taken / divisor;
  const lost = taken - shortened * divisor;
  const whole = magnitude(large.mantissa);
  const negative = (whole > shortened ? large : small).mantissa < 0n;
  let mantissa = whole > shortened ? whole - shortened : shortened - whole;
  let { exponent } = large;
  if (lost === 0n) return normalize(negative, mantissa, exponent, mode);
  let guard = (lost * GUARD_SCALE) / divisor;
  const isMore = guard * divisor !== lost * GUARD_SCALE;
  while (mantissa < MIN_MANTISSA && mantissa * 10n <= MAX_INT64) {
    const digits = guard * 10n;
    mantissa = mantissa * 10n - digits / GUARD_SCALE;
    guard = digits % GUARD_SCALE;
    exponent--;
  }
  const twice = guard * 2n + (isMore ? 1n : 0n);
  if (roundsUp(small.mantissa < 0n, mantissa, twice, 2n * GUARD_SCALE, mode)) mantissa -= 1n;
  return normalize(negative, mantissa, exponent, mode);
}

/** A rounded mantissa of 18 or 19 digits, at most one above `MAX_INT64`, as a number. */
function finish(negative: boolean, mantissa: bigint, exponent: number): Num {
  if (mantissa > MAX_INT64) return checked(negative, NEXT_ABOVE_INT64, exponent);
  if (mantissa < MIN_MANTISSA) return checked(negative, mantissa * 10n, exponent - 1);
  return checked(negative, mantissa, exponent);
}

/** A number of a normalized mantissa: zero if the exponent is too small. */
function checked(negative: boolean, mantissa: bigint, exponent: number): Num {
  if (exponent < MIN_EXPONENT) return NUM_ZERO;
  if (exponent > MAX_EXPONENT || (exponent === MAX_EXPONENT && mantissa > MAX_INT64)) {
    throw new AmountOverflowError('the exponent is too large');
  }
  return signed(negative, mantissa, exponent);
}
