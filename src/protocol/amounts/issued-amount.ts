/**
 * Quantities of issued tokens: 16 digits, exponents from -96 to 80. Sums are calculated as 19-digit numbers
 * (`number.ts`) and rounded to 16 afterwards, so they are rounded twice, as `IOUAmount.cpp` does with
 * `fixUniversalNumber` enabled. Too large is an error, too small is zero.
 *
 * Functions take and return plain parts; given an `IssuedAmount` they keep its currency and issuer.
 */
import { AmountOverflowError } from './amount-errors.ts';
import { type Num, numAdd, numOf, numToSixteenDigits } from './number.ts';
import type { RoundingMode } from './rounding.ts';

/** Zero is `mantissa 0n, exponent -100`; otherwise `10^15 <= |mantissa| < 10^16` and `-96 <= exponent <= 80`. */
export interface IssuedQuantity {
  readonly mantissa: bigint;
  readonly exponent: number;
}

export const MIN_ISSUED_MANTISSA = 10n ** 15n;
export const MAX_ISSUED_MANTISSA = 10n ** 16n - 1n;
export const MIN_ISSUED_EXPONENT = -96;
export const MAX_ISSUED_EXPONENT = 80;

export const ISSUED_ZERO: IssuedQuantity = { mantissa: 0n, exponent: -100 };
export const MIN_POSITIVE_ISSUED: IssuedQuantity = { mantissa: MIN_ISSUED_MANTISSA, exponent: MIN_ISSUED_EXPONENT };

/**
 * The canonical form of `mantissa * 10^exponent`; `mantissa` fits a signed 64-bit integer.
 * @throws AmountOverflowError when the exponent would exceed 80
 */
export function normalizeIssued(mantissa: bigint, exponent: number, mode: RoundingMode = 'toNearest'): IssuedQuantity {
  const isCanonical = hasAllDigits(mantissa) && exponent >= MIN_ISSUED_EXPONENT && exponent <= MAX_ISSUED_EXPONENT;
  return isCanonical ? { mantissa, exponent } : issuedFromNum(numOf(mantissa, exponent, mode), mode);
}

/**
 * A decimal as text gives it, sign and unsigned 64-bit mantissa apart. A mantissa of 2^63 or more wraps round, so
 * that `9999999999999999999` becomes a negative amount: `STAmount::iou` casts it to a signed integer.
 * @throws AmountOverflowError when the exponent would exceed 80
 */
export function issuedFromDecimal(
  negative: boolean,
  mantissa: bigint,
  exponent: number,
  mode: RoundingMode = 'toNearest',
): IssuedQuantity {
  return normalizeIssued(BigInt.asIntN(64, negative ? -mantissa : mantissa), exponent, mode);
}

/**
 * A number rounded to an issued quantity.
 * @throws AmountOverflowError when the exponent would exceed 80
 */
function issuedFromNum(x: Num, mode: RoundingMode = 'toNearest'): IssuedQuantity {
  const rounded = numToSixteenDigits(x, mode);
  if (rounded.exponent > MAX_ISSUED_EXPONENT) throw new AmountOverflowError('the token amount is too large');
  return rounded.exponent < MIN_ISSUED_EXPONENT ? ISSUED_ZERO : rounded;
}

/** The same value as a number; exact. */
export function issuedToNum(a: IssuedQuantity): Num {
  // Three zeros make 19 digits of 16.
  return hasAllDigits(a.mantissa)
    ? { mantissa: a.mantissa * 1000n, exponent: a.exponent - 3 }
    : numOf(a.mantissa, a.exponent);
}

/** True for 16 digits: no rounding is needed if the exponent is in range too. */
function hasAllDigits(mantissa: bigint): boolean {
  const magnitude = mantissa < 0n ? -mantissa : mantissa;
  return magnitude >= MIN_ISSUED_MANTISSA && magnitude <= MAX_ISSUED_MANTISSA;
}

/**
 * `a + b` in `a`'s currency and issuer; `b`'s are not looked at.
 * @throws AmountOverflowError
 */
export function addIssued<T extends IssuedQuantity>(a: T, b: IssuedQuantity, mode: RoundingMode = 'toNearest'): T {
  if (b.mantissa === 0n) return a;
  if (a.mantissa === 0n) return withQuantity(a, b);
  if (a.exponent === b.exponent) {
    const mantissa = a.mantissa + b.mantissa;
    if (mantissa === 0n) return withQuantity(a, ISSUED_ZERO);
    if (hasAllDigits(mantissa)) return withQuantity(a, { mantissa, exponent: a.exponent });
  }
  return withQuantity(a, issuedFromNum(numAdd(issuedToNum(a), issuedToNum(b), mode), mode));
}

/**
 * `a - b` in `a`'s currency and issuer.
 * @throws AmountOverflowError
 */
export function subtractIssued<T extends IssuedQuantity>(a: T, b: IssuedQuantity, mode: RoundingMode = 'toNearest'): T {
  return addIssued(a, { mantissa: -b.mantissa, exponent: b.exponent }, mode);
}

export function negateIssued<T extends IssuedQuantity>(a: T): T {
  return withQuantity(a, { mantissa: -a.mantissa, exponent: a.exponent });
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`; by quantity alone. */
export function compareIssued(a: IssuedQuantity, b: IssuedQuantity): number {
  const sign = signOfIssued(a);
  if (sign !== signOfIssued(b)) return sign - signOfIssued(b);
  if (a.exponent !== b.exponent) return a.exponent > b.exponent ? sign : -sign;
  if (a.mantissa === b.mantissa) return 0;
  return a.mantissa > b.mantissa ? 1 : -1;
}

/** -1, 0 or 1. */
export function signOfIssued(a: IssuedQuantity): number {
  if (a.mantissa === 0n) return 0;
  return a.mantissa < 0n ? -1 : 1;
}

/** `like` with another quantity: same currency and issuer, where it has them. */
export function withQuantity<T extends IssuedQuantity>(like: T, quantity: IssuedQuantity): T {
  return { ...like, mantissa: quantity.mantissa, exponent: quantity.exponent };
}
