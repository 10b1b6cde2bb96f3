/** Checks the data directory of a stopped server: every ledger must be complete. */
import assert from 'node:assert/strict';
import { shortSkipList } from '../../src/ledger/chain-entries.ts';
import { createLedgerHeader } from '../../src/ledger/ledger-header.ts';
import { recentLedgers } from '../../src/node/stored-view.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import type { Hash256, StObject } from '../../src/protocol/values.ts';
import { StateTree } from '../../src/shamap/state-tree.ts';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';

const BEFORE_ALL_KEYS: Hash256 = '0'.repeat(64);

/** Checks the store in a directory as `verifyChain` does. Returns the index of the last ledger; 0 if there is none. */
export async function verifyStore(directory: string): Promise<number> {
  const store = openLmdbStore(directory);
  try {
    return verifyChain(store);
  } finally {
    await store.close();
  }
}

/**
 * Recomputes the hash of the last state from its entries, and the hash of every header. Returns the index of the last
 * ledger; 0 if there is none.
 */
export function verifyChain(store: LedgerStore): number {
  const range = store.ledgerRange();
  if (range === undefined) return 0;
  for (let index = range.first; index <= range.last; index++) {
    const header = store.header(index)!;
    assert.equal(createLedgerHeader(header).hash, header.hash);
    if (index > range.first) assert.equal(header.parentHash, store.header(index - 1)!.hash);
  }
  const { accountHash } = store.header(range.last)!;
  assert.equal(stateHash(store, range.last), accountHash, 'hash of the state from its entries');
  assert.equal(
    new StateTree((path) => store.treeNode(path)).rootHash(),
    accountHash,
    'hash of the state from the stored tree',
  );
  return range.last;
}

function stateHash(store: LedgerStore, ledgerIndex: number): Hash256 {
  const tree = new StateTree(() => undefined);
  let key: Hash256 | undefined = BEFORE_ALL_KEYS;
  while (true) {
    key = store.nextEntryKey(key, ledgerIndex);
    if (key === undefined) break;
    tree.set(key, store.entry(key, ledgerIndex)!);
  }
  if (ledgerIndex > 1) {
    const list = shortSkipList(recentLedgers(store, ledgerIndex - 1), ledgerIndex - 1);
    tree.set(list.index, encodeObject(list as unknown as StObject));
  }
  return tree.rootHash();
}
