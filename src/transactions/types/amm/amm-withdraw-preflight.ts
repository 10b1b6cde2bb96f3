/**
 * AMMWithdraw, preflight: checks without a ledger; each mode has its own fields (rippled: AMMWithdraw.cpp, preflight).
 */
import { signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { NotTec } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { checkAssetPair, checkGivenAmounts } from '../../amm/asset-pair.ts';
import { hasModeFields, isSameAmountAsset, type ModeFields, modeOf } from './amm-modes.ts';

export type AmmWithdraw = TransactionOf<'AMMWithdraw'>;

const Tf = TransactionFlags.AMMWithdraw;

/** The fields of each mode. */
const MODES: readonly ModeFields[] = [
  { flag: Tf.tfLPToken, required: ['LPTokenIn'] },
  { flag: Tf.tfWithdrawAll, required: [] },
  { flag: Tf.tfOneAssetWithdrawAll, required: ['Amount'] },
  { flag: Tf.tfSingleAsset, required: ['Amount'] },
  { flag: Tf.tfTwoAsset, required: ['Amount', 'Amount2'] },
  { flag: Tf.tfOneAssetLPToken, required: ['Amount', 'LPTokenIn'] },
  { flag: Tf.tfLimitLPToken, required: ['Amount', 'EPrice'] },
];
const FIELDS = ['Amount', 'Amount2', 'EPrice', 'LPTokenIn'] as const;

/** Checks mode, fields and amounts. */
export function preflightWithdraw(tx: Readonly<AmmWithdraw>): NotTec {
  const mode = modeOf(tx, MODES);
  if (mode === undefined || !hasModeFields(tx, mode, FIELDS)) return 'temMALFORMED';
  const pair = [tx.Asset, tx.Asset2] as const;
  const checked = checkAssetPair(pair);
  if (checked !== 'tesSUCCESS') return checked;
  const { Amount: amount, Amount2: amount2, LPTokenIn: lpTokens, EPrice: price } = tx;
  if (isSameAmountAsset(amount, amount2)) return 'temBAD_AMM_TOKENS';
  if (lpTokens !== undefined && signOfAmount(lpTokens) <= 0) return 'temBAD_AMM_TOKENS';
  const allowsZero = hasFlag(tx, Tf.tfOneAssetWithdrawAll) || hasFlag(tx, Tf.tfOneAssetLPToken) || price !== undefined;
  return checkGivenAmounts([
    [amount, { pair, allowsZero }],
    [amount2, { pair }],
    [price, {}],
  ]);
}
