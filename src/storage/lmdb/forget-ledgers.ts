/**
 * Which rows go when a store forgets its first ledgers: what is theirs alone, and versions of entries and of the order of
 * keys that no ledger after them needs. They go in the transaction that adds the next ledger, a few ledgers each time.
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
import {
  accountKey,
  asBuffer,
  entryVersionKey,
  ledgerKey,
  locationKey,
  MAX_INDEX,
  rows,
  type Tables,
  type TableView,
} from './layout.ts';

export interface ForgottenRow {
  readonly table: Exclude<keyof Tables, 'meta'>;
  readonly key: Uint8Array;
}

/** Enough to catch up with a rule that is new, and not so much that a close takes notably longer. */
const MOST_AT_ONCE = 4;

/** The first ledger that there will be when `nextIndex` is the last. */
export function firstToKeep(first: number, nextIndex: number, rule: HistoryRule): number {
  const wanted = nextIndex + 1 - Math.max(rule.ledgers, LEAST_LEDGERS);
  return Math.max(first, Math.min(wanted, rule.mayForgetUntil() + 1, first + MOST_AT_ONCE));
}

export interface ForgettingTables {
  readonly reads: KeyOrderReads & Pick<HistoryStore, 'header' | 'ledgerTransactions'>;
  readonly view: (name: ForgottenRow['table']) => TableView;
}

/** The rows that go when the ledgers before `newFirst` do, from `first` on. */
export function* rowsOfForgotten(from: ForgettingTables, first: number, newFirst: number): Steps<ForgottenRow[]> {
  const gone: ForgottenRow[] = [];
  for (let ledgerIndex = first; ledgerIndex < newFirst; ledgerIndex++) {
    yield* addOwnRows(gone, from, ledgerIndex);
    yield* addOldVersions(gone, from, ledgerIndex + 1);
  }
  return gone;
}

/** What is the ledger's alone. */
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

/** The blocks that have rows of these ledgers only. One that has others too stays whole. */
function* historyUntil(view: TableView, account: AccountId, ledgerIndex: number): Generator<Uint8Array> {
  const start = accountKey(account, { ledgerIndex: 0, position: 0 });
  const end = accountKey(account, { ledgerIndex, position: MAX_INDEX });
  for (const { key, value } of rows(() => view, { start, end })) {
    const last = historyRowLocation(asBuffer(value), value.length / HISTORY_ROW_BYTES - 1);
    if (last.ledgerIndex > ledgerIndex) return;
    yield key;
  }
}

/** What the ledger that becomes the first one has made out of date, and what it says is gone: then it is gone for all. */
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
    // Named, and yet as it was.
    if (newest === undefined || Buffer.compare(newest.key, versionKey(ledgerIndex)) !== 0) continue;
    for (const { key } of newest.value.length === 0 ? [newest, ...older] : older) gone.push({ table, key });
    yield;
  }
}
