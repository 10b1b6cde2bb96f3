/**
 * Swaps with a pool under the constant product rule, and the offer that moves the pool to a quality. Rounding favours
 * the pool (rippled: AMMHelpers.h, with fixAMMv1_1).
 */
import {
  addAmounts,
  amountFromNum,
  amountToNum,
  assetOf,
  compareAmounts,
  isIntegral,
  MAX_DROPS,
  signOfAmount,
  subtractAmounts,
} from '../../protocol/amounts/amount-math.ts';
import { MAX_ISSUED_EXPONENT, MAX_ISSUED_MANTISSA } from '../../protocol/amounts/issued-amount.ts';
import {
  type Num,
  numAdd,
  numCompare,
  numDivide,
  numMultiply,
  numNegate,
  numOf,
  numSubtract,
  numToInteger,
} from '../../protocol/amounts/number.ts';
import { numSquareRoot } from '../../protocol/amounts/number-root.ts';
import { compareQuality, type InOut, type Quality, qualityOf, rateOfQuality } from '../../protocol/amounts/quality.ts';
import type { RoundingMode } from '../../protocol/amounts/rounding.ts';
import { type IssuedAmount, isNative, type TradedAmount } from '../../protocol/values.ts';
import { afterFee } from './pool-math.ts';

/** Both balances of a pool, or both sides of a swap: into the pool, and out of it. */
export type Swap = InOut<TradedAmount>;

const ONE = numOf(1n);
const TWO = numOf(2n);
const FOUR = numOf(4n);
/** The factor by which an offer is reduced if rounding has made its quality worse than the target. */
const REDUCTION = numOf(9999n, -4);

/**
 * Converts a number to an amount of the same asset as `like`: drops round by `dropsMode`, tokens by `tokensMode`
 * (toAmount).
 */
export function toAmount(
  like: TradedAmount,
  x: Num,
  dropsMode: RoundingMode,
  tokensMode: RoundingMode = 'toNearest',
): TradedAmount {
  return isNative(like) ? numToInteger(x, dropsMode) : (amountFromNum(assetOf(like), x, tokensMode) as IssuedAmount);
}

/** What the pool pays out for `amount` (swapAssetIn). */
export function swapIn(pool: Swap, amount: TradedAmount, fee: number): TradedAmount {
  const into = amountToNum(pool.in);
  const numerator = numMultiply(into, amountToNum(pool.out), 'upward');
  const kept = numMultiply(amountToNum(amount), afterFee(fee), 'downward');
  const denominator = numAdd(into, kept, 'downward');
  if (denominator.mantissa <= 0n) return nothingOf(pool.out);
  const ratio = numDivide(numerator, denominator, 'upward');
  const out = numSubtract(amountToNum(pool.out), ratio, 'downward');
  return out.mantissa < 0n ? nothingOf(pool.out) : toAmount(pool.out, out, 'downward', 'downward');
}

/** What must be paid into the pool to get `amount`; the maximum amount if the pool does not have it (swapAssetOut). */
export function swapOut(pool: Swap, amount: TradedAmount, fee: number): TradedAmount {
  const into = amountToNum(pool.in);
  const numerator = numMultiply(into, amountToNum(pool.out), 'upward');
  const left = subtractAmounts(pool.out, amount, 'downward');
  if (signOfAmount(left) <= 0) return mostOf(pool.in);
  const ratio = numDivide(numerator, amountToNum(left), 'upward');
  const swapped = numDivide(numSubtract(ratio, into, 'upward'), afterFee(fee), 'upward');
  return swapped.mantissa < 0n ? nothingOf(pool.in) : toAmount(pool.in, swapped, 'upward', 'upward');
}

function nothingOf(like: TradedAmount): TradedAmount {
  return subtractAmounts(like, like);
}

function mostOf(like: TradedAmount): TradedAmount {
  if (isNative(like)) return MAX_DROPS;
  return { ...like, mantissa: MAX_ISSUED_MANTISSA, exponent: MAX_ISSUED_EXPONENT };
}

/**
 * The offer after which the pool's spot price equals the quality, or whose own quality equals it, whichever is smaller.
 * Undefined if there is none (changeSpotPriceQuality).
 */
export function swapToQuality(pool: Swap, quality: Quality, fee: number): Swap | undefined {
  const rate = amountToNum(rateOfQuality(quality));
  if (rate.mantissa === 0n) return undefined;
  // The side in drops is computed first: it is rounded down, which makes the quality better.
  const offer = isIntegral(assetOf(pool.out))
    ? offerFromOut(pool, { quality, rate, fee })
    : offerFromIn(pool, { quality, rate, fee });
  return offer === undefined || compareQuality(qualityOf(offer), quality) < 0 ? undefined : offer;
}

interface Target {
  readonly quality: Quality;
  readonly rate: Num;
  readonly fee: number;
}

/** Computes the output first (getAMMOfferStartWithTakerGets). */
function offerFromOut(pool: Swap, target: Target): Swap | undefined {
  const { rate, fee } = target;
  const [into, out] = [amountToNum(pool.in), amountToNum(pool.out)];
  const f = afterFee(fee);
  const fromFee = numDivide(numMultiply(into, numSubtract(ONE, numDivide(ONE, f))), rate);
  const b = numSubtract(fromFee, numMultiply(TWO, out));
  const c = numSubtract(numMultiply(out, out), numDivide(numMultiply(into, out), rate));
  const solution = smallerRoot(ONE, b, c);
  const limit = numSubtract(out, numDivide(into, numMultiply(rate, f)));
  const gets = positiveMinimum(solution, limit);
  if (gets === undefined) return undefined;
  const offerOf = (proposed: Num): Swap => {
    const amount = toAmount(pool.out, proposed, 'downward');
    return { in: swapOut(pool, amount, fee), out: amount };
  };
  const offer = offerOf(gets);
  return isWorse(offer, target) ? offerOf(reduced(offer.out)) : offer;
}

/** Computes the input first (getAMMOfferStartWithTakerPays). */
function offerFromIn(pool: Swap, target: Target): Swap | undefined {
  const { rate, fee } = target;
  const [into, out] = [amountToNum(pool.in), amountToNum(pool.out)];
  const f = afterFee(fee);
  const b = numMultiply(into, numAdd(ONE, f));
  const c = numSubtract(numMultiply(into, into), numMultiply(numMultiply(into, out), rate));
  const solution = smallerRoot(f, b, c);
  const limit = numSubtract(numMultiply(out, rate), numDivide(into, f));
  const pays = positiveMinimum(solution, limit);
  if (pays === undefined) return undefined;
  const offerOf = (proposed: Num): Swap => {
    const amount = toAmount(pool.in, proposed, 'downward');
    return { in: amount, out: swapIn(pool, amount, fee) };
  };
  const offer = offerOf(pays);
  return isWorse(offer, target) ? offerOf(reduced(offer.in)) : offer;
}

function isWorse(offer: Swap, { quality }: Target): boolean {
  return compareQuality(qualityOf(offer), quality) < 0;
}

function reduced(amount: TradedAmount): Num {
  return numMultiply(amountToNum(amount), REDUCTION, 'towardsZero');
}

function positiveMinimum(one: Num | undefined, other: Num): Num | undefined {
  if (one === undefined || one.mantissa <= 0n || other.mantissa <= 0n) return undefined;
  return numCompare(other, one) < 0 ? other : one;
}

/**
 * The smaller root of `a x² + b x + c = 0`, in the numerically stable form (solveQuadraticEqSmallest); undefined if
 * there is none.
 */
function smallerRoot(a: Num, b: Num, c: Num): Num | undefined {
  const discriminant = numSubtract(numMultiply(b, b), numMultiply(numMultiply(FOUR, a), c));
  if (discriminant.mantissa < 0n) return undefined;
  const root = numSquareRoot(discriminant);
  const divisor = b.mantissa > 0n ? numSubtract(numNegate(b), root) : numAdd(numNegate(b), root);
  return numDivide(numMultiply(TWO, c), divisor);
}

/**
 * True if the pool's product does not fall with the swap, within the tolerance for rounding (AMMOffer::checkInvariant).
 */
export function keepsProduct(pool: Swap, swap: Swap, tolerance: Num): boolean {
  const before = numMultiply(amountToNum(pool.in), amountToNum(pool.out));
  const into = amountToNum(addAmounts(pool.in, swap.in));
  const after = numMultiply(into, amountToNum(subtractAmounts(pool.out, swap.out)));
  if (numCompare(after, before) >= 0) return true;
  return numCompare(numDivide(numSubtract(before, after), before), tolerance) < 0;
}

/** True if one side of `taken` is more than `offered`. */
export function exceeds(taken: Swap, offered: Swap): boolean {
  return compareAmounts(taken.in, offered.in) > 0 || compareAmounts(taken.out, offered.out) > 0;
}
