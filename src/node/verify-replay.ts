/**
 * Checks the states of all ledgers: every ledger's changes, whose keys its metadata names, are read at that ledger and put
 * into a tree, whose root must then be the one in its header. The tree is all in memory, about 200 bytes an entry.
 */
import { extendsLongSkipList, shortSkipList } from '../ledger/skip-list.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import { longSkipKeylet } from '../protocol/keylets.ts';
import type { Hash256, StObject } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import { affectedEntries, stateEntries } from './derived-rows.ts';
import type { CheckStep, DamageList } from './store-damage.ts';
import { recentHashes } from './stored-view.ts';

/** Stops at the first ledger whose state is not what its header says. Yields how many versions of entries there should be. */
export function* verifyStates(store: LedgerStore, damage: DamageList): Generator<CheckStep, number | undefined> {
  const { first, last } = store.ledgerRange()!;
  const tree = new StateTree(() => undefined, Number.POSITIVE_INFINITY);
  let versions = 0;
  for (let index = first; index <= last; index++) {
    yield { task: 'old states', ledgerIndex: index, share: (index - first) / (last - first + 1) };
    const added = damage.reading('entries', index, () => {
      return index === first ? fill(store, index, tree) : follow(store, index, tree);
    });
    if (added === undefined) return undefined;
    versions += added;
    if (tree.rootHash() === store.header(index)?.accountHash) continue;
    damage.add('entries', index, 'the entries did not have the hash in the header');
    return undefined;
  }
  return versions;
}

/** Puts the whole first state into the tree; yields its entries that are stored. */
function fill(store: LedgerStore, index: number, tree: StateTree): number {
  let count = 0;
  for (const { key, bytes } of stateEntries(store, index)) {
    tree.set(key, bytes);
    count++;
  }
  return index > 1 ? count - 1 : count;
}

/** Puts what a ledger changed into the tree; yields how many versions of entries it wrote. */
function follow(store: LedgerStore, index: number, tree: StateTree): number {
  let count = 0;
  for (const key of changedKeys(store, index)) {
    const bytes = store.entry(key, index);
    // What came and went within the ledger left nothing behind.
    if (bytes === undefined) count += tree.delete(key) ? 1 : 0;
    else {
      tree.set(key, bytes);
      count++;
    }
  }
  const skipList = shortSkipList(recentHashes(store, index - 1), index - 1);
  tree.set(skipList.index, encodeObject(skipList as unknown as StObject));
  return count;
}

function changedKeys(store: LedgerStore, index: number): Set<Hash256> {
  const keys = new Set<Hash256>();
  for (const { metadata } of store.ledgerTransactions(index)) {
    for (const { fields } of affectedEntries(metadata)) keys.add(fields.LedgerIndex as Hash256);
  }
  if (extendsLongSkipList(index - 1)) keys.add(longSkipKeylet(index - 1).key);
  return keys;
}
