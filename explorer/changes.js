/** What metadata says that a transaction changed. */
import { difference } from './numbers.js';

/** Each affected entry: what became of it, and its fields before and after. */
export function affectedEntries(meta) {
  return meta.AffectedNodes.map((node) => {
    const [kind, entry] = Object.entries(node)[0];
    const { LedgerEntryType: type, LedgerIndex: index, PreviousFields: before = {} } = entry;
    const after = entry.NewFields ?? entry.FinalFields ?? {};
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const rows = names.map((name) => rowOf(kind, name, before, after));
    return { kind, type, index, rows };
  });
}

function rowOf(kind, name, before, after) {
  if (kind === 'CreatedNode') return { name, before: undefined, after: after[name], isChanged: true };
  const isChanged = name in before || kind === 'DeletedNode';
  const old = name in before ? before[name] : after[name];
  return { name, before: old, after: kind === 'DeletedNode' ? undefined : after[name], isChanged };
}

/** The fields of an entry that differ: name, and value before and after. Either may be undefined: there was none. */
export function fieldDifferences(before = {}, after = {}) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => name !== 'index');
  const rows = names.map((name) => ({ name, before: before[name], after: after[name] }));
  return rows.filter((row) => JSON.stringify(row.before) !== JSON.stringify(row.after));
}

/**
 * By how much balances of XRP and of tokens changed: rows of account, change and, for tokens, the other side of the
 * line.
 */
export function balanceChanges(meta) {
  return meta.AffectedNodes.flatMap((node) => {
    const [kind, entry] = Object.entries(node)[0];
    const after = entry.NewFields ?? entry.FinalFields ?? {};
    const before = kind === 'CreatedNode' ? {} : (entry.PreviousFields ?? {});
    if (entry.LedgerEntryType === 'AccountRoot') return xrpChange(kind, before, after);
    if (entry.LedgerEntryType === 'RippleState') return lineChanges(kind, before, after);
    if (entry.LedgerEntryType === 'MPToken') return holdingChange(kind, before, after);
    return [];
  });
}

function xrpChange(kind, before, after) {
  if (kind !== 'CreatedNode' && before.Balance === undefined) return [];
  const drops = difference(after.Balance, before.Balance ?? '0');
  return [{ account: after.Account, amount: drops, value: drops }];
}

/** A holding of nothing has no amount; one whose amount stayed has no previous one. */
function holdingChange(kind, before, after) {
  const { Account: account, MPTokenIssuanceID: issuance, MPTAmount: amount = '0' } = after;
  const isMoved = kind === 'CreatedNode' || before.MPTAmount !== undefined;
  const value = isMoved ? difference(amount, before.MPTAmount ?? '0') : '0';
  return value === '0' ? [] : [{ account, value, amount: { mpt_issuance_id: issuance, value } }];
}

/** The balance of a line is the low account's; the high account has the same with the other sign. */
function lineChanges(kind, before, after) {
  const { Balance: balance, LowLimit: low, HighLimit: high } = after;
  if (balance === undefined || (kind !== 'CreatedNode' && before.Balance === undefined)) return [];
  const value = difference(balance.value, before.Balance?.value ?? '0');
  if (value === undefined || value === '0') return [];
  const { currency } = balance;
  const row = (account, issuer, change) => ({ account, value: change, amount: { currency, issuer, value: change } });
  return [row(low.issuer, high.issuer, value), row(high.issuer, low.issuer, difference('0', value))];
}
