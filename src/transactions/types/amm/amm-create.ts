/**
 * AMMCreate: creates an AMM for two assets, with a pseudo-account, and makes the first deposit. The sender gets the LP
 * tokens (rippled: AMMCreate.cpp).
 */
import type { ReadView } from '../../../ledger/read-view.ts';
import { assetOf, compareAmounts } from '../../../protocol/amounts/amount-math.ts';
import type { AMM } from '../../../protocol/entries/entries.ts';
import { accountKeylet, ammKeylet, lineKeylet, sortedAssets } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  type AccountId,
  type Amount,
  type Issue,
  isNative,
  isSameIssue,
  type TradedAmount,
} from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { createPseudoAccount, pseudoAccountAddress } from '../../accounts/pseudo-account.ts';
import { type AssetPair, checkGivenAmounts, includesMpt, MAX_TRADING_FEE } from '../../amm/asset-pair.ts';
import { initializeFeeAuctionVote } from '../../amm/auction-slot.ts';
import { lpTokenIssue } from '../../amm/pool.ts';
import { initialLpTokens } from '../../amm/pool-math.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { checkFrozen } from '../../assets/asset-freeze.ts';
import { isTokenAsset } from '../../assets/asset-kind.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { accountFunds, spendableDrops } from '../../trust-lines/account-funds.ts';
import { accountSend } from '../../trust-lines/token-transfer.ts';

type AmmCreate = TransactionOf<'AMMCreate'>;

export const ammCreate = defineTransaction({
  name: 'AMMCreate',

  isDisabled({ Amount, Amount2 }) {
    return includesMpt([], [Amount, Amount2]);
  },

  baseFee(_tx, _view, { fees }) {
    return fees.reserveIncrementDrops;
  },

  preflight({ tx }) {
    const [one, other] = pairOf(tx);
    if (isSameIssue(one, other)) return 'temBAD_AMM_TOKENS';
    const amounts = checkGivenAmounts([
      [tx.Amount, {}],
      [tx.Amount2, {}],
    ]);
    if (amounts !== 'tesSUCCESS') return amounts;
    return tx.TradingFee > MAX_TRADING_FEE ? 'temBAD_FEE' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const pair = pairOf(tx);
    if (view.read(ammKeylet(...pair)) !== undefined) return 'tecDUPLICATE';
    const usable = checkAssets(view, tx.Account, pair);
    if (usable !== 'tesSUCCESS') return usable;
    const funded = checkFunds(context);
    if (funded !== 'tesSUCCESS') return funded;
    if (pair.some((asset) => isLpToken(view, asset))) return 'tecAMM_INVALID_TOKENS';
    return pseudoAccountAddress(view, ammKeylet(...pair).key) === undefined ? 'terADDRESS_COLLISION' : 'tesSUCCESS';
  },

  apply(context) {
    const { sandbox, tx } = context;
    const pair = pairOf(tx);
    const account = createPseudoAccount(sandbox, ammKeylet(...pair).key, 'AMMID')?.Account;
    if (account === undefined) return 'tecDUPLICATE';
    const amm = newAmm(context, pair, account);
    const listed = insertOwnedEntry(sandbox, amm);
    if (listed !== 'tesSUCCESS') return listed;
    const issued = accountSend(sandbox, account, tx.Account, amm.LPTokenBalance);
    if (issued !== 'tesSUCCESS') return issued;
    for (const amount of amountsOf(tx)) {
      const sent = payIntoPool(context, account, amount);
      if (sent !== 'tesSUCCESS') return sent;
    }
    return 'tesSUCCESS';
  },
});

function amountsOf(tx: Readonly<AmmCreate>): readonly [TradedAmount, TradedAmount] {
  return [tx.Amount as TradedAmount, tx.Amount2 as TradedAmount];
}

function pairOf({ Amount: one, Amount2: other }: Readonly<{ Amount: Amount; Amount2: Amount }>): AssetPair {
  return [assetOf(one), assetOf(other)];
}

/** Checks that the sender may hold and send both assets, and that their issuers allow rippling. */
function checkAssets(view: ReadView, account: AccountId, pair: AssetPair): Ter {
  for (const check of [requireAuth, checkFrozen]) {
    for (const asset of pair) {
      const checked = check(view, account, asset);
      if (checked !== 'tesSUCCESS') return checked;
    }
  }
  return pair.some((asset) => forbidsRippling(view, asset)) ? 'terNO_RIPPLE' : 'tesSUCCESS';
}

function forbidsRippling(view: ReadView, asset: Issue): boolean {
  const issuer = isTokenAsset(asset) ? view.read(accountKeylet(asset.issuer)) : undefined;
  return issuer !== undefined && !hasFlag(issuer, EntryFlags.AccountRoot.lsfDefaultRipple);
}

/** Checks that the sender has the amounts, and the reserve for the LP token trust line. */
function checkFunds({ view, tx, fees }: PreclaimContext<AmmCreate>): Ter {
  const drops = spendableDrops(view, tx.Account, fees, 1);
  if (drops <= 0n) return 'tecINSUF_RESERVE_LINE';
  const isShort = (amount: TradedAmount) => {
    const funds = isNative(amount) ? drops : accountFunds(view, tx.Account, amount, fees);
    return compareAmounts(funds, amount) < 0;
  };
  return amountsOf(tx).some(isShort) ? 'tecUNFUNDED_AMM' : 'tesSUCCESS';
}

function isLpToken(view: ReadView, asset: Issue): boolean {
  return isTokenAsset(asset) && view.read(accountKeylet(asset.issuer))?.AMMID !== undefined;
}

function newAmm({ sandbox, tx }: ApplyContext<AmmCreate>, pair: AssetPair, account: AccountId): AMM {
  const lpToken = lpTokenIssue(pair, account);
  const amm = newEntry(ammKeylet(...pair));
  amm.Account = account;
  amm.LPTokenBalance = initialLpTokens(...amountsOf(tx), lpToken);
  [amm.Asset, amm.Asset2] = sortedAssets(...pair);
  initializeFeeAuctionVote(sandbox, amm, tx.Account, lpToken, tx.TradingFee);
  return amm;
}

/** The AMM's new trust line is marked with lsfAMMNode. */
function payIntoPool({ sandbox, tx }: ApplyContext<AmmCreate>, ammAccount: AccountId, amount: TradedAmount): Ter {
  const sent = accountSend(sandbox, tx.Account, ammAccount, amount, { waivesFee: true });
  if (sent !== 'tesSUCCESS' || isNative(amount)) return sent;
  const line = sandbox.peek(lineKeylet(ammAccount, amount.issuer, amount.currency));
  if (line === undefined) return 'tecINTERNAL';
  line.Flags |= EntryFlags.RippleState.lsfAMMNode;
  sandbox.update(line);
  return 'tesSUCCESS';
}
