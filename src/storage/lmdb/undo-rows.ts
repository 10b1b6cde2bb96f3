/** Removes the last ledgers, or all rows, from the tables. */
import { blockWithin, HISTORY_ROW_BYTES } from '../../history/packed-rows.ts';
import type { AccountId } from '../../protocol/values.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { UndoneLedgers } from '../revertible-store.ts';
import { keyTreeKey } from './key-tree-table.ts';
import {
  accountKey,
  entryVersionKey,
  indexRowKey,
  ledgerKey,
  locationKey,
  MAX_INDEX,
  type Tables,
  treeKey,
} from './layout.ts';
import { asBuffer, firstRow, rows, type Table } from './table.ts';

const NO_VALUE = Buffer.alloc(0);

/** Removes the last ledgers; must run inside a transaction. `paths`: for each ledger, where it wrote key tree nodes. */
export function undoRows(
  tables: Tables,
  { ledgers, treeChanges, indexChanges }: UndoneLedgers,
  paths: readonly Iterable<string>[],
): void {
  const accounts = new Set<AccountId>();
  for (const [at, { ledgerIndex, hash, transactionIds, accounts: affected, keys }] of ledgers.entries()) {
    tables.headers.remove(ledgerKey(ledgerIndex));
    tables.ledgerHashes.remove(hexToBytes(hash));
    for (const [position, id] of transactionIds.entries()) {
      tables.transactions.remove(locationKey({ ledgerIndex, position }));
      tables.transactionIds.remove(hexToBytes(id));
    }
    for (const key of keys) tables.entries.remove(entryVersionKey(key, ledgerIndex));
    for (const path of paths[at]!) tables.keyTree.remove(keyTreeKey(path, ledgerIndex));
    for (const account of affected) accounts.add(account);
  }
  for (const account of accounts) truncateHistory(tables.accountHistory, account, ledgers[0]!.ledgerIndex - 1);
  for (const [path, record] of treeChanges) {
    if (record === undefined) tables.tree.remove(treeKey(path));
    else tables.tree.put(treeKey(path), record);
  }
  for (const { index, key, isPresent } of indexChanges) {
    if (isPresent) tables.indexes.put(indexRowKey(index, key), NO_VALUE);
    else tables.indexes.remove(indexRowKey(index, key));
  }
}

/** Removes the rows of ledgers above `lastIndex`. */
function truncateHistory(table: Table, account: AccountId, lastIndex: number): void {
  const first = { ledgerIndex: 0, position: 0 };
  const last = { ledgerIndex: lastIndex, position: MAX_INDEX };
  const start = accountKey(account, last);
  const end = accountKey(account, { ledgerIndex: MAX_INDEX, position: MAX_INDEX });
  for (const { key } of [...rows(() => ({ table }), { start, end })]) table.remove(key);
  const open = firstRow({ table }, { start, end: accountKey(account, first), reverse: true });
  if (open === undefined) return;
  const kept = blockWithin(asBuffer(open.value), first, last);
  table.put(open.key, open.value.subarray(0, (kept?.end ?? 0) * HISTORY_ROW_BYTES));
}

/** Empties all tables but `meta`; must run inside a transaction. */
export function clearRows({ meta: _, ...tables }: Tables): void {
  for (const table of Object.values(tables)) table.clear();
}
