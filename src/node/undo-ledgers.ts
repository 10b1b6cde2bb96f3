/**
 * What a store has to undo to return to an earlier ledger. Nothing was kept for that: from the metadata of what happened
 * since follows which entries changed, and the store has their versions of then. The state tree that comes out must be
 * the one whose hash the ledger's header has, so a mistake here is found before anything is written.
 */

import { affectedAccounts } from '../ledger/affected-accounts.ts';
import { affectedEntries, changedKeys } from '../ledger/affected-entries.ts';
import type { ReadView } from '../ledger/read-view.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import { transactionIdOf } from '../protocol/transaction/transaction.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import type { UndoneLedger, UndoneLedgers } from '../storage/revertible-store.ts';
import type { Steps } from '../util/steps.ts';
import { updateShortSkipList, updateTree } from './close/update-tree.ts';
import { stateIndexChanges } from './derived/derive-changes.ts';
import { recentHashes } from './stored-view.ts';

/**
 * For `LedgerStore.revert` to that ledger; undefined if it costs nothing.
 * @throws StoreError for a ledger that is not in the store, or whose state is damaged
 */
export function* undoLedgers(store: LedgerStore, ledgerIndex: number): Steps<UndoneLedgers | undefined> {
  const base = store.revertBase(ledgerIndex);
  if (base.ledgerIndex === ledgerIndex) return undefined;
  const ledgers: UndoneLedger[] = [];
  const keys = new Set<Hash256>();
  for (let undone = ledgerIndex + 1; undone <= base.ledgerIndex; undone++) {
    const ledger = readUndone(store, undone);
    ledgers.push(ledger);
    for (const key of ledger.keys) keys.add(key);
    yield;
  }
  const tree = new StateTree((path) => base.treeNode(path));
  yield* updateTree(
    tree,
    Iterator.from(keys).map((key) => [key, store.entry(key, ledgerIndex)] as const),
  );
  if (ledgerIndex > 1) updateShortSkipList(tree, recentHashes(store, ledgerIndex - 1), ledgerIndex - 1);
  yield* tree.hashChanges();
  if (tree.rootHash() !== store.header(ledgerIndex)?.accountHash) {
    throw new StoreError(`there is no way back to ledger ${ledgerIndex}: its state is not its own`);
  }
  const entries = new Map(Iterator.from(keys).map((key) => [key, entryAt(store, key, ledgerIndex) ?? null] as const));
  const before: Pick<ReadView, 'readAny'> = { readAny: (key) => entryAt(store, key, base.ledgerIndex) };
  const indexChanges = yield* stateIndexChanges(before, entries);
  return { ledgers, treeChanges: yield* tree.takeChanges(), indexChanges };
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

function entryAt(store: LedgerStore, key: Hash256, ledgerIndex: number): Readonly<LedgerEntry> | undefined {
  const bytes = store.entry(key, ledgerIndex);
  return bytes && ({ ...decodeObject(bytes), index: key } as LedgerEntry);
}
