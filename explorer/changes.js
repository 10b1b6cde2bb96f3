/** Changes of a transaction, from its metadata. */
import { base58ToHex } from './base58.js';
import { difference } from './decimals.js';

/** The fields of an entry that differ: name, and value before and after. Undefined means absent. */
export function fieldDifferences(before = {}, after = {}) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => name !== 'index');
  const rows = names.map((name) => ({ name, before: before[name], after: after[name] }));
  return rows.filter((row) => JSON.stringify(row.before) !== JSON.stringify(row.after));
}

/**
 * The balances of XRP, of tokens and of multi-purpose tokens in the affected entries: rows of account, change, the change
 * as an amount, and the balance after it. For tokens the amount's issuer is the other side of the line, so an issuer's
 * balance is below zero; so is an issuer's of a multi-purpose token. XRP is in drops.
 */
export function affectedBalances(tx, meta) {
  const nodes = meta.AffectedNodes.map(nodeOf);
  return nodes.flatMap((node) => CHANGES[node.type]?.(node, tx, nodes) ?? []);
}

function nodeOf(affected) {
  const [kind, { LedgerEntryType: type, NewFields, FinalFields, PreviousFields: previous }] =
    Object.entries(affected)[0];
  return { kind, type, fields: NewFields ?? FinalFields ?? {}, previous };
}

/** By entry type. An entry that is only threaded has no fields. */
const CHANGES = {
  AccountRoot: (node) => rowsOf(node, node.fields.Account, 'Balance', (value) => value),
  RippleState: lineChanges,
  MPToken: holdingChange,
  MPTokenIssuance: issuanceChange,
};

/** Before a creation and after a deletion the value is zero, and a zero field may be absent. */
function rowsOf({ kind, fields, previous = {} }, account, name, amountOf) {
  const last = fields[name] ?? '0';
  const before = kind === 'CreatedNode' ? '0' : (previous[name] ?? last);
  return account === undefined ? [] : [rowOfChange(account, before, kind === 'DeletedNode' ? '0' : last, amountOf)];
}

function rowOfChange(account, before, after, amountOf) {
  const value = difference(after, before);
  return { account, value, amount: amountOf(value), balance: difference(after, '0') };
}

/** The balance of a line is the low account's; the high account has the same with the other sign. */
function lineChanges({ kind, fields, previous = {} }) {
  const { Balance: balance, LowLimit: low, HighLimit: high } = fields;
  if (balance === undefined) return [];
  const { currency } = balance;
  const before = kind === 'CreatedNode' ? '0' : (previous.Balance ?? balance).value;
  const after = kind === 'DeletedNode' ? '0' : balance.value;
  return [
    rowOfChange(low.issuer, before, after, (value) => ({ currency, issuer: high.issuer, value })),
    rowOfChange(high.issuer, difference('0', before), difference('0', after), (value) => ({
      currency,
      issuer: low.issuer,
      value,
    })),
  ];
}

function holdingChange(node, tx, nodes) {
  const { Account: account, MPTokenIssuanceID: mpt_issuance_id } = node.fields;
  const previous = wasEmpty(node, tx, nodes) ? { MPTAmount: '0' } : node.previous;
  return rowsOf({ ...node, previous }, account, 'MPTAmount', (value) => ({ mpt_issuance_id, value }));
}

/**
 * An empty MPToken has no amount, so there is no previous amount when it receives some. True if no other field changed,
 * or if an escrow ended.
 */
function wasEmpty({ kind, fields, previous }, tx, nodes) {
  if (kind !== 'ModifiedNode' || previous === undefined || previous.MPTAmount !== undefined) return false;
  if (Object.keys(previous).length === 0) return true;
  const escrow = nodes.find(({ kind: change, type }) => change === 'DeletedNode' && type === 'Escrow')?.fields;
  const payee = tx.TransactionType === 'EscrowCancel' ? escrow?.Account : escrow?.Destination;
  return previous.LockedAmount !== undefined && payee === fields.Account;
}

/** The outstanding amount is the issuer's debt. */
function issuanceChange(node) {
  const { Issuer: issuer, Sequence: sequence } = node.fields;
  if (issuer === undefined) return [];
  const owed = rowsOf(node, issuer, 'OutstandingAmount', () => undefined)[0];
  const account = base58ToHex(issuer).slice(2, 42);
  const mpt_issuance_id = `${sequence.toString(16).padStart(8, '0')}${account}`.toUpperCase();
  const [value, balance] = [difference('0', owed.value), difference('0', owed.balance)];
  return [{ account: issuer, value, amount: { mpt_issuance_id, value }, balance }];
}
