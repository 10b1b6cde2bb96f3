/**
 * AMMDeposit, preflight: checks without a ledger; each mode has its own fields (rippled: AMMDeposit.cpp, preflight).
 */
import { assetOf, signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { NotTec } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type AssetPair, checkAssetPair, checkGivenAmounts, MAX_TRADING_FEE } from '../../amm/asset-pair.ts';
import { hasModeFields, isSameAmountAsset, type ModeFields, modeOf } from './amm-modes.ts';

export type AmmDeposit = TransactionOf<'AMMDeposit'>;

const Tf = TransactionFlags.AMMDeposit;

/** The fields of each mode. Optional ones are minimums. */
const MODES: readonly ModeFields[] = [
  { flag: Tf.tfLPToken, required: ['LPTokenOut'], together: ['Amount', 'Amount2'] },
  { flag: Tf.tfSingleAsset, required: ['Amount'], optional: ['LPTokenOut'] },
  { flag: Tf.tfTwoAsset, required: ['Amount', 'Amount2'], optional: ['LPTokenOut'] },
  { flag: Tf.tfOneAssetLPToken, required: ['Amount', 'LPTokenOut'] },
  { flag: Tf.tfLimitLPToken, required: ['Amount', 'EPrice'] },
  { flag: Tf.tfTwoAssetIfEmpty, required: ['Amount', 'Amount2'], optional: ['TradingFee'] },
];
const FIELDS = ['Amount', 'Amount2', 'EPrice', 'LPTokenOut', 'TradingFee'] as const;

/** Checks mode, fields, amounts and fee. */
export function preflightDeposit(tx: Readonly<AmmDeposit>): NotTec {
  const mode = modeOf(tx, MODES);
  if (mode === undefined || !hasModeFields(tx, mode, FIELDS)) return 'temMALFORMED';
  const pair = [tx.Asset, tx.Asset2] as const;
  const checked = checkAssetPair(pair);
  if (checked !== 'tesSUCCESS') return checked;
  const amounts = checkAmounts(tx, pair);
  if (amounts !== 'tesSUCCESS') return amounts;
  return (tx.TradingFee ?? 0) > MAX_TRADING_FEE ? 'temBAD_FEE' : 'tesSUCCESS';
}

function checkAmounts(tx: Readonly<AmmDeposit>, pair: AssetPair): NotTec {
  const { Amount: amount, Amount2: amount2, LPTokenOut: lpTokens, EPrice: price } = tx;
  if (isSameAmountAsset(amount, amount2)) return 'temBAD_AMM_TOKENS';
  if (lpTokens !== undefined && signOfAmount(lpTokens) <= 0) return 'temBAD_AMM_TOKENS';
  return checkGivenAmounts([
    [amount, { pair, allowsZero: price !== undefined }],
    [amount2, { pair }],
    // The price is in the deposited asset per LP token.
    [price, amount === undefined ? {} : { pair: [assetOf(amount), assetOf(amount)] }],
  ]);
}
