/**
 * Derives the rows of a store that follow from stored transactions and entries, for checks and rebuilds. A close derives them from
 * its changes.
 */
import { sha512Half } from '../crypto/hash.ts';
import { changedKeys } from '../ledger/affected-entries.ts';
import { shortSkipList } from '../ledger/chain-entries.ts';
import { deriveTransaction, readTransaction, stateIndexChanges } from '../node/derived/derive-changes.ts';
import { recentLedgers } from '../node/stored-view.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import type { LedgerEntry, LedgerHashes } from '../protocol/entries/entries.ts';
import { HashPrefix } from '../protocol/tables/hash-prefix.ts';
import type { AccountId, Hash256, Hex, StObject } from '../protocol/values.ts';
import { readForkOrigin } from '../storage/fork/fork-origin.ts';
import type { StoredTransaction } from '../storage/history-store.ts';
import type { RebuildSource } from '../storage/store-check.ts';
import { hexToBytes } from '../util/hex.ts';
import { KeyTreeChanges, type KeyTreeNode } from '../util/key-tree.ts';
import { finishSteps } from '../util/steps.ts';

/** An entry of a state, with its key. */
export interface StateEntry {
  readonly key: Hash256;
  readonly bytes: Uint8Array;
}

export function decodeEntry({ key, bytes }: StateEntry): LedgerEntry {
  return { ...decodeObject(bytes), index: key } as unknown as LedgerEntry;
}

/** The accounts whose history contains the transaction, each with its facts. */
export function historyFactsOf(stored: StoredTransaction): [AccountId, Uint8Array][] {
  const { accounts, facts } = deriveTransaction(readTransaction(stored));
  return accounts.map((account, at) => [account, facts[at] as Uint8Array]);
}

/**
 * The entries of a ledger's state in the order of their keys, with the list of recent hashes, which is not stored. Of a fork, those
 * that it changed; its first ledger is another server's, and has no list here.
 */
export function* stateEntries(store: RebuildSource, ledgerIndex: number): Generator<StateEntry, void> {
  const hasSkipList = ledgerIndex > 1 && ledgerIndex !== readForkOrigin(store)?.ledgerIndex;
  let skipList = hasSkipList ? shortSkipList(recentLedgers(store, ledgerIndex - 1), ledgerIndex - 1) : undefined;
  for (const key of store.entryKeys(ledgerIndex)) {
    if (skipList !== undefined && skipList.index < key) {
      yield skipListEntry(skipList);
      skipList = undefined;
    }
    yield { key, bytes: store.entry(key, ledgerIndex) as Uint8Array };
  }
  if (skipList !== undefined) yield skipListEntry(skipList);
}

function skipListEntry(list: LedgerHashes): StateEntry {
  return { key: list.index, bytes: encodeObject(list as unknown as StObject) };
}

/**
 * Applies the changes of a ledger to the key tree in `nodes`, and returns the nodes that changed. The entries must be
 * undamaged.
 */
export function followKeyTree(
  store: RebuildSource,
  ledgerIndex: number,
  nodes: Map<string, KeyTreeNode>,
): ReadonlyMap<string, KeyTreeNode | undefined> {
  const changes = new KeyTreeChanges(nodes);
  if (ledgerIndex === store.ledgerRange()!.first) {
    for (const key of store.entryKeys(ledgerIndex)) changes.put(key, true);
  } else {
    for (const key of changedKeys(ledgerIndex, store.ledgerTransactions(ledgerIndex))) {
      changes.put(key, store.entry(key, ledgerIndex) !== undefined);
    }
  }
  for (const [path, node] of changes.changed) {
    if (node === undefined) nodes.delete(path);
    else nodes.set(path, node);
  }
  return changes.changed;
}

/** The hash of an entry as a leaf of the state tree. */
export function stateLeafHash({ key, bytes }: StateEntry): Buffer {
  return sha512Half(HashPrefix.leafNode, bytes, hexToBytes(key));
}

/** The rows of an entry in the indexes of the newest state. */
export function indexRowsOf(entry: LedgerEntry): { readonly index: string; readonly key: Hex }[] {
  return finishSteps(stateIndexChanges(undefined, new Map([[entry.index, entry]])));
}
