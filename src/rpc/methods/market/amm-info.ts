/** `amm_info`: an automated market maker, its pool, the votes on its fee and its auction slot (rippled: AMMInfo.cpp). */
import { accountIdToAddress, addressToAccountId } from '../../../crypto/address.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import type { AMM } from '../../../protocol/entries/entries.ts';
import { accountKeylet, ammById, ammKeylet } from '../../../protocol/entries/keylets.ts';
import { issueFromJson } from '../../../protocol/json/asset-from-json.ts';
import { amountToJson } from '../../../protocol/json/to-json.ts';
import type { AccountId, Amount, Issue, JsonObject } from '../../../protocol/values.ts';
import {
  type AuctionSlot,
  auctionSlotOf,
  authorizedAccounts,
  SLOT_INTERVALS,
  slotInterval,
  voteEntriesOf,
} from '../../../transactions/amm/auction-slot.ts';
import { lpTokensHeld, poolHolds } from '../../../transactions/amm/pool.ts';
import { isFrozen } from '../../../transactions/assets/asset-freeze.ts';
import { isTokenAsset } from '../../../transactions/assets/asset-kind.ts';
import { ledgerTimeToOffsetIso } from '../../json/ledger-time.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader, ParamRow, ReadParam } from '../../method/param-row.ts';
import { textParam } from '../../params/convert-param.ts';
import { LEDGER_PARAMS, type LedgerLookup } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';

/** An asset; any other value is an error. */
const asset: ParamReader<'object', Issue> = {
  type: 'object',
  read: ({ params }, name) => issueFromJson(params[name]) ?? fail('issueMalformed'),
};

/** An account in the ledger. */
const existingAccount: ParamReader<'string', AccountId, [ledger: LedgerLookup]> = {
  type: 'string',
  read: ({ params }, name, { view }) => {
    const account = addressToAccountId(textParam(params, name));
    if (account === undefined || view.read(accountKeylet(account)) === undefined) return fail('actMalformed');
    return account;
  },
};

const PARAMS = [
  { name: 'asset', ...asset, text: 'One of its assets; with `asset2`.' },
  { name: 'asset2', ...asset, text: 'The other one.' },
  { name: 'amm_account', ...existingAccount, text: 'Address of its account, instead of its assets.' },
  { name: 'account', ...existingAccount, text: 'Address of a liquidity provider, whose LP tokens are shown.' },
  ...LEDGER_PARAMS,
] as const satisfies readonly ParamRow[];

export const ammInfo = defineMethod({
  name: 'amm_info',
  role: 'user',
  needs: 'ledger',
  params: PARAMS,
  run({ params }, read) {
    const ledger = read('ledger_index');
    try {
      return { amm: ammJson(ledger.view, askedFor(params, read, ledger)), ...ledger.fields };
    } catch (error) {
      throw error instanceof RpcError ? error.withExtra(ledger.fields) : error;
    }
  },
});

function fail(name: 'issueMalformed' | 'actMalformed' | 'actNotFound'): never {
  throw new RpcError(name);
}

/** The requested market maker, with the assets in the order of the request. */
interface Question {
  readonly amm: Readonly<AMM>;
  readonly assets: readonly [Issue, Issue];
  readonly account: AccountId | undefined;
}

/** Reads the request in the reference's order. */
function askedFor(params: JsonObject, read: ReadParam<typeof PARAMS>, ledger: LedgerLookup): Question {
  const hasAsset = hasParam(params, 'asset');
  const hasAmmAccount = hasParam(params, 'amm_account');
  if (hasAsset !== hasParam(params, 'asset2') || hasAsset === hasAmmAccount) throw invalidParams();
  const assets = hasAsset ? ([read('asset'), read('asset2')] as const) : undefined;
  const ammAccount = hasAmmAccount ? read('amm_account', ledger) : undefined;
  const ammId = ammAccount && (ledger.view.read(accountKeylet(ammAccount))?.AMMID ?? fail('actNotFound'));
  const account = hasParam(params, 'account') ? read('account', ledger) : undefined;
  const amm = ledger.view.read(assets === undefined ? ammById(ammId!) : ammKeylet(...assets)) ?? fail('actNotFound');
  return { amm, assets: assets ?? [amm.Asset, amm.Asset2], account };
}

function ammJson(view: ReadView, { amm, assets, account }: Question): JsonObject {
  const [amount, amount2] = poolHolds(view, amm.Account, assets);
  const lpTokens: Amount = account === undefined ? amm.LPTokenBalance : lpTokensHeld(view, amm, account);
  const slot = auctionSlotOf(amm);
  const votes = voteEntriesOf(amm);
  return {
    amount: amountToJson(amount),
    amount2: amountToJson(amount2),
    lp_token: amountToJson(lpTokens),
    trading_fee: amm.TradingFee ?? 0,
    account: accountIdToAddress(amm.Account),
    ...(votes.length > 0 && { vote_slots: votes.map(voteJson) }),
    ...(slot !== undefined && { auction_slot: slotJson(slot, view.parentCloseTimeSeconds) }),
    ...frozenJson(view, amm.Account, 'asset_frozen', assets[0]),
    ...frozenJson(view, amm.Account, 'asset2_frozen', assets[1]),
  };
}

function voteJson(vote: ReturnType<typeof voteEntriesOf>[number]): JsonObject {
  return {
    account: accountIdToAddress(vote.Account),
    trading_fee: vote.TradingFee ?? 0,
    vote_weight: vote.VoteWeight,
  };
}

function slotJson(slot: AuctionSlot, nowSeconds: number): JsonObject {
  const authorized = authorizedAccounts(slot.AuthAccounts).map((account) => ({ account: accountIdToAddress(account) }));
  return {
    time_interval: slotInterval(slot, nowSeconds) ?? SLOT_INTERVALS,
    price: amountToJson(slot.Price),
    discounted_fee: slot.DiscountedFee ?? 0,
    account: accountIdToAddress(slot.Account),
    expiration: ledgerTimeToOffsetIso(slot.Expiration),
    ...(slot.AuthAccounts !== undefined && { auth_accounts: authorized.length === 0 ? null : authorized }),
  };
}

/** Drops cannot be frozen. */
function frozenJson(view: ReadView, ammAccount: AccountId, name: string, asset: Issue): JsonObject {
  return isTokenAsset(asset) ? { [name]: isFrozen(view, ammAccount, asset) } : {};
}
