/**
 * Entries that differ between two ledgers at any distance. The changes are in the metadata of the ledgers between them.
 * An entry is reported with the last ledger that changed it, so each is reported once without keeping a list of earlier
 * ones. A page ends after a number of entries or transactions, so its work is bounded.
 *
 * The list of recent hashes is omitted: each ledger changes it, and it is not stored.
 */
import { changedKeys } from '../../ledger/affected-entries.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import type { LedgerEntryTypeName } from '../../protocol/tables/entry-types.ts';
import { type Hash256, ZERO_HASH } from '../../protocol/values.ts';
import type { HistoryStore } from '../../storage/history-store.ts';
import type { ReadStore } from '../../storage/ledger-store.ts';
import { assert } from '../../util/assert.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import type { Steps } from '../../util/steps.ts';

export interface ChangedEntry {
  readonly key: Hash256;
  /** The last ledger that changed it. */
  readonly ledgerIndex: number;
  /** Undefined if it did not exist. */
  readonly before: LedgerEntry | undefined;
  readonly after: LedgerEntry | undefined;
}

/** A position in the search: after a key that a ledger changed. */
export interface ChangePlace {
  readonly ledgerIndex: number;
  readonly key: Hash256;
}

export interface ChangeQuery {
  /** The earlier ledger, which is in the store. */
  readonly from: number;
  readonly to: number;
  readonly type: LedgerEntryTypeName | undefined;
  readonly limit: number;
  readonly after: ChangePlace | undefined;
}

export interface ChangePage {
  readonly changes: readonly ChangedEntry[];
  /** Start of the next page; undefined at the end. */
  readonly next: ChangePlace | undefined;
}

/** Limits of what a page reads. */
const BUDGET = { transactions: 2_000, ledgers: 5_000, entries: 10_000 };

/** From the newest ledger to the oldest, in key order. */
export function* readChanges(store: ReadStore, query: ChangeQuery, budget = BUDGET): Steps<ChangePage> {
  const { from, to, limit, after } = query;
  const changes: ChangedEntry[] = [];
  let [transactionsLeft, ledgersLeft, entriesLeft] = [budget.transactions, budget.ledgers, budget.entries];
  for (let ledgerIndex = after?.ledgerIndex ?? to; ledgerIndex > from; ledgerIndex--) {
    const { keys, transactionCount } = yield* keysOf(store, ledgerIndex);
    const isStart = ledgerIndex === after?.ledgerIndex;
    for (const key of isStart ? keys.slice(keys.findLastIndex((one) => one <= after.key) + 1) : keys) {
      yield;
      const change = changeOf(store, key, ledgerIndex, query);
      if (change !== undefined) changes.push(change);
      entriesLeft -= 1;
      if (changes.length === limit || entriesLeft === 0) return { changes, next: { ledgerIndex, key } };
    }
    transactionsLeft -= transactionCount;
    ledgersLeft -= 1;
    const isSpent = transactionsLeft <= 0 || ledgersLeft === 0;
    if (isSpent && ledgerIndex > from + 1) return { changes, next: { ledgerIndex: ledgerIndex - 1, key: ZERO_HASH } };
  }
  return { changes, next: undefined };
}

/** Undefined if a later ledger changed it too, if it is unchanged in the end, or if it has another type. */
function changeOf(
  store: ReadStore,
  key: Hash256,
  ledgerIndex: number,
  { from, to, type }: ChangeQuery,
): ChangedEntry | undefined {
  if (store.entryLedger(key, to) !== ledgerIndex) return undefined;
  const before = store.entry(key, from);
  const after = store.entry(key, to);
  if (before === undefined ? after === undefined : after !== undefined && Buffer.compare(before, after) === 0) {
    return undefined;
  }
  const change = { key, ledgerIndex, before: entryOf(key, before), after: entryOf(key, after) };
  const found = change.after ?? change.before;
  return type === undefined || found?.LedgerEntryType === type ? change : undefined;
}

function entryOf(key: Hash256, bytes: Uint8Array | undefined): LedgerEntry | undefined {
  return bytes && ({ ...decodeObject(bytes), index: key } as unknown as LedgerEntry);
}

interface LedgerKeys {
  /** Ascending. */
  readonly keys: readonly Hash256[];
  readonly transactionCount: number;
}

/** Number of cached keys (at most twice as many), so that a large ledger is not read again for each page. */
const KEPT_KEYS = 100_000;
const keysByStore = new WeakMap<HistoryStore, BoundedCache<Hash256, LedgerKeys>>();

function* keysOf(store: ReadStore, ledgerIndex: number): Steps<LedgerKeys> {
  const header = store.header(ledgerIndex);
  assert(header !== undefined, 'the store has each ledger between two of its own');
  const kept =
    keysByStore.get(store) ?? new BoundedCache<Hash256, LedgerKeys>(KEPT_KEYS, ({ keys }) => 1 + keys.length);
  keysByStore.set(store, kept);
  const known = kept.get(header.hash);
  if (known !== undefined) return known;
  const keys = new Set(changedKeys(ledgerIndex, []));
  let transactionCount = 0;
  for (const transaction of store.ledgerTransactions(ledgerIndex)) {
    for (const key of changedKeys(ledgerIndex, [transaction])) keys.add(key);
    transactionCount += 1;
    yield;
  }
  const found = { keys: [...keys].sort(), transactionCount };
  kept.set(header.hash, found);
  return found;
}
