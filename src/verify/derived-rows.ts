/**
 * The rows of a store that follow from a transaction or from an entry. A close makes them on its way; here they are made
 * from what is stored, for whoever checks a store or makes its derived tables anew.
 */
import { sha512Half } from '../crypto/hash.ts';
import { encodeHistoryFacts } from '../history/history-index-row.ts';
import { transactionSubject } from '../history/transaction-subject.ts';
import { affectedAccounts } from '../ledger/affected-accounts.ts';
import { extendsLongSkipList, shortSkipList } from '../ledger/skip-list.ts';
import { recentHashes } from '../node/stored-view.ts';
import { trustLineIndexChanges } from '../node/trust-line-index.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import type { LedgerEntry, LedgerHashes } from '../protocol/entries/entries.ts';
import { longSkipKeylet } from '../protocol/entries/keylets.ts';
import { HashPrefix } from '../protocol/tables/hash-prefix.ts';
import type { AccountId, FieldValue, Hash256, Hex, StArray, StObject } from '../protocol/values.ts';
import type { LedgerStore, StoredTransaction } from '../storage/ledger-store.ts';
import type { CheckableStore } from '../storage/store-check.ts';
import { bytesToHex, hexToBytes } from '../util/hex.ts';
import { KeyTreeChanges, type KeyTreeNode } from '../util/key-tree.ts';
import { finishSteps } from '../util/steps.ts';

/** An entry of a state, with its key. */
export interface StateEntry {
  readonly key: Hash256;
  readonly bytes: Uint8Array;
}

export interface AffectedEntry {
  readonly kind: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

export function transactionIdOf(blob: Uint8Array): Hash256 {
  return bytesToHex(sha512Half(HashPrefix.transactionId, blob));
}

/** The elements of AffectedNodes in stored metadata. */
export function affectedEntries(metadata: Uint8Array): AffectedEntry[] {
  const { AffectedNodes } = decodeObject(metadata);
  return (AffectedNodes as StArray).flatMap((element) =>
    Object.entries(element).map(([kind, fields]) => ({ kind, fields: fields as AffectedEntry['fields'] })),
  );
}

/** Whose history the transaction belongs to, with the facts for each. */
export function historyFactsOf({ blob, metadata }: StoredTransaction): [AccountId, Buffer][] {
  const subject = transactionSubject(decodeObject(blob) as StObject, metadata);
  return affectedAccounts(affectedEntries(metadata)).map((account) => [account, encodeHistoryFacts(subject, account)]);
}

/** The entries of a ledger's state in the order of their keys, with the list of recent hashes, which is not stored. */
export function* stateEntries(store: CheckableStore, ledgerIndex: number): Generator<StateEntry, void> {
  const hashes = recentHashes(store, ledgerIndex - 1);
  let skipList = ledgerIndex > 1 ? shortSkipList(hashes, ledgerIndex - 1) : undefined;
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

/** Keys of the entries that a ledger may have changed: those that its metadata names, and the long skip list. */
export function changedKeys(store: LedgerStore, ledgerIndex: number): Set<Hash256> {
  const keys = new Set<Hash256>();
  for (const { metadata } of store.ledgerTransactions(ledgerIndex)) {
    for (const { fields } of affectedEntries(metadata)) keys.add(fields.LedgerIndex as Hash256);
  }
  if (extendsLongSkipList(ledgerIndex - 1)) keys.add(longSkipKeylet(ledgerIndex - 1).key);
  return keys;
}

/**
 * Takes the order of keys from one ledger to the next: puts into `nodes` what the ledger changes, and returns the nodes
 * that differ. The entries must be whole.
 */
export function followKeyTree(
  store: CheckableStore,
  ledgerIndex: number,
  nodes: Map<string, KeyTreeNode>,
): ReadonlyMap<string, KeyTreeNode | undefined> {
  const changes = new KeyTreeChanges(nodes);
  if (ledgerIndex === store.ledgerRange()!.first) {
    for (const key of store.entryKeys(ledgerIndex)) changes.put(key, true);
  } else {
    for (const key of changedKeys(store, ledgerIndex)) changes.put(key, store.entry(key, ledgerIndex) !== undefined);
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

/** What the indexes over the newest state say about an entry. */
export function indexRowsOf({ key, bytes }: StateEntry): { readonly index: string; readonly key: Hex }[] {
  const entry = { ...decodeObject(bytes), index: key } as unknown as LedgerEntry;
  return finishSteps(trustLineIndexChanges(undefined, new Map([[key, entry]])));
}
