/**
 * AMMClawback: withdraws an issuer's tokens from an AMM's pool for a holder's LP tokens, and returns them to the
 * issuer. The other asset goes to the holder, or to its issuer too if that is the same (rippled: AMMClawback.cpp).
 */
import { catchAmountError } from '../../../protocol/amounts/amount-errors.ts';
import { amountFromNum, amountToNum, assetOf, signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { compareIssued, signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import { numMultiply } from '../../../protocol/amounts/number.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { accountKeylet, ammKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type Issue, type IssuedAmount, isSameIssue, type TradedAmount } from '../../../protocol/values.ts';
import { includesMpt } from '../../amm/asset-pair.ts';
import { verifyAndAdjustLpTokenBalance } from '../../amm/liquidity-provider.ts';
import { lpTokensHeld, type Pool, poolOf } from '../../amm/pool.ts';
import { ratioOf, roundedAsset, roundedLpTokens } from '../../amm/pool-math.ts';
import { equalWithdrawal, type Withdrawal, withdraw } from '../../amm/withdrawal.ts';
import { isTokenAsset } from '../../assets/asset-kind.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';
import { directSend } from '../../trust-lines/token-transfer.ts';

type AmmClawback = TransactionOf<'AMMClawback'>;

const { tfClawTwoAssets } = TransactionFlags.AMMClawback;
const { AccountRoot: Bits } = EntryFlags;

export const ammClawback = defineTransaction({
  name: 'AMMClawback',

  isDisabled({ Asset, Asset2, Amount }) {
    return includesMpt([Asset, Asset2], [Amount]);
  },

  preflight({ tx }) {
    if (tx.Account === tx.Holder || !isTokenAsset(tx.Asset)) return 'temMALFORMED';
    if (hasFlag(tx, tfClawTwoAssets) && tx.Asset.issuer !== issuerIn(tx.Asset2)) return 'temINVALID_FLAG';
    if (tx.Asset.issuer !== tx.Account) return 'temMALFORMED';
    if (tx.Amount === undefined) return 'tesSUCCESS';
    return isSameIssue(assetOf(tx.Amount), tx.Asset) && signOfAmount(tx.Amount) > 0 ? 'tesSUCCESS' : 'temBAD_AMOUNT';
  },

  preclaim({ view, tx }) {
    const issuer = view.read(accountKeylet(tx.Account));
    if (issuer === undefined || view.read(accountKeylet(tx.Holder)) === undefined) return 'terNO_ACCOUNT';
    if (view.read(ammKeylet(tx.Asset, tx.Asset2)) === undefined) return 'terNO_AMM';
    return mayClawBack(issuer) ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  },

  apply(context) {
    return catchAmountError('tefEXCEPTION', () => clawBack(context));
  },
});

function issuerIn(asset: Issue): string | undefined {
  return isTokenAsset(asset) ? asset.issuer : undefined;
}

/** One check covers both assets: with tfClawTwoAssets they have the same issuer. */
function mayClawBack(issuer: Readonly<AccountRoot>): boolean {
  return hasFlag(issuer, Bits.lsfAllowTrustLineClawback) && !hasFlag(issuer, Bits.lsfNoFreeze);
}

function clawBack({ sandbox, tx, fees, balanceBeforeFeeDrops }: ApplyContext<AmmClawback>): Ter {
  const amm = sandbox.peek(ammKeylet(tx.Asset, tx.Asset2));
  if (amm === undefined) return 'tecINTERNAL';
  const held = lpTokensHeld(sandbox, amm, tx.Holder);
  if (signOfIssued(held) === 0) return 'tecAMM_BALANCE';
  const adjusted = verifyAndAdjustLpTokenBalance(sandbox, amm, tx.Holder, held);
  if (adjusted !== 'tesSUCCESS') return adjusted;
  const pool = poolOf(sandbox, amm, tx.Asset);
  if (pool === undefined) return 'tecAMM_INVALID_TOKENS';
  const plan = planClawback(pool, held, tx.Amount as TradedAmount | undefined);
  if (typeof plan === 'string') return plan;
  const terms = { fees, account: tx.Holder, balanceBeforeFeeDrops, zeroIfFrozen: false };
  const withdrawn = withdraw(sandbox, amm, pool, plan, terms);
  if (withdrawn !== 'tesSUCCESS') return withdrawn;
  const taken = directSend(sandbox, tx.Holder, tx.Account, plan.amount as IssuedAmount);
  if (taken !== 'tesSUCCESS' || !hasFlag(tx, tfClawTwoAssets)) return taken;
  return directSend(sandbox, tx.Holder, tx.Account, plan.amount2 as IssuedAmount);
}

/** Withdraws both assets in proportion: for `amount`, or for all of the holder's LP tokens if these are not enough. */
function planClawback(pool: Pool, held: IssuedAmount, amount: TradedAmount | undefined): Withdrawal | Ter {
  if (amount === undefined) return equalWithdrawal(pool, held, { isAll: true });
  const { balance, balance2, lpTokens } = pool;
  const fraction = ratioOf(amount, balance);
  const wanted = amountFromNum(assetOf(lpTokens), numMultiply(amountToNum(lpTokens), fraction)) as IssuedAmount;
  if (compareIssued(wanted, held) > 0) return equalWithdrawal(pool, held, { isAll: true });
  const tokens = roundedLpTokens(lpTokens, fraction, 'withdraw');
  if (signOfIssued(tokens) === 0) return 'tecAMM_INVALID_TOKENS';
  const adjusted = ratioOf(tokens, lpTokens);
  return {
    amount: roundedAsset(balance, adjusted, 'withdraw'),
    amount2: roundedAsset(balance2, adjusted, 'withdraw'),
    lpTokens: tokens,
  };
}
