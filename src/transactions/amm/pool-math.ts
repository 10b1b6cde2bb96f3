/**
 * Conversions between LP tokens and assets for deposits and withdrawals. Rounding favours the pool: the square root of
 * the product of its balances never falls below the outstanding LP tokens (rippled: AMMHelpers.cpp, with fixAMMv1_3;
 * the equations are those of XLS-30).
 */
import {
  amountFromNum,
  amountToNum,
  assetOf,
  compareAmounts,
  lesserAmount,
  subtractAmounts,
} from '../../protocol/amounts/amount-math.ts';
import { addIssued, subtractIssued } from '../../protocol/amounts/issued-amount.ts';
import {
  type Num,
  numAdd,
  numDivide,
  numMultiply,
  numNegate,
  numOf,
  numSubtract,
} from '../../protocol/amounts/number.ts';
import { numSquareRoot } from '../../protocol/amounts/number-root.ts';
import type { RoundingMode } from '../../protocol/amounts/rounding.ts';
import type { TokenIssue } from '../../protocol/entries/entries.ts';
import type { IssuedAmount, TradedAmount } from '../../protocol/values.ts';

export type PoolMove = 'deposit' | 'withdraw';

const ONE = numOf(1n);
const TWO = numOf(2n);
const FOUR = numOf(4n);
const FEE_SCALE = numOf(100_000n);

/** A fee in hundred-thousandths as a fraction (getFee). */
export function feeFraction(fee: number): Num {
  return numDivide(numOf(BigInt(fee)), FEE_SCALE);
}

const AFTER_FEES = new Map<number, Num>();

/** 1 - fee (feeMult). Remembered, since each offer of a pool needs it several times; fees are at most 1000. */
export function afterFee(fee: number): Num {
  const known = AFTER_FEES.get(fee);
  if (known !== undefined) return known;
  const factor = numSubtract(ONE, feeFraction(fee));
  AFTER_FEES.set(fee, factor);
  return factor;
}

/** 1 - fee / 2 (feeMultHalf). */
export function afterHalfFee(fee: number): Num {
  return numSubtract(ONE, numDivide(feeFraction(fee), TWO));
}

/** Deposits round up, withdrawals down (getAssetRounding). */
function assetRounding(move: PoolMove): RoundingMode {
  return move === 'deposit' ? 'upward' : 'downward';
}

/** LP tokens round down for deposits and up for withdrawals (getLPTokenRounding). */
function lpTokenRounding(move: PoolMove): RoundingMode {
  return move === 'deposit' ? 'downward' : 'upward';
}

/** A fraction of the amount (multiply). */
function partOf<T extends TradedAmount>(amount: T, fraction: Num, mode: RoundingMode): T {
  return amountFromNum(assetOf(amount), numMultiply(amountToNum(amount), fraction, mode), mode) as T;
}

/** `a / b` as a number. */
export function ratioOf(a: TradedAmount, b: TradedAmount): Num {
  return numDivide(amountToNum(a), amountToNum(b));
}

/** LP tokens of the first deposit: the square root of the product (ammLPTokens). */
export function initialLpTokens(one: TradedAmount, other: TradedAmount, lpToken: TokenIssue): IssuedAmount {
  const product = numMultiply(amountToNum(one), amountToNum(other), 'downward');
  return amountFromNum(lpToken, numSquareRoot(product, 'downward'), 'downward') as IssuedAmount;
}

/** LP tokens for a deposit of one asset: equation 3. */
export function lpTokensOut(
  balance: TradedAmount,
  deposit: TradedAmount,
  lpTokens: IssuedAmount,
  fee: number,
): IssuedAmount {
  const f1 = afterFee(fee);
  const f2 = numDivide(afterHalfFee(fee), f1);
  const r = ratioOf(deposit, balance);
  const root = numSquareRoot(numAdd(numMultiply(f2, f2), numDivide(r, f1)));
  const c = numSubtract(root, f2);
  return partOf(lpTokens, numDivide(numSubtract(r, c), numAdd(ONE, c)), 'downward');
}

/** The deposit of one asset for the given LP tokens: equation 4. */
export function assetIn(
  balance: TradedAmount,
  lpTokens: IssuedAmount,
  tokensOut: IssuedAmount,
  fee: number,
): TradedAmount {
  const f1 = afterFee(fee);
  const f2 = numDivide(afterHalfFee(fee), f1);
  const t1 = ratioOf(tokensOut, lpTokens);
  const t2 = numAdd(ONE, t1);
  const d = numSubtract(f2, numDivide(t1, t2));
  const a = numDivide(ONE, numMultiply(t2, t2));
  const b = numSubtract(numDivide(numMultiply(TWO, d), t2), numDivide(ONE, f1));
  const c = numSubtract(numMultiply(d, d), numMultiply(f2, f2));
  return partOf(balance, positiveRoot(a, b, c), 'upward');
}

/** LP tokens for a withdrawal of one asset: equation 7. */
export function lpTokensIn(
  balance: TradedAmount,
  withdrawal: TradedAmount,
  lpTokens: IssuedAmount,
  fee: number,
): IssuedAmount {
  const r = ratioOf(withdrawal, balance);
  const f = feeFraction(fee);
  const c = numSubtract(numAdd(numMultiply(r, f), TWO), f);
  const root = numSquareRoot(numSubtract(numMultiply(c, c), numMultiply(FOUR, r)));
  return partOf(lpTokens, numDivide(numSubtract(c, root), TWO), 'upward');
}

/** The withdrawal of one asset for the given LP tokens: equation 8. */
export function assetOut(
  balance: TradedAmount,
  lpTokens: IssuedAmount,
  tokensIn: IssuedAmount,
  fee: number,
): TradedAmount {
  const f = feeFraction(fee);
  const t = ratioOf(tokensIn, lpTokens);
  const dividend = numSubtract(numMultiply(t, t), numMultiply(t, numSubtract(TWO, f)));
  return partOf(balance, numDivide(dividend, numSubtract(numMultiply(t, f), ONE)), 'downward');
}

/** The greater root of `a x² + b x + c = 0` (solveQuadraticEq). */
export function positiveRoot(a: Num, b: Num, c: Num): Num {
  const discriminant = numSubtract(numMultiply(b, b), numMultiply(numMultiply(FOUR, a), c));
  return numDivide(numAdd(numNegate(b), numSquareRoot(discriminant)), numMultiply(TWO, a));
}

/**
 * The change of LP tokens that remains after it is added to, or subtracted from, the outstanding ones: sums have 16
 * digits, lower digits are lost (adjustLPTokens).
 */
export function adjustLpTokens(lpTokens: IssuedAmount, change: IssuedAmount, move: PoolMove): IssuedAmount {
  return move === 'deposit'
    ? subtractIssued(addIssued(lpTokens, change, 'downward'), lpTokens, 'downward')
    : addIssued(subtractIssued(change, lpTokens, 'downward'), lpTokens, 'downward');
}

/** A fraction of a balance (getRoundedAsset). */
export function roundedAsset(balance: TradedAmount, fraction: Num, move: PoolMove): TradedAmount {
  return partOf(balance, fraction, assetRounding(move));
}

/** A fraction of the outstanding LP tokens (getRoundedLPTokens). */
export function roundedLpTokens(lpTokens: IssuedAmount, fraction: Num, move: PoolMove): IssuedAmount {
  return adjustLpTokens(lpTokens, partOf(lpTokens, fraction, lpTokenRounding(move)), move);
}

/** An amount of one asset and the LP tokens for it. */
export interface AssetForTokens {
  readonly amount: TradedAmount;
  readonly lpTokens: IssuedAmount;
}

/**
 * The deposit for LP tokens that were computed from `amount` and then adjusted. If rounding makes it exceed `amount`, a
 * smaller one is computed (adjustAssetInByTokens).
 */
export function adjustAssetIn(
  balance: TradedAmount,
  amount: TradedAmount,
  lpTokens: IssuedAmount,
  tokens: IssuedAmount,
  fee: number,
): AssetForTokens {
  const adjusted = assetIn(balance, lpTokens, tokens, fee);
  if (compareAmounts(adjusted, amount) <= 0) return { amount: adjusted, lpTokens: tokens };
  const fewer = lpTokensOut(balance, reflected(amount, adjusted), lpTokens, fee);
  const adjustedTokens = adjustLpTokens(lpTokens, fewer, 'deposit');
  return { amount: lesserAmount(amount, assetIn(balance, lpTokens, adjustedTokens, fee)), lpTokens: adjustedTokens };
}

/** The same for a withdrawal (adjustAssetOutByTokens). */
export function adjustAssetOut(
  balance: TradedAmount,
  amount: TradedAmount,
  lpTokens: IssuedAmount,
  tokens: IssuedAmount,
  fee: number,
): AssetForTokens {
  const adjusted = assetOut(balance, lpTokens, tokens, fee);
  if (compareAmounts(adjusted, amount) <= 0) return { amount: adjusted, lpTokens: tokens };
  const fewer = lpTokensIn(balance, reflected(amount, adjusted), lpTokens, fee);
  const adjustedTokens = adjustLpTokens(lpTokens, fewer, 'withdraw');
  return { amount: lesserAmount(amount, assetOut(balance, lpTokens, adjustedTokens, fee)), lpTokens: adjustedTokens };
}

/** `amount - (other - amount)`. */
function reflected(amount: TradedAmount, other: TradedAmount): TradedAmount {
  return subtractAmounts(amount, subtractAmounts(other, amount));
}

/** True if the amounts differ by less than this fraction of the greater one (withinRelativeDistance). */
export function isWithin(one: TradedAmount, other: TradedAmount, distance: Num): boolean {
  const order = compareAmounts(one, other);
  if (order === 0) return true;
  const [small, large] = order < 0 ? [one, other] : [other, one];
  const difference = subtractAmounts(large, small);
  return numSubtract(ratioOf(difference, large), distance).mantissa < 0n;
}
