/**
 * Arithmetic over any amount: drops, issued tokens, multi-purpose tokens; the reference's `STAmount` with
 * `fixUniversalNumber` enabled. Products and quotients are in `amount-product.ts`.
 *
 * The rounding mode is every function's last parameter; the reference's thread starts with `toNearest`.
 *
 * Also the fees and reserves of a ledger in drops (rippled: SystemParameters.h and Fees.h).
 */
import { type Amount, type Issue, type IssuedAmount, isIssued, isNative, XRP_CURRENCY } from '../values.ts';
import { AmountError } from './amount-errors.ts';
import {
  addIssued,
  compareIssued,
  ISSUED_ZERO,
  type IssuedQuantity,
  issuedFromDecimal,
  issuedToNum,
  MIN_ISSUED_MANTISSA,
  negateIssued,
  signOfIssued,
} from './issued-amount.ts';
import { type Num, numNegate, numOf, numToInteger, numToSixteenDigits } from './number.ts';
import type { RoundingMode } from './rounding.ts';

/** 100 billion XRP. */
export const MAX_DROPS = 10n ** 17n;
/** The most units of a multi-purpose token. */
export const MAX_MPT_VALUE = 2n ** 63n - 1n;

export const XRP_ISSUE: Issue = { currency: XRP_CURRENCY };

/** The currency and issuer of a quantity without any, such as a rate (`noIssue` in the reference). */
export const NO_ISSUE = { currency: '1'.padStart(40, '0'), issuer: '1'.padStart(40, '0') } as const;

/** What an amount is an amount of. */
export function assetOf(amount: Amount): Issue {
  if (isNative(amount)) return XRP_ISSUE;
  if (isIssued(amount)) return { currency: amount.currency, issuer: amount.issuer };
  return { mptIssuanceId: amount.mptIssuanceId };
}

/** True for drops and multi-purpose tokens, which have no fractions. */
export function isIntegral(asset: Issue): boolean {
  return 'mptIssuanceId' in asset || asset.issuer === undefined;
}

/**
 * The canonical amount of `mantissa * 10^exponent`, sign apart; `mantissa` fits an unsigned 64-bit integer
 * (`STAmount::canonicalize`). Above 2^63-1 an integral amount silently loses its last digit; readers of external
 * amounts refuse them first.
 * @throws AmountError when an integral amount is out of its range
 * @throws AmountOverflowError when an issued amount is
 */
export function amountOf(
  asset: Issue,
  mantissa: bigint,
  exponent = 0,
  negative = false,
  mode: RoundingMode = 'toNearest',
): Amount {
  if ('mptIssuanceId' in asset) {
    const value = integralValue(mantissa, exponent, negative, { limit: MAX_MPT_VALUE, maxExponent: 18 }, mode);
    return { value, mptIssuanceId: asset.mptIssuanceId };
  }
  if (asset.issuer === undefined) {
    return integralValue(mantissa, exponent, negative, { limit: MAX_DROPS, maxExponent: 17 }, mode);
  }
  const quantity = issuedFromDecimal(negative, mantissa, exponent, mode);
  return issuedAmount(quantity, asset.currency, asset.issuer);
}

/** The zero amount of an asset. */
export function zeroOf(asset: Issue): Amount {
  if ('mptIssuanceId' in asset) return { value: 0n, mptIssuanceId: asset.mptIssuanceId };
  return asset.issuer === undefined ? 0n : issuedAmount(ISSUED_ZERO, asset.currency, asset.issuer);
}

/** The same value as a number; exact. */
export function amountToNum(amount: Amount): Num {
  if (isNative(amount)) return numOf(amount);
  return isIssued(amount) ? issuedToNum(amount) : numOf(amount.value);
}

/**
 * A number rounded to an amount. The magnitude is what is rounded, so `downward` goes towards zero and `upward` away
 * from it for either sign (`STAmount::fromNumber`).
 * @throws AmountError when the amount is out of range
 */
export function amountFromNum(asset: Issue, x: Num, mode: RoundingMode = 'toNearest'): Amount {
  const negative = x.mantissa < 0n;
  const magnitude = negative ? numNegate(x) : x;
  if (isIntegral(asset)) return amountOf(asset, numToInteger(magnitude, mode), 0, negative, mode);
  const { mantissa, exponent } = numToSixteenDigits(magnitude, mode);
  return amountOf(asset, mantissa, exponent, negative, mode);
}

/** Same currency of any issuer, or the same multi-purpose token. */
export function areComparable(a: Amount, b: Amount): boolean {
  if (isNative(a) || isNative(b)) return isNative(a) && isNative(b);
  if (isIssued(a)) return isIssued(b) && a.currency === b.currency;
  return !isIssued(b) && a.mptIssuanceId === b.mptIssuanceId;
}

/**
 * `a + b` in `a`'s asset. Drops are not limited; the units of a multi-purpose token wrap at 64 bits, as in the
 * reference (callers check `canAdd` first).
 * @throws AmountError when the amounts are not comparable or the sum is out of range
 */
export function addAmounts<T extends Amount>(a: T, b: Amount, mode?: RoundingMode): T;
export function addAmounts(a: Amount, b: Amount, mode: RoundingMode = 'toNearest'): Amount {
  if (isNative(a)) {
    if (isNative(b)) return a + b;
  } else if (isIssued(a)) {
    if (!isNative(b) && isIssued(b) && a.currency === b.currency) return addIssued(a, b, mode);
  } else if (!isNative(b) && !isIssued(b) && a.mptIssuanceId === b.mptIssuanceId) {
    const sum = BigInt.asIntN(64, a.value + b.value);
    return amountOf(assetOf(a), sum < 0n ? -sum : sum, 0, sum < 0n, mode);
  }
  throw new AmountError('amounts of different assets cannot be added');
}

/**
 * `a - b` in `a`'s asset.
 * @throws AmountError when the amounts are not comparable or the difference is out of range
 */
export function subtractAmounts<T extends Amount>(a: T, b: Amount, mode: RoundingMode = 'toNearest'): T {
  return addAmounts(a, negateAmount(b), mode);
}

export function negateAmount(amount: Amount): Amount {
  if (isNative(amount)) return -amount;
  return isIssued(amount) ? negateIssued(amount) : { ...amount, value: -amount.value };
}

/** -1, 0 or 1. */
export function signOfAmount(amount: Amount): number {
  if (isIssued(amount)) return signOfIssued(amount);
  const value = isNative(amount) ? amount : amount.value;
  if (value === 0n) return 0;
  return value < 0n ? -1 : 1;
}

export function isZeroAmount(amount: Amount): boolean {
  return signOfAmount(amount) === 0;
}

/**
 * Negative, zero or positive as `a` is less than, equal to or greater than `b`; issuers are not compared.
 * @throws AmountError when the amounts are not comparable
 */
export function compareAmounts(a: Amount, b: Amount): number {
  if (!areComparable(a, b)) throw new AmountError('amounts of different assets cannot be compared');
  if (isIssued(a)) return compareIssued(a, b as IssuedAmount);
  return Number(integerOf(a) > integerOf(b)) - Number(integerOf(a) < integerOf(b));
}

/** The one that is not more than the other. @throws AmountError when the amounts are not comparable */
export function lesserAmount<T extends Amount>(one: T, other: T): T {
  return compareAmounts(other, one) < 0 ? other : one;
}

/**
 * An issued amount rounded to a multiple of `10^scale`; others, and amounts no finer than that, as they are.
 * @throws AmountOverflowError
 */
export function roundToScale(amount: Amount, scale: number, mode: RoundingMode = 'toNearest'): Amount {
  if (!isIssued(amount) || amount.mantissa === 0n || amount.exponent >= scale) return amount;
  // The sum with a reference of that exponent has no room for finer digits. It is made before the mode is in force.
  const reference = amountOf(assetOf(amount), MIN_ISSUED_MANTISSA, scale, amount.mantissa < 0n);
  return subtractAmounts(addAmounts(amount, reference, mode), reference, mode);
}

function issuedAmount(quantity: IssuedQuantity, currency: string, issuer: string): IssuedAmount {
  return { mantissa: quantity.mantissa, exponent: quantity.exponent, currency, issuer };
}

/** The count of the smallest units: drops, units of a multi-purpose token, or the mantissa of a token. */
export function integerOf(amount: Amount): bigint {
  if (isNative(amount)) return amount;
  return isIssued(amount) ? amount.mantissa : amount.value;
}

interface IntegralRange {
  readonly limit: bigint;
  readonly maxExponent: number;
}

function integralValue(
  mantissa: bigint,
  exponent: number,
  negative: boolean,
  range: IntegralRange,
  mode: RoundingMode,
): bigint {
  if (mantissa === 0n || exponent <= -20) return 0n;
  if (exponent > range.maxExponent) throw new AmountError('the amount is out of range');
  const value = numToInteger({ mantissa: negative ? -mantissa : mantissa, exponent }, mode);
  if (value > range.limit || value < -range.limit) throw new AmountError('the amount is out of range');
  return value;
}

export const DROPS_PER_XRP = 1_000_000n;

/** All the native currency that ever existed; the genesis account starts with it, and fees only shrink it. */
export const TOTAL_DROPS = 100_000_000_000n * DROPS_PER_XRP;

/** Seconds from the Unix epoch to the ledger's, 2000-01-01T00:00:00Z. */
export const RIPPLE_EPOCH_OFFSET_SECONDS = 946_684_800;

/** What a ledger charges; the same for all its transactions. */
export interface Fees {
  /** Cost of the reference transaction. */
  readonly baseDrops: bigint;
  /** What an account must hold to exist. */
  readonly reserveDrops: bigint;
  /** What it must hold in addition for each object that it owns. */
  readonly reserveIncrementDrops: bigint;
}

/** True when both charge the same. */
export function isSameFees(one: Fees, other: Fees): boolean {
  return (
    one.baseDrops === other.baseDrops &&
    one.reserveDrops === other.reserveDrops &&
    one.reserveIncrementDrops === other.reserveIncrementDrops
  );
}

/** The reserve of an account that owns this many objects, in drops. */
export function accountReserve(fees: Fees, ownerCount: number): bigint {
  return fees.reserveDrops + BigInt(ownerCount) * fees.reserveIncrementDrops;
}

/** True unless the amount exceeds the initial supply. A negative amount passes, as in the reference. */
export function isLegalAmount(drops: bigint): boolean {
  return drops <= TOTAL_DROPS;
}

/** True when the magnitude does not exceed the initial supply. */
export function isLegalAmountSigned(drops: bigint): boolean {
  return drops >= -TOTAL_DROPS && drops <= TOTAL_DROPS;
}
