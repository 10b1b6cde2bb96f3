/**
 * What a store undoes to return to an earlier ledger. After the first snapshot a record of each closed ledger is kept: the nodes
 * of the state tree, the rows of indexes and the decoded entries that it replaced. Without records the same is derived from the
 * metadata of the ledgers and the older versions of entries in the store.
 */

import { affectedAccounts } from '../ledger/affected-accounts.ts';
import { affectedEntries, changedKeys } from '../ledger/affected-entries.ts';
import type { IndexChange, PreparedLedger } from '../ledger/derived-changes.ts';
import type { ReadView } from '../ledger/read-view.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import { skipKeylet } from '../protocol/entries/keylets.ts';
import { transactionIdOf } from '../protocol/transaction/transaction.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { readForkOrigin } from '../storage/fork/fork-origin.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import type { UndoneLedger, UndoneLedgers } from '../storage/revertible-store.ts';
import type { StateStore } from '../storage/state-store.ts';
import type { Steps } from '../util/steps.ts';
import { updateShortSkipList, updateTree } from './close/update-tree.ts';
import { stateIndexChanges } from './derived/derive-changes.ts';
import { type EntryCache, recentLedgers } from './stored-view.ts';

/** Limit for all kept records together: about 20 MB. */
const MAX_KEPT_NODES = 20_000;
const NODES_A_STEP = 16;

/** The changes to undo, with decoded entries of the ledger to return to. */
export interface StateUndo extends UndoneLedgers {
  /** Entries that may change: the entry, null if there is none, undefined if unknown. */
  readonly entries: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null | undefined>;
}

interface UndoRecord extends Omit<StateUndo, 'ledgers'> {
  readonly ledger: UndoneLedger;
}

/** Records of the last ledgers. */
export class UndoRecords {
  readonly #maxNodes: number;
  /** The oldest first, without gaps. */
  #records: UndoRecord[] = [];
  #nodeCount = 0;

  /** Keeps the latest records with at most this number of tree nodes in all. */
  constructor(maxNodes: number = MAX_KEPT_NODES) {
    this.#maxNodes = maxNodes;
  }

  /** Adds the record of the new last ledger. */
  add(record: UndoRecord): void {
    this.#records.push(record);
    this.#nodeCount += record.treeChanges.size;
    while (this.#nodeCount > this.#maxNodes) this.#nodeCount -= this.#records.shift()!.treeChanges.size;
  }

  /** The changes that undo the ledgers above `ledgerIndex`, up to `last`; undefined if a record is missing. */
  above(ledgerIndex: number, last: number): StateUndo | undefined {
    const records = this.#records.slice(Math.max(0, this.#records.length - (last - ledgerIndex)));
    if (records.length < last - ledgerIndex) return undefined;
    const treeChanges = new Map<string, Uint8Array | undefined>();
    const indexChanges: IndexChange[] = [];
    const entries = new Map<Hash256, Readonly<LedgerEntry> | null | undefined>();
    // If several records have a value, the oldest one counts.
    for (const record of records.toReversed()) {
      for (const [path, node] of record.treeChanges) treeChanges.set(path, node);
      for (const [key, entry] of record.entries) entries.set(key, entry);
      indexChanges.push(...record.indexChanges);
    }
    return { ledgers: records.map(({ ledger }) => ledger), treeChanges, indexChanges, entries };
  }

  /** Removes the records of ledgers that were undone. */
  forgetAbove(ledgerIndex: number): void {
    this.#records = this.#records.filter(({ ledger }) => ledger.ledgerIndex <= ledgerIndex);
    this.#nodeCount = this.#records.reduce((sum, { treeChanges }) => sum + treeChanges.size, 0);
  }
}

/** The record of a ledger that follows the store's last one. `cache` has entries of the last one. */
export function* undoRecordOf(
  { header, stateChanges, derived }: PreparedLedger,
  store: Pick<StateStore, 'treeNode'>,
  cache: EntryCache,
): Steps<UndoRecord> {
  const { ledgerIndex, hash } = header;
  const treeChanges = new Map<string, Uint8Array | undefined>();
  for (const path of derived.treeChanges.keys()) {
    treeChanges.set(path, store.treeNode(path));
    if (treeChanges.size % NODES_A_STEP === 0) yield;
  }
  return {
    ledger: {
      ledgerIndex,
      hash,
      transactionIds: derived.transactions.map(({ id }) => id),
      accounts: new Set(derived.transactions.flatMap(({ accounts }) => accounts)),
      keys: new Set(stateChanges.keys()),
      insertedOrDeletedKeys: derived.insertedOrDeletedKeys,
    },
    treeChanges,
    indexChanges: derived.indexChanges.map(({ index, key, isPresent }) => ({ index, key, isPresent: !isPresent })),
    entries: new Map(Iterator.from(stateChanges.keys()).map((key) => [key, cache.get(key, ledgerIndex - 1)])),
  };
}

/**
 * The same without records. The resulting state tree must have the hash in the ledger's header, so a mistake is found before
 * anything is written.
 * @throws StoreError if the ledger is not in the store, or its state is damaged
 */
export function* deriveUndo(store: LedgerStore, ledgerIndex: number, last: number): Steps<StateUndo> {
  const ledgers: UndoneLedger[] = [];
  const keys = new Set<Hash256>();
  for (let undone = ledgerIndex + 1; undone <= last; undone++) {
    const ledger = readUndone(store, undone);
    ledgers.push(ledger);
    for (const key of ledger.keys) keys.add(key);
    yield;
  }
  const tree = new StateTree((path) => store.treeNode(path));
  // Entries that a fork has not changed are neither in its tree nor in its indexes.
  const ownAt = (at: number) => (key: Hash256) =>
    store.entryLedger(key, at) === undefined ? undefined : store.entry(key, at);
  const own = ownAt(ledgerIndex);
  yield* updateTree(
    tree,
    Iterator.from(keys).map((key) => [key, own(key)] as const),
  );
  const isOrigin = ledgerIndex === readForkOrigin(store)?.ledgerIndex;
  if (isOrigin) tree.delete(skipKeylet().key);
  else if (ledgerIndex > 1) updateShortSkipList(tree, recentLedgers(store, ledgerIndex - 1), ledgerIndex - 1);
  yield* tree.hashChanges();
  if (!isOrigin && tree.rootHash() !== store.header(ledgerIndex)?.accountHash) {
    throw new StoreError(`there is no way back to ledger ${ledgerIndex}: its state is not its own`);
  }
  const entries = decodedEntries(keys, (key) => store.entry(key, ledgerIndex));
  const before = decodedEntries(keys, ownAt(last));
  const indexed: Pick<ReadView, 'readAny'> = { readAny: (key) => before.get(key) ?? undefined };
  const indexChanges = yield* stateIndexChanges(indexed, decodedEntries(keys, own));
  return { ledgers, treeChanges: yield* tree.takeChanges(), indexChanges, entries };
}

function readUndone(store: LedgerStore, ledgerIndex: number): UndoneLedger {
  const header = store.header(ledgerIndex);
  if (header === undefined) throw new StoreError(`the header of ledger ${ledgerIndex} is missing`);
  const transactions = [...store.ledgerTransactions(ledgerIndex)];
  const accounts = new Set<AccountId>();
  for (const { metadata } of transactions) {
    for (const account of affectedAccounts(affectedEntries(metadata))) accounts.add(account);
  }
  return {
    ledgerIndex,
    hash: header.hash,
    transactionIds: transactions.map(({ blob }) => transactionIdOf(blob)),
    accounts,
    keys: changedKeys(ledgerIndex, transactions),
  };
}

/** Key → entry, or null for none. */
function decodedEntries(
  keys: Iterable<Hash256>,
  read: (key: Hash256) => Uint8Array | undefined,
): Map<Hash256, Readonly<LedgerEntry> | null> {
  const entries = new Map<Hash256, Readonly<LedgerEntry> | null>();
  for (const index of keys) {
    const bytes = read(index);
    entries.set(index, bytes === undefined ? null : ({ ...decodeObject(bytes), index } as LedgerEntry));
  }
  return entries;
}
