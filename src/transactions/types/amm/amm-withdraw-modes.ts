/** AMMWithdraw: the amounts of each mode (rippled: AMMWithdraw.cpp, one function per mode). */
import {
  amountFromNum,
  amountToNum,
  assetOf,
  compareAmounts,
  isZeroAmount,
} from '../../../protocol/amounts/amount-math.ts';
import { signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import { numAdd, numDivide, numMultiply, numOf, numSubtract } from '../../../protocol/amounts/number.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { IssuedAmount, TradedAmount } from '../../../protocol/values.ts';
import type { Pool } from '../../amm/pool.ts';
import {
  adjustAssetOut,
  adjustLpTokens,
  assetOut,
  feeFraction,
  lpTokensIn,
  ratioOf,
  roundedAsset,
  roundedLpTokens,
} from '../../amm/pool-math.ts';
import { equalWithdrawal, type Withdrawal } from '../../amm/withdrawal.ts';
import type { AmmWithdraw } from './amm-withdraw-preflight.ts';

const Tf = TransactionFlags.AMMWithdraw;
const TWO = numOf(2n);

/** True if all LP tokens of the sender are redeemed. */
function isWithdrawAll(tx: Readonly<AmmWithdraw>): boolean {
  return hasFlag(tx, Tf.tfWithdrawAll) || hasFlag(tx, Tf.tfOneAssetWithdrawAll);
}

/** The LP tokens to redeem, if the transaction specifies them. */
export function tokensToWithdraw(tx: Readonly<AmmWithdraw>, held: IssuedAmount): IssuedAmount | undefined {
  return isWithdrawAll(tx) ? held : (tx.LPTokenIn as IssuedAmount | undefined);
}

/**
 * The withdrawal for the transaction's mode. The pool's first asset is that of `Amount`; `held` is the sender's balance
 * of LP tokens.
 */
export function planWithdrawal(
  tx: Readonly<AmmWithdraw>,
  pool: Pool,
  held: IssuedAmount,
  fee: number,
): Withdrawal | Ter {
  const amount = tx.Amount as TradedAmount;
  if (hasFlag(tx, Tf.tfTwoAsset)) return bothWithinLimits(pool, amount, tx.Amount2 as TradedAmount);
  if (hasFlag(tx, Tf.tfLimitLPToken)) return oneAtPrice(pool, amount, tx.EPrice as IssuedAmount, fee);
  if (hasFlag(tx, Tf.tfSingleAsset)) return oneAmount(pool, amount, fee);
  const tokens = tokensToWithdraw(tx, held)!;
  const isAll = isWithdrawAll(tx);
  if (hasFlag(tx, Tf.tfLPToken) || hasFlag(tx, Tf.tfWithdrawAll)) return equalWithdrawal(pool, tokens, { isAll });
  return oneForTokens(pool, amount, isAll ? tokens : adjustLpTokens(pool.lpTokens, tokens, 'withdraw'), fee);
}

/** Both assets, each up to its limit (equalWithdrawLimit). */
function bothWithinLimits(pool: Pool, amount: TradedAmount, amount2: TradedAmount): Withdrawal | Ter {
  const { lpTokens } = pool;
  const tokens = roundedLpTokens(lpTokens, ratioOf(amount, pool.balance), 'withdraw');
  if (signOfIssued(tokens) === 0) return 'tecAMM_INVALID_TOKENS';
  const other = roundedAsset(pool.balance2, ratioOf(tokens, lpTokens), 'withdraw');
  if (compareAmounts(other, amount2) <= 0) return { amount, amount2: other, lpTokens: tokens };

  const tokens2 = roundedLpTokens(lpTokens, ratioOf(amount2, pool.balance2), 'withdraw');
  if (signOfIssued(tokens2) === 0) return 'tecAMM_INVALID_TOKENS';
  const one = roundedAsset(pool.balance, ratioOf(tokens2, lpTokens), 'withdraw');
  return compareAmounts(one, amount) > 0 ? 'tecAMM_FAILED' : { amount: one, amount2, lpTokens: tokens2 };
}

/** One asset, for the LP tokens that it costs (singleWithdraw). */
function oneAmount(pool: Pool, amount: TradedAmount, fee: number): Withdrawal | Ter {
  const { balance, lpTokens } = pool;
  const tokens = adjustLpTokens(lpTokens, lpTokensIn(balance, amount, lpTokens, fee), 'withdraw');
  if (signOfIssued(tokens) === 0) return 'tecAMM_INVALID_TOKENS';
  const adjusted = adjustAssetOut(balance, amount, lpTokens, tokens, fee);
  return signOfIssued(adjusted.lpTokens) === 0 ? 'tecAMM_INVALID_TOKENS' : adjusted;
}

/** One asset for the given LP tokens, at least `amount` (singleWithdrawTokens). */
function oneForTokens(pool: Pool, amount: TradedAmount, tokens: IssuedAmount, fee: number): Withdrawal | Ter {
  if (signOfIssued(tokens) === 0) return 'tecAMM_INVALID_TOKENS';
  return atLeast(amount, { amount: assetOut(pool.balance, pool.lpTokens, tokens, fee), lpTokens: tokens });
}

/** One asset at a price in LP tokens, at least `amount` (singleWithdrawEPrice). */
function oneAtPrice(pool: Pool, amount: TradedAmount, price: IssuedAmount, fee: number): Withdrawal | Ter {
  const all = amountToNum(pool.lpTokens);
  const ae = numMultiply(amountToNum(pool.balance), amountToNum(price));
  const f = feeFraction(fee);
  const dividend = numAdd(all, numMultiply(ae, numSubtract(f, TWO)));
  const fraction = numDivide(dividend, numSubtract(numMultiply(all, f), ae));
  const tokens = roundedLpTokens(pool.lpTokens, fraction, 'withdraw');
  if (signOfIssued(tokens) <= 0) return 'tecAMM_INVALID_TOKENS';
  const quotient = numDivide(amountToNum(tokens), amountToNum(price), 'downward');
  return atLeast(amount, {
    amount: amountFromNum(assetOf(amount), quotient, 'downward') as TradedAmount,
    lpTokens: tokens,
  });
}

function atLeast(least: TradedAmount, withdrawal: Withdrawal): Withdrawal | Ter {
  const isEnough = isZeroAmount(least) || compareAmounts(withdrawal.amount, least) >= 0;
  return isEnough ? withdrawal : 'tecAMM_FAILED';
}
