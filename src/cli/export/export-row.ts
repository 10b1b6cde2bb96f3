/** One transaction as an accountant's row: who, what, how much, and the balance after it, from one account's side. */

import { dropsToXrp } from '../../protocol/amounts/drops-text.ts';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';

export const EXPORT_COLUMNS = [
  'time',
  'ledger_index',
  'type',
  'result',
  'direction',
  'counterparty',
  'tag',
  'currency',
  'issuer',
  'amount',
  'fee',
  'balance_after',
  'xrp_balance_after',
  'hash',
] as const;

/** Texts by column; empty where a transaction has no such thing. Amounts, fee and balances are decimal, in XRP or the token. */
export type ExportRow = Readonly<Record<(typeof EXPORT_COLUMNS)[number], string>>;

/** The row of an element of `transactions`, as version 2 of `account_tx` gives it. */
export function exportRow(item: JsonObject, account: string): ExportRow {
  const tx = objectAt(item, 'tx_json');
  const meta = objectAt(item, 'meta');
  const isSender = tx.Account === account;
  const fee = isSender ? BigInt(textAt(tx, 'Fee')) : 0n;
  const root = accountRoot(meta, account);
  const moved = root.changeDrops + fee;
  const amount = deliveredOrMoved(meta, moved);
  const isReceiver = tx.Destination === account || moved > 0n || hasTraded(tx, meta, account);
  const direction = isSender ? 'out' : isReceiver ? 'in' : '';
  const currency = currencyOf(amount);
  return {
    time: textAt(item, 'close_time_iso'),
    ledger_index: textAt(item, 'ledger_index'),
    type: textAt(tx, 'TransactionType'),
    result: textAt(meta, 'TransactionResult'),
    direction,
    counterparty: isSender ? otherEnd(tx, meta, account) : textAt(tx, 'Account'),
    tag: textAt(tx, 'DestinationTag'),
    currency,
    issuer: isJsonObject(amount) ? textAt(amount, 'issuer') : '',
    amount: isJsonObject(amount) ? textAt(amount, 'value') : amount === '' ? '' : dropsToXrp(BigInt(amount)),
    fee: isSender ? dropsToXrp(fee) : '',
    balance_after: currency === 'XRP' || currency === '' ? root.balance : tokenBalance(meta, account, amount),
    xrp_balance_after: root.balance,
    hash: textAt(item, 'hash'),
  };
}

function objectAt(json: JsonObject, name: string): JsonObject {
  const value = json[name];
  return isJsonObject(value) ? value : {};
}

function textAt(json: JsonObject, name: string): string {
  const value = json[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

type AmountJson = string | JsonObject;

/** What was delivered; else what the account's own balance gained or lost beside the fee; else nothing. */
function deliveredOrMoved({ delivered_amount: delivered }: JsonObject, movedDrops: bigint): AmountJson {
  if (isJsonObject(delivered)) return delivered;
  if (typeof delivered === 'string' && delivered !== 'unavailable') return delivered;
  if (movedDrops === 0n) return '';
  return String(movedDrops < 0n ? -movedDrops : movedDrops);
}

function currencyOf(amount: AmountJson): string {
  if (isJsonObject(amount)) return textAt(amount, 'currency') || textAt(amount, 'mpt_issuance_id');
  return amount === '' ? '' : 'XRP';
}

const NODE_KINDS = ['CreatedNode', 'ModifiedNode', 'DeletedNode'] as const;

interface Node {
  readonly type: string;
  readonly key: string;
  readonly kind: (typeof NODE_KINDS)[number];
  readonly fields: JsonObject;
  readonly previous: JsonObject;
}

function* affectedNodes({ AffectedNodes: nodes }: JsonObject): Generator<Node, void> {
  if (!Array.isArray(nodes)) return;
  for (const element of nodes as readonly Json[]) {
    if (!isJsonObject(element)) continue;
    for (const kind of NODE_KINDS) {
      const node = objectAt(element, kind);
      if (node.LedgerEntryType === undefined) continue;
      const fields = objectAt(node, kind === 'CreatedNode' ? 'NewFields' : 'FinalFields');
      const identity = { type: textAt(node, 'LedgerEntryType'), key: textAt(node, 'LedgerIndex') };
      yield { ...identity, kind, fields, previous: objectAt(node, 'PreviousFields') };
    }
  }
}

/** True if something was taken of an offer of the account, or its offer for a token was accepted. */
function hasTraded(tx: JsonObject, meta: JsonObject, account: string): boolean {
  const isSale = tx.TransactionType === 'NFTokenAcceptOffer' && meta.TransactionResult === 'tesSUCCESS';
  for (const { type, kind, fields, previous } of affectedNodes(meta)) {
    if (type === 'Offer' && fields.Account === account && previous.TakerGets !== undefined) return true;
    if (isSale && type === 'NFTokenOffer' && kind === 'DeletedNode' && fields.Owner === account) return true;
  }
  return false;
}

/** The account's balance of XRP after the transaction, if that touched it, and by how much it changed. */
function accountRoot(meta: JsonObject, account: string): { readonly balance: string; readonly changeDrops: bigint } {
  for (const { type, kind, fields, previous } of affectedNodes(meta)) {
    if (type !== 'AccountRoot' || fields.Account !== account || typeof fields.Balance !== 'string') continue;
    const after = BigInt(fields.Balance);
    // A balance that stayed has no previous value, and one that is new had none.
    const unchanged = kind === 'CreatedNode' ? 0n : after;
    const before = typeof previous.Balance === 'string' ? BigInt(previous.Balance) : unchanged;
    return { balance: dropsToXrp(after), changeDrops: after - before };
  }
  return { balance: '', changeDrops: 0n };
}

/**
 * What the account has of the amount's token after the transaction: from its line to the issuer or to the other end, or
 * from its holding of a multi-purpose one.
 */
function tokenBalance(meta: JsonObject, account: string, amount: AmountJson): string {
  const currency = currencyOf(amount);
  for (const { type, fields } of affectedNodes(meta)) {
    if (type === 'MPToken' && fields.MPTokenIssuanceID === currency && fields.Account === account) {
      return textAt(fields, 'MPTAmount') || '0';
    }
    if (type !== 'RippleState') continue;
    const balance = objectAt(fields, 'Balance');
    if (balance.currency !== currency) continue;
    // The balance is told from the low account's side.
    if (objectAt(fields, 'LowLimit').issuer === account) return textAt(balance, 'value');
    if (objectAt(fields, 'HighLimit').issuer === account) return negated(textAt(balance, 'value'));
  }
  return '';
}

function negated(value: string): string {
  if (value === '0') return value;
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

/** Whom a transaction of the account is directed at; for a channel, a check or an offer for a token, its other end. */
function otherEnd(tx: JsonObject, meta: JsonObject, account: string): string {
  for (const name of ['Destination', 'Authorize', 'Unauthorize', 'Holder', 'Owner']) {
    if (typeof tx[name] === 'string') return textAt(tx, name);
  }
  if (isJsonObject(tx.LimitAmount)) return textAt(tx.LimitAmount, 'issuer');
  const entry = tx.Channel ?? tx.CheckID ?? onlyOffer(tx);
  if (entry === undefined) return '';
  for (const { type, key, fields } of affectedNodes(meta)) {
    if (key !== entry) continue;
    if (type === 'NFTokenOffer') return textAt(fields, 'Owner');
    return textAt(fields, fields.Account === account ? 'Destination' : 'Account');
  }
  return '';
}

/** The offer for a token that a sale accepted; nothing where a broker accepted two, of two accounts. */
function onlyOffer({ NFTokenSellOffer: sell, NFTokenBuyOffer: buy }: JsonObject): Json | undefined {
  return sell === undefined || buy === undefined ? (sell ?? buy) : undefined;
}
