/** Paths at which a ledger may have written key tree nodes: above the entries that it created or deleted. */
import type { Hash256 } from '../protocol/values.ts';
import { type KeyTreeNode, keyTreePath } from '../util/key-tree.ts';
import type { UndoneLedger } from './revertible-store.ts';
import type { StateStore } from './state-store.ts';

/** Reads entries and key tree nodes as of any ledger. */
export interface KeyOrderReads extends Pick<StateStore, 'entry'> {
  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | undefined;
}

export function changedKeyTreePaths(
  store: KeyOrderReads,
  {
    ledgerIndex,
    keys,
    insertedOrDeletedKeys = keys,
  }: Pick<UndoneLedger, 'ledgerIndex' | 'keys' | 'insertedOrDeletedKeys'>,
): Set<string> {
  const paths = new Set<string>();
  const isThere = (key: Hash256, at: number) => store.entry(key, at) !== undefined;
  for (const key of insertedOrDeletedKeys) {
    if (isThere(key, ledgerIndex) === isThere(key, ledgerIndex - 1)) continue;
    for (const at of [ledgerIndex, ledgerIndex - 1]) {
      for (const path of keyTreePath({ get: (path) => store.keyTreeNode(path, at) }, key)) paths.add(path);
    }
  }
  return paths;
}
