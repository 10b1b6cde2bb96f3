/** What a transaction did, from its metadata: entries by type and change, and balance changes without the fee. */

import { affectedBalances } from '../changes.js';
import { difference, sum } from '../decimals.js';
import { amountOf, amountValue, assetKey, assetOf, isIssuedBy } from '../values/assets.js';

const KINDS = { CreatedNode: 'created', ModifiedNode: 'modified', DeletedNode: 'deleted' };

/** `meta` is undefined for a transaction that no ledger contains yet. */
export function factsOf(tx, meta) {
  const nodes = (meta?.AffectedNodes ?? []).map(nodeOf);
  const rows = meta === undefined ? [] : withoutFee(affectedBalances(tx, meta), tx).map(withIssuer);
  const select = (kind, type) => nodes.filter((node) => node.kind === kind && node.type === type);
  return {
    tx,
    meta,
    nodes,
    rows,
    created: (type) => select('created', type)[0],
    modified: (type) => select('modified', type)[0],
    deleted: (type) => select('deleted', type)[0],
    allCreated: (type) => select('created', type),
    allDeleted: (type) => select('deleted', type),
    /** The entry of a type, created, modified or deleted. */
    entry: (type) => nodes.find((node) => node.type === type),
    /** The entry with an index. */
    at: (index) => nodes.find((node) => node.index === index),
    /** What the account gained and lost, by asset, as positive amounts. A token's issuer loses what it issues. */
    gained: (address) => totalsOf(rows, address, false),
    lost: (address) => totalsOf(rows, address, true),
  };
}

function nodeOf(affected) {
  const [kind, { LedgerEntryType: type, LedgerIndex: index, NewFields, FinalFields, PreviousFields }] =
    Object.entries(affected)[0];
  const fields = NewFields ?? FinalFields ?? {};
  // An entry that only records its last transaction has no PreviousFields. With a new field and nothing else they are empty.
  const isChanged = kind !== 'ModifiedNode' || PreviousFields !== undefined;
  return { kind: KINDS[kind], type, index, fields, previous: PreviousFields ?? {}, isChanged };
}

/**
 * The changed balances, that of the account that paid the fee without the fee. A balance may be the same as before because
 * the fee is what the account gained.
 */
function withoutFee(rows, tx) {
  const payer = tx.Delegate ?? tx.Account;
  const all = rows.map((row) => {
    if (row.account !== payer || typeof row.amount !== 'string') return row;
    const value = sum(row.value, tx.Fee ?? '0');
    return { ...row, value, amount: value };
  });
  return all.filter(({ value }) => value !== '0');
}

/**
 * The issuer's side of a token has a balance below zero. There the amount gets the account itself as issuer, so that the
 * issuer's and the holder's amounts are of one asset.
 */
function withIssuer(row) {
  const { account, amount, value, balance } = row;
  if (typeof amount !== 'object') return row;
  if (amount.mpt_issuance_id !== undefined) return { ...row, isIssuer: isIssuedBy(amount, account) };
  const isIssuer = (balance === '0' ? difference(balance, value) : balance).startsWith('-');
  return isIssuer ? { ...row, isIssuer, amount: { ...amount, issuer: account } } : row;
}

/** The totals of an account's rows with one sign, by asset. */
function totalsOf(rows, address, isLoss) {
  const totals = new Map();
  for (const { account, amount, value } of rows) {
    if (account !== address || value.startsWith('-') !== isLoss) continue;
    const asset = assetOf(amount);
    const size = value.replace('-', '');
    const known = totals.get(assetKey(asset));
    totals.set(assetKey(asset), { asset, value: known === undefined ? size : sum(known.value, size) });
  }
  return [...totals.values()].map(({ asset, value }) => amountOf(asset, value));
}

/** The first of amounts that is of an asset; of a token also the same currency of another issuer. */
export function ofAsset(amounts, asset) {
  const wanted = assetKey(asset);
  return (
    amounts.find((one) => assetKey(assetOf(one)) === wanted) ??
    amounts.find((one) => asset.issuer !== undefined && assetOf(one).currency === asset.currency)
  );
}

/** `after - before` of an amount field of an entry, as an amount; undefined if it did not change. */
export function changeOf(node, field) {
  const before = node?.previous[field];
  const after = node?.fields[field];
  if (before === undefined || after === undefined) return undefined;
  return amountOf(assetOf(after), difference(amountValue(after), amountValue(before)));
}

/** True if the account issues what the amount is of. */
export function issues(address, amount) {
  return isIssuedBy(assetOf(amount), address);
}
