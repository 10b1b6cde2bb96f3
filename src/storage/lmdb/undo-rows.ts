/** Changes to tables beyond appends: ledgers are taken away one by one, or a layer's rows move into the lowest tables. */
import { blockWithin, HISTORY_ROW_BYTES } from '../../history/packed-rows.ts';
import type { AccountId } from '../../protocol/values.ts';
import { bytesToHex, hexToBytes } from '../../util/hex.ts';
import type { UndoneLedgers } from '../revertible-store.ts';
import { keyTreeKey } from './key-tree-table.ts';
import {
  accountKey,
  appendHistory,
  asBuffer,
  entryVersionKey,
  firstRow,
  indexRowKey,
  type LayerTables,
  ledgerKey,
  locationKey,
  MAX_INDEX,
  rows,
  type Table,
  treeKey,
} from './layout.ts';
import { REMOVED_KEY } from './row-batch.ts';

const NO_VALUE = Buffer.alloc(0);

const LOWEST_KEY = Buffer.from([0]);
const HIGHEST_KEY = Buffer.alloc(64, 0xff);
const ACCOUNT_BYTES = 20;

/**
 * Takes ledgers away that are the last ones of these tables; must run inside a transaction. `paths`: for each of them,
 * where it wrote nodes of the order of keys.
 */
export function undoRows(
  tables: LayerTables,
  { ledgers, treeChanges, indexChanges }: UndoneLedgers,
  paths: readonly Iterable<string>[],
  isLowest: boolean,
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
    if (record === undefined && isLowest) tables.tree.removeSync(treeKey(path));
    else tables.tree.putSync(treeKey(path), record ?? NO_VALUE);
  }
  for (const { index, key, isPresent } of indexChanges) {
    if (!isPresent && isLowest) tables.indexes.removeSync(indexRowKey(index, key));
    else tables.indexes.putSync(indexRowKey(index, key), isPresent ? NO_VALUE : REMOVED_KEY);
  }
}

/** Takes the rows of ledgers above `lastIndex` away. */
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

/** Moves all rows of a layer into the lowest tables; must run inside a transaction. */
export function moveRows(layer: LayerTables, lowest: LayerTables): void {
  for (const name of Object.keys(layer) as (keyof LayerTables)[]) {
    const table = lowest[name];
    for (const { key, value } of rows(() => ({ table: layer[name] }), { start: LOWEST_KEY, end: HIGHEST_KEY })) {
      const isGone = (name === 'tree' && value.length === 0) || (name === 'indexes' && value.length > 0);
      if (isGone) table.removeSync(key);
      else if (name !== 'accountHistory') table.putSync(key, value);
      else appendHistory(table, bytesToHex(asBuffer(key).subarray(0, ACCOUNT_BYTES)), [asBuffer(value)]);
    }
  }
  clearRows(layer);
}

/** Empties tables, however much is in them; must run inside a transaction. */
export function clearRows(tables: LayerTables): void {
  for (const table of Object.values(tables)) table.clearSync();
}
