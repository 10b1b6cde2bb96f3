/**
 * Which rows are deleted when a store drops its first ledgers: the ledgers' own rows, and versions of entries and key
 * tree nodes that no later ledger needs. They are deleted in the transaction that adds the next ledger, a few ledgers
 * each time.
 */
import { HISTORY_ROW_BYTES, historyRowLocation } from '../../history/packed-rows.ts';
import { affectedAccounts } from '../../ledger/affected-accounts.ts';
import { affectedEntries, changedKeys } from '../../ledger/affected-entries.ts';
import { transactionIdOf } from '../../protocol/transaction/transaction.ts';
import type { AccountId } from '../../protocol/values.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { Steps } from '../../util/steps.ts';
import { changedKeyTreePaths, type KeyOrderReads } from '../changed-key-tree-paths.ts';
import { type HistoryRule, LEAST_LEDGERS } from '../history-rule.ts';
import type { HistoryStore } from '../history-store.ts';
import { keyTreeKey } from './key-tree-table.ts';
import { accountKey, entryVersionKey, ledgerKey, locationKey, MAX_INDEX, type Tables } from './layout.ts';
import { asBuffer, rows, type TableView } from './table.ts';

export interface ForgottenRow {
  readonly table: Exclude<keyof Tables, 'meta'>;
  readonly key: Uint8Array;
}

/** Enough to catch up with a new rule, but few enough not to slow down a close noticeably. */
const MOST_AT_ONCE = 4;

/** The first ledger to keep when `nextIndex` is the last. */
export function firstToKeep(first: number, nextIndex: number, rule: HistoryRule): number {
  const wanted = nextIndex + 1 - Math.max(rule.ledgers, LEAST_LEDGERS);
  return Math.max(first, Math.min(wanted, rule.mayForgetUntil() + 1, first + MOST_AT_ONCE));
}

export interface ForgettingTables {
  readonly reads: KeyOrderReads & Pick<HistoryStore, 'header' | 'ledgerTransactions'>;
  readonly view: (name: ForgottenRow['table']) => TableView;
}

/** The rows to delete with the ledgers from `first` up to, but not including, `newFirst`. */
export function* rowsOfForgotten(from: ForgettingTables, first: number, newFirst: number): Steps<ForgottenRow[]> {
  const gone: ForgottenRow[] = [];
  for (let ledgerIndex = first; ledgerIndex < newFirst; ledgerIndex++) {
    yield* addOwnRows(gone, from, ledgerIndex);
    yield* addOldVersions(gone, from, ledgerIndex + 1);
  }
  return gone;
}

/** The rows of this ledger alone. */
function* addOwnRows(gone: ForgottenRow[], { reads, view }: ForgettingTables, ledgerIndex: number): Steps<void> {
  const header = reads.header(ledgerIndex);
  gone.push({ table: 'headers', key: ledgerKey(ledgerIndex) });
  if (header !== undefined) gone.push({ table: 'ledgerHashes', key: hexToBytes(header.hash) });
  const accounts = new Set<AccountId>();
  for (const transaction of reads.ledgerTransactions(ledgerIndex)) {
    gone.push({ table: 'transactions', key: locationKey(transaction) });
    gone.push({ table: 'transactionIds', key: hexToBytes(transactionIdOf(transaction.blob)) });
    for (const account of affectedAccounts(affectedEntries(transaction.metadata))) accounts.add(account);
    yield;
  }
  for (const account of accounts) {
    for (const key of historyUntil(view('accountHistory'), account, ledgerIndex))
      gone.push({ table: 'accountHistory', key });
    yield;
  }
}

/** The blocks whose rows all belong to dropped ledgers. A block with other rows is kept whole. */
function* historyUntil(view: TableView, account: AccountId, ledgerIndex: number): Generator<Uint8Array> {
  const start = accountKey(account, { ledgerIndex: 0, position: 0 });
  const end = accountKey(account, { ledgerIndex, position: MAX_INDEX });
  for (const { key, value } of rows(() => view, { start, end })) {
    const last = historyRowLocation(asBuffer(value), value.length / HISTORY_ROW_BYTES - 1);
    if (last.ledgerIndex > ledgerIndex) return;
    yield key;
  }
}

/** The versions that the new first ledger replaced, and its own deletion marks, which no later read needs. */
function* addOldVersions(gone: ForgottenRow[], { reads, view }: ForgettingTables, ledgerIndex: number): Steps<void> {
  const keys = changedKeys(ledgerIndex, reads.ledgerTransactions(ledgerIndex));
  yield;
  const paths = changedKeyTreePaths(reads, { ledgerIndex, keys });
  for (const [table, versionKey] of [
    ...Array.from(keys, (key) => ['entries', (index: number) => entryVersionKey(key, index)] as const),
    ...Array.from(paths, (path) => ['keyTree', (index: number) => keyTreeKey(path, index)] as const),
  ]) {
    const bounds = { start: versionKey(ledgerIndex), end: versionKey(0) };
    const [newest, ...older] = rows(() => view(table), bounds);
    // Named by the metadata, but not changed.
    if (newest === undefined || Buffer.compare(newest.key, versionKey(ledgerIndex)) !== 0) continue;
    for (const { key } of newest.value.length === 0 ? [newest, ...older] : older) gone.push({ table, key });
    yield;
  }
}
