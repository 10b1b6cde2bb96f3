/** Removes the last ledgers, or all rows, from the tables. */
import { blockWithin, HISTORY_ROW_BYTES } from '../../history/packed-rows.ts';
import type { AccountId } from '../../protocol/values.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { UndoneLedgers } from '../revertible-store.ts';
import { keyTreeKey } from './key-tree-table.ts';
import {
  accountKey,
  asBuffer,
  entryVersionKey,
  firstRow,
  indexRowKey,
  ledgerKey,
  locationKey,
  MAX_INDEX,
  rows,
  type Table,
  type Tables,
  treeKey,
} from './layout.ts';

const NO_VALUE = Buffer.alloc(0);

/** Removes the last ledgers; must run inside a transaction. `paths`: for each ledger, where it wrote key tree nodes. */
export function undoRows(
  tables: Tables,
  { ledgers, treeChanges, indexChanges }: UndoneLedgers,
  paths: readonly Iterable<string>[],
): void {
  const accounts = new Set<AccountId>();
  for (const [at, { ledgerIndex, hash, transactionIds, accounts: affected, keys }] of ledgers.entries()) {
    tables.headers.removeSync(ledgerKey(ledgerIndex));
    tables.ledgerHashes.removeSync(hexToBytes(hash));
    for (const [position, id] of transactionIds.entries()) {
      tables.transactions.removeSync(locationKey({ ledgerIndex, position }));
      tables.transactionIds.removeSync(hexToBytes(id));
    }
    for (const key of keys) tables.entries.removeSync(entryVersionKey(key, ledgerIndex));
    for (const path of paths[at]!) tables.keyTree.removeSync(keyTreeKey(path, ledgerIndex));
    for (const account of affected) accounts.add(account);
  }
  for (const account of accounts) truncateHistory(tables.accountHistory, account, ledgers[0]!.ledgerIndex - 1);
  for (const [path, record] of treeChanges) {
    if (record === undefined) tables.tree.removeSync(treeKey(path));
    else tables.tree.putSync(treeKey(path), record);
  }
  for (const { index, key, isPresent } of indexChanges) {
    if (isPresent) tables.indexes.putSync(indexRowKey(index, key), NO_VALUE);
    else tables.indexes.removeSync(indexRowKey(index, key));
  }
}

/** Removes the rows of ledgers above `lastIndex`. */
function truncateHistory(table: Table, account: AccountId, lastIndex: number): void {
  const first = { ledgerIndex: 0, position: 0 };
  const last = { ledgerIndex: lastIndex, position: MAX_INDEX };
  const start = accountKey(account, last);
  const end = accountKey(account, { ledgerIndex: MAX_INDEX, position: MAX_INDEX });
  for (const { key } of [...rows(() => ({ table }), { start, end })]) table.removeSync(key);
  const open = firstRow({ table }, { start, end: accountKey(account, first), reverse: true });
  if (open === undefined) return;
  const kept = blockWithin(asBuffer(open.value), first, last);
  table.putSync(open.key, open.value.subarray(0, (kept?.end ?? 0) * HISTORY_ROW_BYTES));
}

/** Empties all tables but `meta`; must run inside a transaction. */
export function clearRows({ meta: _, ...tables }: Tables): void {
  for (const table of Object.values(tables)) table.clearSync();
}
