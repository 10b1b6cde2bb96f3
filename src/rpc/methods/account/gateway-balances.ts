/**
 * `gateway_balances`: an issuer's obligations, its hot wallets' balances, and its own assets (rippled:
 * GatewayBalances.cpp).
 */

import { accountIdToAddress, addressToAccountId } from '../../../crypto/address.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import { AmountError } from '../../../protocol/amounts/amount-errors.ts';
import {
  addIssued,
  MAX_ISSUED_EXPONENT,
  MAX_ISSUED_MANTISSA,
  negateIssued,
  signOfIssued,
} from '../../../protocol/amounts/issued-amount.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { issuedText } from '../../../protocol/json/amount-text.ts';
import { currencyText } from '../../../protocol/json/currency-text.ts';
import {
  type AccountId,
  type Amount,
  type Currency,
  type IssuedAmount,
  isMpt,
  isNative,
  type Json,
  type JsonObject,
  XRP_CURRENCY,
} from '../../../protocol/values.ts';
import type { Steps } from '../../../util/steps.ts';
import { LongObject } from '../../json/long-json.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { RpcError } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { ownedEntries } from '../../pages/owned-entries.ts';
import { viewTrustLine } from '../../pages/trust-line.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { accountOrIdent } from '../../params/readers.ts';

/** The list may be long, so it is read in steps. The error includes the fields known so far. */
const hotWallets: ParamReader<'string or array', Steps<ReadonlySet<AccountId>>, [known: JsonObject]> = {
  type: 'string or array',
  read: (context, _name, known) => readHotWallets(context, known),
};

export const gatewayBalances = defineMethod({
  name: 'gateway_balances',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'account', ...accountOrIdent, required: true, text: 'Address of the issuer.' },
    { name: 'ident', type: 'string', readWith: 'account', text: 'Older name of `account`.' },
    { name: 'hotwallet', ...hotWallets, text: 'Accounts of the issuer whose balances are listed apart.' },
    ...LEDGER_PARAMS,
  ],
  *run(context, read) {
    const ledger = read('ledger_index');
    const account = read('account');
    if (account === undefined) throw new RpcError('actMalformed').about('account');
    const fields = { ...ledger.fields, account: accountIdToAddress(account) };
    if (context.apiVersion > 1 && ledger.view.read(accountKeylet(account)) === undefined) {
      throw new RpcError('actNotFound', undefined, fields);
    }
    const view = openLedgerSnapshot(context, ledger.view);
    const apart = yield* read('hotwallet', fields);
    return { ...fields, ...(yield* sumUp(view, account, apart)) };
  },
});

function* readHotWallets({ params, apiVersion }: RpcContext, fields: JsonObject): Steps<ReadonlySet<AccountId>> {
  const given: Json = params.hotwallet ?? [];
  const texts: readonly Json[] = Array.isArray(given) ? (given as readonly Json[]) : [given];
  const accounts = new Set<AccountId>();
  for (const text of texts) {
    const account = typeof text === 'string' ? addressToAccountId(text) : undefined;
    if (account === undefined) {
      throw new RpcError(apiVersion > 1 ? 'invalidParams' : 'invalidHotWallet', undefined, fields);
    }
    accounts.add(account);
    yield;
  }
  return accounts;
}

function* sumUp(view: ReadView, issuer: AccountId, hotWallets: ReadonlySet<AccountId>): Steps<JsonObject> {
  const obligations = new Map<Currency, IssuedAmount>();
  const balances: Holdings = new Map();
  const frozen: Holdings = new Map();
  const assets: Holdings = new Map();
  const locked = new Map<Currency, bigint | IssuedAmount>();
  for (const entry of ownedEntries(view, issuer)) {
    yield;
    if (entry.LedgerEntryType === 'Escrow') addLocked(locked, entry.Amount);
    if (entry.LedgerEntryType !== 'RippleState') continue;
    const { balance, peer, flags, mine } = viewTrustLine(entry, issuer);
    const sign = signOfIssued(balance);
    const owed = negateIssued(balance);
    if (sign === 0) continue;
    if (hotWallets.has(peer)) append(balances, peer, owed);
    else if (sign > 0) append(assets, peer, balance);
    else if (flags & mine.freeze) append(frozen, peer, owed);
    else obligations.set(owed.currency, cappedSum(obligations.get(owed.currency), owed));
  }
  const result: JsonDraft = {};
  if (obligations.size > 0) result.obligations = yield* sumsJson(obligations);
  if (balances.size > 0) result.balances = yield* holdingsJson(balances);
  if (frozen.size > 0) result.frozen_balances = yield* holdingsJson(frozen);
  if (assets.size > 0) result.assets = yield* holdingsJson(assets);
  if (locked.size > 0) result.locked = yield* sumsJson(locked);
  return result;
}

/** Counts every escrow in the account's directory, of drops too, but not of multi-purpose tokens. */
function addLocked(locked: Map<Currency, bigint | IssuedAmount>, amount: Amount): void {
  if (isMpt(amount)) return;
  if (isNative(amount)) locked.set(XRP_CURRENCY, ((locked.get(XRP_CURRENCY) ?? 0n) as bigint) + amount);
  else locked.set(amount.currency, cappedSum(locked.get(amount.currency) as IssuedAmount | undefined, amount));
}

type Holdings = Map<AccountId, IssuedAmount[]>;

function append(holdings: Holdings, holder: AccountId, amount: IssuedAmount): void {
  const list = holdings.get(holder);
  if (list === undefined) holdings.set(holder, [amount]);
  else list.push(amount);
}

/** A sum beyond the largest amount is shown as the largest. */
function cappedSum(sum: IssuedAmount | undefined, amount: IssuedAmount): IssuedAmount {
  if (sum === undefined) return amount;
  try {
    return addIssued(sum, amount);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    return { ...sum, mantissa: MAX_ISSUED_MANTISSA, exponent: MAX_ISSUED_EXPONENT };
  }
}

function* sumsJson(sums: ReadonlyMap<Currency, bigint | IssuedAmount>): Steps<Json> {
  const json = new LongObject();
  for (const [currency, sum] of sums) {
    json.set(currencyText(currency), isNative(sum) ? sum.toString() : valueText(sum));
    yield;
  }
  return json.toJson();
}

function* holdingsJson(holdings: Holdings): Steps<Json> {
  const json = new LongObject();
  for (const [holder, amounts] of holdings) {
    const list = amounts.map((amount) => ({ currency: currencyText(amount.currency), value: valueText(amount) }));
    json.set(accountIdToAddress(holder), list);
    yield;
  }
  return json.toJson();
}

function valueText({ mantissa, exponent }: IssuedAmount): string {
  return issuedText(mantissa, exponent);
}
