/**
 * Checks the states of all ledgers: every ledger's changes, whose keys its metadata names, are read at that ledger and put
 * into a tree, whose root must then be the one in its header. The tree is all in memory, about 200 bytes an entry.
 */
import { isDeepStrictEqual } from 'node:util';
import { changedKeys } from '../ledger/affected-entries.ts';
import { SKIP_LIST_LENGTH, shortSkipList } from '../ledger/chain-entries.ts';
import { recentHashes } from '../node/stored-view.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import type { StObject } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { FORGOT_LEDGERS } from '../storage/history-rule.ts';
import type { CheckableStore } from '../storage/store-check.ts';
import type { KeyTreeNode } from '../util/key-tree.ts';
import { followKeyTree, stateEntries } from './derived-rows.ts';
import type { CheckStep, DamageList } from './store-damage.ts';

/** Versions that there should be. */
export interface VersionCounts {
  entries: number;
  keyTreeNodes: number;
}

/** Stops at the first ledger whose state is not what its header says; nothing is known of later ones then. */
export function* verifyStates(
  store: CheckableStore,
  damage: DamageList,
): Generator<CheckStep, VersionCounts | undefined> {
  const { first, last } = store.ledgerRange()!;
  // A state lists the hashes of the ledgers before it, and a store may have forgotten these.
  const firstKnown = store.metaValue(FORGOT_LEDGERS) === undefined ? first : first + SKIP_LIST_LENGTH;
  const tree = new StateTree(() => undefined, Number.POSITIVE_INFINITY);
  const keyTree = new Map<string, KeyTreeNode>();
  const versions: VersionCounts = { entries: 0, keyTreeNodes: 0 };
  for (let index = first; index <= last; index++) {
    yield { task: 'old states', ledgerIndex: index, share: (index - first) / (last - first + 1) };
    const added = damage.reading('entries', index, () => {
      return index === first ? fill(store, index, tree) : follow(store, index, tree);
    });
    if (added === undefined) return undefined;
    versions.entries += added;
    if (index >= firstKnown && tree.rootHash() !== store.header(index)?.accountHash) {
      damage.add('entries', index, 'the entries did not have the hash in the header');
      return undefined;
    }
    versions.keyTreeNodes += verifyKeyTree(store, index, keyTree, damage);
  }
  return versions;
}

/** Compares the nodes that a ledger changed in the order of keys; returns how many. */
function verifyKeyTree(
  store: CheckableStore,
  index: number,
  nodes: Map<string, KeyTreeNode>,
  damage: DamageList,
): number {
  const changed = followKeyTree(store, index, nodes);
  for (const [path, node] of changed) {
    const stored = damage.reading('key_tree', index, () => store.keyTreeNode(path, index));
    if (isDeepStrictEqual(stored, node)) continue;
    damage.add('key_tree', index, `the node at '${path}' is not what the entries give`);
  }
  return changed.size;
}

/** Puts the whole first state into the tree; gives its entries that are stored. */
function fill(store: CheckableStore, index: number, tree: StateTree): number {
  let count = 0;
  for (const { key, bytes } of stateEntries(store, index)) {
    tree.set(key, bytes);
    count++;
  }
  return index > 1 ? count - 1 : count;
}

/** Puts what a ledger changed into the tree; gives how many versions of entries it wrote. */
function follow(store: CheckableStore, index: number, tree: StateTree): number {
  let count = 0;
  for (const key of changedKeys(index, store.ledgerTransactions(index))) {
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
