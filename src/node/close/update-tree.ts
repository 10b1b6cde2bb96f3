/** Updates the state tree for the next ledger, for a close and for a follower. */
import { type RecentLedgers, shortSkipList } from '../../ledger/chain-entries.ts';
import { encodeObject } from '../../protocol/codec/encode.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import type { Hash256, StObject } from '../../protocol/values.ts';
import type { StateTree } from '../../shamap/state-tree.ts';
import type { Steps } from '../../util/steps.ts';

type StateChange = readonly [key: Hash256, bytes: Uint8Array | undefined];

/**
 * Puts changed entries into the tree (undefined: gone). Yields what is a change for the store. `isFork`: the tree has only the
 * entries that the fork changed, so an entry that it deletes need not be in there.
 */
export function* updateTree(
  tree: StateTree,
  changed: Iterable<StateChange>,
  isFork = false,
): Steps<Map<Hash256, Uint8Array | undefined>> {
  const changes = new Map<Hash256, Uint8Array | undefined>();
  for (const [key, bytes] of changed) {
    if (bytes !== undefined) {
      tree.set(key, bytes);
      changes.set(key, bytes);
    } else if (tree.delete(key) || isFork) {
      // An entry that was created and deleted within the ledger was never in the tree.
      changes.set(key, undefined);
    }
    yield;
  }
  return changes;
}

/** The bytes of changed entries (null: deleted), encoded lazily. */
export function* encodedEntries(changed: ReadonlyMap<Hash256, LedgerEntry | null>): Generator<StateChange, void> {
  for (const [key, entry] of changed) {
    yield [key, entry === null ? undefined : encodeObject(entry as unknown as StObject)];
  }
}

/**
 * The list of recent hashes belongs to the state, but derives from the headers, so only the tree gets it.
 * `recentLedgers`: up to the parent.
 */
export function updateShortSkipList(tree: StateTree, recentLedgers: RecentLedgers, parentIndex: number): void {
  const list = shortSkipList(recentLedgers, parentIndex);
  tree.set(list.index, encodeObject(list as unknown as StObject));
}
