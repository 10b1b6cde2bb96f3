/** AMMDeposit, preclaim: checks against the ledger (rippled: AMMDeposit.cpp, preclaim). */
import type { ReadView } from '../../../ledger/read-view.ts';
import {
  assetOf,
  compareAmounts,
  type Fees,
  isZeroAmount,
  signOfAmount,
} from '../../../protocol/amounts/amount-math.ts';
import { signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import type { AMM, TokenIssue } from '../../../protocol/entries/entries.ts';
import { ammKeylet, lineKeylet } from '../../../protocol/entries/keylets.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type AccountId, type Issue, isNative, isSameIssue, type TradedAmount } from '../../../protocol/values.ts';
import { lpTokensHeld, type Pool, poolOf } from '../../amm/pool.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { checkFrozen, checkIndividualFrozen } from '../../assets/asset-freeze.ts';
import type { PreclaimContext } from '../../transaction-type.ts';
import { accountHolds, spendableDrops } from '../../trust-lines/account-funds.ts';
import type { AmmDeposit } from './amm-deposit-preflight.ts';

const Tf = TransactionFlags.AMMDeposit;

/** Checks the pool, both assets, the sender's funds, and the reserve for an LP token trust line. */
export function preclaimDeposit(context: PreclaimContext<AmmDeposit>): Ter {
  const { view, tx, fees } = context;
  const amm = view.read(ammKeylet(tx.Asset, tx.Asset2));
  if (amm === undefined) return 'terNO_AMM';
  const pool = poolOf(view, amm, undefined)!;
  const filled = hasFlag(tx, Tf.tfTwoAssetIfEmpty) ? checkEmpty(pool) : checkFilled(pool);
  if (filled !== 'tesSUCCESS') return filled;
  for (const asset of [tx.Asset, tx.Asset2]) {
    const usable = checkAsset(view, tx.Account, asset);
    if (usable !== 'tesSUCCESS') return usable;
  }
  const amounts = checkAmounts(context, amm, pool);
  if (amounts !== 'tesSUCCESS') return amounts;
  const isOtherToken = tx.LPTokenOut !== undefined && !isSameIssue(assetOf(tx.LPTokenOut), amm.LPTokenBalance);
  if (isOtherToken) return 'temBAD_AMM_TOKENS';
  const needsLine = isZeroAmount(lpTokensHeld(view, amm, tx.Account));
  return needsLine && spendableDrops(view, tx.Account, fees, 1) <= 0n ? 'tecINSUF_RESERVE_LINE' : 'tesSUCCESS';
}

function checkEmpty({ balance, balance2, lpTokens }: Pool): Ter {
  if (signOfIssued(lpTokens) !== 0) return 'tecAMM_NOT_EMPTY';
  return isZeroAmount(balance) && isZeroAmount(balance2) ? 'tesSUCCESS' : 'tecINTERNAL';
}

function checkFilled({ balance, balance2, lpTokens }: Pool): Ter {
  if (signOfIssued(lpTokens) === 0) return 'tecAMM_EMPTY';
  return [balance, balance2, lpTokens].some((amount) => signOfAmount(amount) <= 0) ? 'tecINTERNAL' : 'tesSUCCESS';
}

/** A deposit of one asset also needs permission to hold the other, because LP tokens are shares of both. */
function checkAsset(view: ReadView, account: AccountId, asset: Issue): Ter {
  const permitted = requireAuth(view, account, asset, 'weak');
  return permitted === 'tesSUCCESS' ? checkFrozen(view, account, asset) : permitted;
}

/** With tfLPToken the amounts are only minimums, so the pool's assets are checked instead. */
function checkAmounts(context: PreclaimContext<AmmDeposit>, amm: Readonly<AMM>, pool: Pool): Ter {
  const { view, tx, fees } = context;
  const isByTokens = hasFlag(tx, Tf.tfLPToken);
  const amounts = isByTokens ? [pool.balance, pool.balance2] : [tx.Amount, tx.Amount2];
  for (const amount of amounts as (TradedAmount | undefined)[]) {
    if (amount === undefined) continue;
    const usable = checkAmountAsset(context, amm.Account, assetOf(amount));
    if (usable !== 'tesSUCCESS') return usable;
    const funded = isByTokens ? 'tesSUCCESS' : checkFunds(view, tx.Account, amount, amm.LPTokenBalance, fees);
    if (funded !== 'tesSUCCESS') return funded;
  }
  return 'tesSUCCESS';
}

function checkAmountAsset({ view, tx }: PreclaimContext<AmmDeposit>, ammAccount: AccountId, asset: Issue): Ter {
  const permitted = requireAuth(view, tx.Account, asset);
  if (permitted !== 'tesSUCCESS') return permitted;
  const frozen = checkFrozen(view, ammAccount, asset);
  return frozen === 'tesSUCCESS' ? checkIndividualFrozen(view, tx.Account, asset) : frozen;
}

/** Checks the balance. For XRP, the reserve of a missing LP token trust line must remain. */
export function checkFunds(
  view: ReadView,
  account: AccountId,
  amount: TradedAmount,
  { issuer, currency }: TokenIssue,
  fees: Fees,
): Ter {
  if (!isNative(amount)) {
    const isFunded = amount.issuer === account || compareAmounts(accountHolds(view, account, amount), amount) >= 0;
    return isFunded ? 'tesSUCCESS' : 'tecUNFUNDED_AMM';
  }
  const hasLine = view.read(lineKeylet(account, issuer, currency)) !== undefined;
  if (spendableDrops(view, account, fees, hasLine ? 0 : 1) >= amount) return 'tesSUCCESS';
  return hasLine ? 'tecUNFUNDED_AMM' : 'tecINSUF_RESERVE_LINE';
}
