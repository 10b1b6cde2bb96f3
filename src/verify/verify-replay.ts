/**
 * Checks the states of all ledgers: applies the changed entries of each ledger, whose keys are in its metadata, to a tree, and
 * compares the root with the header. The tree is in memory and needs about 200 bytes per entry.
 */
import { isDeepStrictEqual } from 'node:util';
import { changedKeys } from '../ledger/affected-entries.ts';
import { SKIP_LIST_LENGTH, shortSkipList } from '../ledger/chain-entries.ts';
import { recentLedgers } from '../node/stored-view.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import type { StObject } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { readForkOrigin } from '../storage/fork/fork-origin.ts';
import { FORGOT_LEDGERS } from '../storage/history-rule.ts';
import type { CheckableStore } from '../storage/store-check.ts';
import type { KeyTreeNode } from '../util/key-tree.ts';
import { followKeyTree, stateEntries } from './derived-rows.ts';
import type { CheckStep, DamageList } from './store-damage.ts';

/** Expected numbers of versions. */
export interface VersionCounts {
  entries: number;
  keyTreeNodes: number;
}

/** Stops at the first ledger whose state does not match its header. Later ones cannot be checked then. */
export function* verifyStates(
  store: CheckableStore,
  damage: DamageList,
): Generator<CheckStep, VersionCounts | undefined> {
  const { first, last } = store.ledgerRange()!;
  // A state contains the hashes of earlier ledgers, which a store may have forgotten.
  const isFork = readForkOrigin(store) !== undefined;
  const firstOwn = isFork ? first + 1 : first;
  const firstKnown = store.metaValue(FORGOT_LEDGERS) === undefined ? firstOwn : first + SKIP_LIST_LENGTH;
  const tree = new StateTree(() => undefined, Number.POSITIVE_INFINITY);
  const keyTree = new Map<string, KeyTreeNode>();
  const versions: VersionCounts = { entries: 0, keyTreeNodes: 0 };
  for (let index = first; index <= last; index++) {
    yield { task: 'old states', ledgerIndex: index, share: (index - first) / (last - first + 1) };
    const added = damage.reading('entries', index, () => {
      return index === first ? fill(store, index, tree) : follow(store, index, tree, isFork);
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

/** Compares the nodes of the key tree that a ledger changed; returns their number. */
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

/** Puts the first state into the tree; returns the number of its stored entries. */
function fill(store: CheckableStore, index: number, tree: StateTree): number {
  for (const { key, bytes } of stateEntries(store, index)) tree.set(key, bytes);
  return [...store.entryKeys(index)].length;
}

/** Applies the changes of a ledger to the tree; returns the number of entry versions that it wrote. */
function follow(store: CheckableStore, index: number, tree: StateTree, isFork: boolean): number {
  let count = 0;
  for (const key of changedKeys(index, store.ledgerTransactions(index))) {
    const bytes = store.entry(key, index);
    // An entry that was created and deleted in the same ledger has no version, except on a fork (`update-tree.ts`).
    if (bytes === undefined) count += tree.delete(key) || isFork ? 1 : 0;
    else {
      tree.set(key, bytes);
      count++;
    }
  }
  const skipList = shortSkipList(recentLedgers(store, index - 1), index - 1);
  tree.set(skipList.index, encodeObject(skipList as unknown as StObject));
  return count;
}
