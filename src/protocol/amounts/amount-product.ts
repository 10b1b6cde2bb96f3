/**
 * Products and quotients of amounts, in a third asset: the reference's `STAmount.cpp`, where `multiply` works in
 * 19-digit numbers and everything else in 64-bit integers with a rounding of its own. Intermediate values wrap at 64
 * bits as there; amounts that occur on a ledger stay below that.
 *
 * In the `…Round` functions `roundUp` means away from zero for a positive result and towards it for a negative one.
 */

import type { Amount, Issue } from '../values.ts';
import { isIssued, isNative } from '../values.ts';
import { AmountError, AmountOverflowError } from './amount-errors.ts';
import { amountFromNum, amountOf, amountToNum, isIntegral, isZeroAmount, signOfAmount, zeroOf } from './amount-math.ts';
import { MAX_ISSUED_MANTISSA, MIN_ISSUED_EXPONENT, MIN_ISSUED_MANTISSA } from './issued-amount.ts';
import { numMultiply } from './number.ts';
import { digitCount, powerOfTen } from './power-of-ten.ts';
import type { RoundingMode } from './rounding.ts';

const MAX_UINT64 = 2n ** 64n - 1n;
const ISSUED_DIGITS = 16;
const PRODUCT_SHIFT = 14;
const QUOTIENT_SHIFT = 17;

/**
 * `a * b` as an amount of `asset`.
 * @throws AmountError when the result is out of range
 */
export function multiply(a: Amount, b: Amount, asset: Issue, mode: RoundingMode = 'toNearest'): Amount {
  if (isZeroAmount(a) || isZeroAmount(b)) return zeroOf(asset);
  return integralProduct(a, b, asset) ?? amountFromNum(asset, numMultiply(amountToNum(a), amountToNum(b), mode), mode);
}

/**
 * `a / b` as an amount of `asset`. Five is added below the last digit, and then the result is rounded again, so it may
 * be a unit above the nearest: one third is 0.3333333333333334.
 * @throws AmountError on division by zero, or when the result is out of range
 */
export function divide(a: Amount, b: Amount, asset: Issue, mode: RoundingMode = 'toNearest'): Amount {
  if (isZeroAmount(b)) throw new AmountError('division by zero');
  if (isZeroAmount(a)) return zeroOf(asset);
  const x = operandOf(a);
  const y = operandOf(b);
  const quotient = mulDiv(x.mantissa, powerOfTen(QUOTIENT_SHIFT), y.mantissa, 0n) + 5n;
  const exponent = x.exponent - y.exponent - QUOTIENT_SHIFT;
  return amountOf(asset, BigInt.asUintN(64, quotient), exponent, x.negative !== y.negative, mode);
}

/** `a * b` with the older, imprecise rounding: a fraction of a drop below a tenth is lost even when rounding up. */
export function mulRound(
  a: Amount,
  b: Amount,
  asset: Issue,
  roundUp: boolean,
  mode: RoundingMode = 'toNearest',
): Amount {
  return roundedProduct(a, b, asset, roundUp, shortenLoosely, mode);
}

/** `a * b` rounded by every digit. */
export function mulRoundStrict(a: Amount, b: Amount, asset: Issue, roundUp: boolean): Amount {
  return roundedProduct(a, b, asset, roundUp, shortenStrictly, 'towardsZero');
}

/** `a / b`; what is left of a drop after the first rounding is rounded by `mode`. */
export function divRound(
  a: Amount,
  b: Amount,
  asset: Issue,
  roundUp: boolean,
  mode: RoundingMode = 'toNearest',
): Amount {
  return roundedQuotient(a, b, asset, roundUp, mode);
}

/**
 * `a / b` rounded in the given direction throughout; a negative result rounded up goes down, as the mode that the
 * reference sets for it says.
 */
export function divRoundStrict(a: Amount, b: Amount, asset: Issue, roundUp: boolean): Amount {
  const negative = signOfAmount(a) < 0 !== signOfAmount(b) < 0;
  return roundedQuotient(a, b, asset, roundUp, roundUp !== negative ? 'upward' : 'downward');
}

interface Operand {
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly negative: boolean;
}

interface Scaled {
  readonly mantissa: bigint;
  readonly exponent: number;
}

type Shorten = (integral: boolean, value: Scaled, roundUp: boolean) => Scaled;

/** The magnitude, an integral one with at least 16 digits. */
function operandOf(amount: Amount): Operand {
  const negative = signOfAmount(amount) < 0;
  if (!isNative(amount) && isIssued(amount)) {
    return { mantissa: negative ? -amount.mantissa : amount.mantissa, exponent: amount.exponent, negative };
  }
  const value = isNative(amount) ? amount : amount.value;
  const mantissa = negative ? -value : value;
  const missing = Math.max(ISSUED_DIGITS - digitCount(mantissa), 0);
  return { mantissa: mantissa * powerOfTen(missing), exponent: -missing, negative };
}

/** `(multiplier * multiplicand + rounding) / divisor`, which must fit 64 bits. */
function mulDiv(multiplier: bigint, multiplicand: bigint, divisor: bigint, rounding: bigint): bigint {
  const result = (multiplier * multiplicand + rounding) / divisor;
  if (result > MAX_UINT64) throw new AmountOverflowError('the product does not fit 64 bits');
  return result;
}

/** Drops times drops in drops, or units times units in units of the same kind; undefined for every other product. */
function integralProduct(a: Amount, b: Amount, asset: Issue): Amount | undefined {
  if (isNative(a) && isNative(b)) {
    if (!isIntegral(asset) || 'mptIssuanceId' in asset) return undefined;
    return boundedProduct(a, b, { root: 3000000000n, high: 2095475792n });
  }
  if (isNative(a) || isNative(b) || isIssued(a) || isIssued(b) || !('mptIssuanceId' in asset)) return undefined;
  return amountOf(asset, boundedProduct(a.value, b.value, { root: 3037000499n, high: 2147483648n }));
}

function boundedProduct(a: bigint, b: bigint, limits: { root: bigint; high: bigint }): bigint {
  // A negative factor becomes an enormous one, and so an overflow.
  const least = BigInt.asUintN(64, a < b ? a : b);
  const greatest = BigInt.asUintN(64, a < b ? b : a);
  if (least > limits.root || (greatest >> 32n) * least > limits.high) {
    throw new AmountError('the product of integral amounts overflows');
  }
  return least * greatest;
}

function roundedProduct(
  a: Amount,
  b: Amount,
  asset: Issue,
  roundUp: boolean,
  shorten: Shorten,
  mode: RoundingMode,
): Amount {
  if (isZeroAmount(a) || isZeroAmount(b)) return zeroOf(asset);
  const exact = integralProduct(a, b, asset);
  if (exact !== undefined) return exact;
  const x = operandOf(a);
  const y = operandOf(b);
  const negative = x.negative !== y.negative;
  const divisor = powerOfTen(PRODUCT_SHIFT);
  const awayFromZero = negative !== roundUp;
  const mantissa = mulDiv(x.mantissa, y.mantissa, divisor, awayFromZero ? divisor - 1n : 0n);
  const product = { mantissa, exponent: x.exponent + y.exponent + PRODUCT_SHIFT };
  const kept = awayFromZero ? shorten(isIntegral(asset), product, roundUp) : product;
  return atLeastSmallest(amountOf(asset, kept.mantissa, kept.exponent, negative, mode), asset, roundUp && !negative);
}

function roundedQuotient(a: Amount, b: Amount, asset: Issue, roundUp: boolean, mode: RoundingMode): Amount {
  if (isZeroAmount(b)) throw new AmountError('division by zero');
  if (isZeroAmount(a)) return zeroOf(asset);
  const x = operandOf(a);
  const y = operandOf(b);
  const negative = x.negative !== y.negative;
  const awayFromZero = negative !== roundUp;
  const mantissa = mulDiv(x.mantissa, powerOfTen(QUOTIENT_SHIFT), y.mantissa, awayFromZero ? y.mantissa - 1n : 0n);
  const quotient = { mantissa, exponent: x.exponent - y.exponent - QUOTIENT_SHIFT };
  const kept = awayFromZero ? shortenLoosely(isIntegral(asset), quotient) : quotient;
  return atLeastSmallest(amountOf(asset, kept.mantissa, kept.exponent, negative, mode), asset, roundUp && !negative);
}

/** A positive result rounded up is never nothing. */
function atLeastSmallest(result: Amount, asset: Issue, required: boolean): Amount {
  if (!required || !isZeroAmount(result)) return result;
  return isIntegral(asset) ? amountOf(asset, 1n) : amountOf(asset, MIN_ISSUED_MANTISSA, MIN_ISSUED_EXPONENT);
}

/** Rounds up to the asset's precision; looks at the last two digits only (`canonicalizeRound`). */
function shortenLoosely(integral: boolean, value: Scaled): Scaled {
  if (!integral) return shortenIssued(value);
  if (value.exponent >= 0) return value;
  const early = -1 - value.exponent;
  const mantissa = dropDigits(value.mantissa, early) + (early >= 2 ? 9n : 10n);
  return { mantissa: mantissa / 10n, exponent: 0 };
}

/** The same by all digits (`canonicalizeRoundStrict`). */
function shortenStrictly(integral: boolean, value: Scaled, roundUp: boolean): Scaled {
  if (!integral) return shortenIssued(value);
  if (value.exponent >= 0) return value;
  const early = -1 - value.exponent;
  const kept = dropDigits(value.mantissa, early);
  const hadRemainder = early > 0 && kept * powerOfTen(Math.min(early, 60)) !== value.mantissa;
  return { mantissa: (kept + (hadRemainder && roundUp ? 10n : 9n)) / 10n, exponent: 0 };
}

function shortenIssued(value: Scaled): Scaled {
  if (value.mantissa <= MAX_ISSUED_MANTISSA) return value;
  let { mantissa, exponent } = value;
  while (mantissa > 10n * MAX_ISSUED_MANTISSA) {
    mantissa /= 10n;
    exponent++;
  }
  return { mantissa: (mantissa + 9n) / 10n, exponent: exponent + 1 };
}

function dropDigits(mantissa: bigint, count: number): bigint {
  return mantissa / powerOfTen(Math.min(count, 60));
}
