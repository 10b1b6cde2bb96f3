/** AMMDeposit: the amounts of each mode (rippled: AMMDeposit.cpp, one function per mode). */
import { catchAmountError } from '../../../protocol/amounts/amount-errors.ts';
import {
  amountFromNum,
  amountToNum,
  assetOf,
  compareAmounts,
  isZeroAmount,
  signOfAmount,
} from '../../../protocol/amounts/amount-math.ts';
import { divide } from '../../../protocol/amounts/amount-product.ts';
import { signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import {
  type Num,
  numAdd,
  numCompare,
  numDivide,
  numMultiply,
  numOf,
  numSubtract,
} from '../../../protocol/amounts/number.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { IssuedAmount, TradedAmount } from '../../../protocol/values.ts';
import type { Pool } from '../../amm/pool.ts';
import {
  type AssetForTokens,
  adjustAssetIn,
  adjustLpTokens,
  afterFee,
  afterHalfFee,
  assetIn,
  initialLpTokens,
  lpTokensOut,
  positiveRoot,
  ratioOf,
  roundedAsset,
  roundedLpTokens,
} from '../../amm/pool-math.ts';
import type { AmmDeposit } from './amm-deposit-preflight.ts';

const Tf = TransactionFlags.AMMDeposit;
const ONE = numOf(1n);
const TWO = numOf(2n);

/** The amounts paid into the pool, and the LP tokens issued for them. */
export interface Deposit extends AssetForTokens {
  /** Absent for a deposit of one asset. */
  readonly amount2?: TradedAmount;
  /** The minimums that the sender accepts. */
  readonly least?: {
    readonly amount?: TradedAmount | undefined;
    readonly amount2?: TradedAmount | undefined;
    readonly lpTokens?: IssuedAmount | undefined;
  };
}

/** The deposit for the transaction's mode. The pool's first asset is that of `Amount`. */
export function planDeposit(tx: Readonly<AmmDeposit>, pool: Pool, fee: number): Deposit | Ter {
  const amount = tx.Amount as TradedAmount;
  const amount2 = tx.Amount2 as TradedAmount;
  const lpTokens = tx.LPTokenOut as IssuedAmount;
  const least = { lpTokens };
  if (hasFlag(tx, Tf.tfTwoAsset)) return withLeast(bothWithinLimits(pool, amount, amount2), least);
  if (hasFlag(tx, Tf.tfOneAssetLPToken)) return oneForTokens(pool, amount, lpTokens, fee);
  if (hasFlag(tx, Tf.tfLimitLPToken)) return oneAtPrice(pool, amount, tx.EPrice as TradedAmount, fee);
  if (hasFlag(tx, Tf.tfSingleAsset)) return withLeast(oneAmount(pool, amount, fee), least);
  if (hasFlag(tx, Tf.tfLPToken)) return withLeast(bothForTokens(pool, lpTokens), { amount, amount2 });
  return { amount, amount2, lpTokens: initialLpTokens(amount, amount2, pool.lpTokens) };
}

function withLeast(deposit: Deposit | Ter, least: NonNullable<Deposit['least']>): Deposit | Ter {
  return typeof deposit === 'string' ? deposit : { ...deposit, least };
}

/** Both assets in proportion, for the given LP tokens (equalDepositTokens). */
function bothForTokens({ balance, balance2, lpTokens }: Pool, wanted: IssuedAmount): Deposit | Ter {
  return catchAmountError('tecINTERNAL', () => {
    const tokens = adjustLpTokens(lpTokens, wanted, 'deposit');
    if (signOfIssued(tokens) === 0) return 'tecAMM_INVALID_TOKENS';
    const fraction = amountToNum(divide(tokens, lpTokens, assetOf(lpTokens)));
    return {
      amount: roundedAsset(balance, fraction, 'deposit'),
      amount2: roundedAsset(balance2, fraction, 'deposit'),
      lpTokens: tokens,
    };
  });
}

/** Both assets, each up to its limit (equalDepositLimit). */
function bothWithinLimits(
  { balance, balance2, lpTokens }: Pool,
  amount: TradedAmount,
  amount2: TradedAmount,
): Deposit | Ter {
  const tokens = roundedLpTokens(lpTokens, ratioOf(amount, balance), 'deposit');
  if (signOfIssued(tokens) === 0) return 'tecAMM_INVALID_TOKENS';
  const other = roundedAsset(balance2, ratioOf(tokens, lpTokens), 'deposit');
  if (compareAmounts(other, amount2) <= 0) return { amount, amount2: other, lpTokens: tokens };

  const tokens2 = roundedLpTokens(lpTokens, ratioOf(amount2, balance2), 'deposit');
  if (signOfIssued(tokens2) === 0) return 'tecAMM_INVALID_TOKENS';
  const one = roundedAsset(balance, ratioOf(tokens2, lpTokens), 'deposit');
  return compareAmounts(one, amount) <= 0 ? { amount: one, amount2, lpTokens: tokens2 } : 'tecAMM_FAILED';
}

/** One asset, for the LP tokens that it is worth (singleDeposit). */
function oneAmount({ balance, lpTokens }: Pool, amount: TradedAmount, fee: number): Deposit | Ter {
  const tokens = adjustLpTokens(lpTokens, lpTokensOut(balance, amount, lpTokens, fee), 'deposit');
  if (signOfIssued(tokens) <= 0) return 'tecAMM_INVALID_TOKENS';
  return withTokens(adjustAssetIn(balance, amount, lpTokens, tokens, fee));
}

/** One asset, at most `amount`, for the given LP tokens (singleDepositTokens). */
function oneForTokens(
  { balance, lpTokens }: Pool,
  amount: TradedAmount,
  wanted: IssuedAmount,
  fee: number,
): Deposit | Ter {
  const tokens = adjustLpTokens(lpTokens, wanted, 'deposit');
  if (signOfIssued(tokens) === 0) return 'tecAMM_INVALID_TOKENS';
  const deposit = assetIn(balance, lpTokens, tokens, fee);
  return compareAmounts(deposit, amount) > 0 ? 'tecAMM_FAILED' : { amount: deposit, lpTokens: tokens };
}

/** One asset up to a price per LP token: all of `amount`, or as much as that price allows (singleDepositEPrice). */
function oneAtPrice(pool: Pool, amount: TradedAmount, price: TradedAmount, fee: number): Deposit | Ter {
  const { balance, lpTokens } = pool;
  if (!isZeroAmount(amount)) {
    const whole = oneAmount(pool, amount, fee);
    if (typeof whole === 'string') return whole;
    if (numCompare(ratioOf(whole.amount, whole.lpTokens), amountToNum(price)) <= 0) return whole;
  }
  const deposit = roundedAsset(balance, fractionAtPrice(pool, price, fee), 'deposit');
  if (signOfAmount(deposit) <= 0) return 'tecAMM_FAILED';
  const quotient = numDivide(amountToNum(deposit), amountToNum(price), 'downward');
  const tokens = amountFromNum(assetOf(lpTokens), quotient, 'downward') as IssuedAmount;
  return withTokens(adjustAssetIn(balance, deposit, lpTokens, adjustLpTokens(lpTokens, tokens, 'deposit'), fee));
}

/** The deposit as a fraction of the balance: equation 3 with the LP tokens expressed by their price. */
function fractionAtPrice({ balance, lpTokens }: Pool, price: TradedAmount, fee: number): Num {
  const f1 = afterFee(fee);
  const f2 = numDivide(afterHalfFee(fee), f1);
  const cost = numMultiply(amountToNum(price), amountToNum(lpTokens));
  const c = numDivide(numMultiply(f1, amountToNum(balance)), cost);
  const d = numSubtract(numAdd(f1, numMultiply(c, f2)), c);
  const a1 = numMultiply(c, c);
  const b1 = numSubtract(
    numAdd(numMultiply(numMultiply(numMultiply(c, c), f2), f2), numMultiply(TWO, c)),
    numMultiply(d, d),
  );
  const c1 = numSubtract(
    numAdd(numMultiply(numMultiply(numMultiply(TWO, c), f2), f2), ONE),
    numMultiply(numMultiply(TWO, d), f2),
  );
  return numMultiply(f1, positiveRoot(a1, b1, c1));
}

function withTokens(deposit: AssetForTokens): Deposit | Ter {
  return signOfIssued(deposit.lpTokens) === 0 ? 'tecAMM_INVALID_TOKENS' : deposit;
}
