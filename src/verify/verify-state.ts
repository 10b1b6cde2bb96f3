/**
 * Checks the newest state of a store: its entries must give the root hash in the header, the stored tree must match them, and the
 * indexes must list them.
 */
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import { type Hash256, ZERO_HASH } from '../protocol/values.ts';
import { AscendingTree } from '../shamap/ascending-tree.ts';
import { decodeChildren, InnerNode, innerNodeHash, type Leaf } from '../shamap/inner-node.ts';
import { readForkOrigin } from '../storage/fork/fork-origin.ts';
import type { CheckableStore } from '../storage/store-check.ts';
import { heldDrops } from '../transactions/invariants/drops.ts';
import { bytesToHex } from '../util/hex.ts';
import { decodeEntry, indexRowsOf, stateEntries, stateLeafHash } from './derived-rows.ts';
import type { CheckStep, DamageList } from './store-damage.ts';

/** Expected numbers of rows. */
export interface StateRowCounts {
  treeNodes: number;
  indexKeys: number;
}

const ENTRIES_A_STEP = 1000;

export function* verifyNewestState(
  store: CheckableStore,
  header: LedgerHeader,
  damage: DamageList,
): Generator<CheckStep, StateRowCounts> {
  const counts: StateRowCounts = { treeNodes: 0, indexKeys: 0 };
  const { ledgerIndex: index, accountHash, totalDrops } = header;
  try {
    const origin = readForkOrigin(store);
    const differing: string[] = [];
    const { hash: entriesHash, drops } = yield* hashEntries(store, index, damage, counts, differing);
    yield* verifyKeyOrder(store, index, damage);
    const [path] = differing;
    // The hash of a fork's first ledger is that of the whole state, which is on the other server.
    if (entriesHash !== accountHash && index !== origin?.ledgerIndex) yield* addEntryDamage(store, header, damage);
    else if (path !== undefined) damage.add('tree', index, `the node at '${path}' is not what the entries give`);
    else if (drops !== totalDrops && origin === undefined) {
      damage.add(
        'entries',
        index,
        `they hold ${drops} drops of XRP, and the header says ${totalDrops}: some were created`,
      );
    }
  } catch (error) {
    damage.addError('entries', index, error);
  }
  return counts;
}

/** The entries do not match the header. If the tree does, it shows the first entry that differs. */
function* addEntryDamage(store: CheckableStore, header: LedgerHeader, damage: DamageList): Generator<CheckStep, void> {
  const { ledgerIndex: index, accountHash } = header;
  yield* verifyTree(store, header, damage);
  const key = damage.has('tree') ? undefined : firstDifference(store, index, accountHash);
  const which = key === undefined ? '' : `: the first to differ is ${key}`;
  damage.add('entries', index, `the entries do not have the hash in the header${which}`);
}

/** Returns the root hash of the entries and the XRP in them; adds the first path to `differing` at which the stored node differs. */
function* hashEntries(
  store: CheckableStore,
  index: number,
  damage: DamageList,
  counts: StateRowCounts,
  differing: string[],
): Generator<CheckStep, { hash: Hash256; drops: bigint }> {
  const tree = new AscendingTree((path, record) => {
    counts.treeNodes++;
    const stored = damage.reading('tree', index, () => store.treeNode(path));
    if (differing.length === 0 && !(stored && record.equals(stored))) differing.push(path);
  });
  let done = 0;
  let drops = 0n;
  for (const entry of stateEntries(store, index)) {
    if (done++ % ENTRIES_A_STEP === 0) yield { task: 'entries', ledgerIndex: index, share: shareOf(entry.key) };
    tree.add({ key: entry.key, hash: stateLeafHash(entry) });
    const decoded = decodeEntry(entry);
    drops += heldDrops(decoded);
    verifyIndexRows(store, index, decoded, damage, counts);
  }
  return { hash: tree.finish(), drops };
}

/** Checks that the key tree leads from each entry to the next one. */
function* verifyKeyOrder(store: CheckableStore, index: number, damage: DamageList): Generator<CheckStep, void> {
  let key: Hash256 | undefined = ZERO_HASH;
  let done = 0;
  for (const expected of store.entryKeys(index)) {
    if (done++ % ENTRIES_A_STEP === 0) yield { task: 'order of keys', ledgerIndex: index, share: shareOf(expected) };
    const found = nextKey(store, index, key, damage);
    if (found !== expected) {
      damage.add('key_tree', index, `it leads from ${key} to ${found}, not to ${expected}`);
      return;
    }
    key = expected;
  }
  const found = nextKey(store, index, key, damage);
  if (found !== undefined) damage.add('key_tree', index, `it leads from ${key} to ${found}, which is no entry`);
}

function nextKey(store: CheckableStore, index: number, key: Hash256, damage: DamageList): Hash256 | undefined {
  return damage.reading('key_tree', index, () => store.nextEntryKey(key, index));
}

function verifyIndexRows(
  store: CheckableStore,
  ledgerIndex: number,
  entry: LedgerEntry,
  damage: DamageList,
  counts: StateRowCounts,
): void {
  for (const { index, key } of indexRowsOf(entry)) {
    counts.indexKeys++;
    const found = damage.reading('indexes', ledgerIndex, () => firstOf(store.indexKeys(index, key)));
    if (found !== key) damage.add('indexes', ledgerIndex, `${index} does not list ${entry.index}`);
  }
}

function firstOf<Value>(values: Iterable<Value>): Value | undefined {
  for (const value of values) return value;
  return undefined;
}

/** Checks that every stored node has the hash in its parent, and the root that in the header. */
function* verifyTree(
  store: CheckableStore,
  { ledgerIndex, accountHash }: LedgerHeader,
  damage: DamageList,
): Generator<CheckStep, void> {
  let count = 0;
  const visit = function* (path: string, hash: Hash256): Generator<CheckStep, void> {
    if (count++ % ENTRIES_A_STEP === 0) yield { task: 'state tree', ledgerIndex, share: shareOf(path) };
    const children = damage.reading('tree', ledgerIndex, () => childrenAt(store, path));
    if (children === undefined) return;
    if (bytesToHex(innerNodeHash(children)) !== hash) {
      damage.add('tree', ledgerIndex, `the node at '${path}' does not have its hash`);
      return;
    }
    for (const [branch, child] of children.entries()) {
      if (!(child instanceof InnerNode)) continue;
      yield* visit(path + branch.toString(16).toUpperCase(), bytesToHex(child.hash!));
    }
  };
  if (accountHash !== ZERO_HASH) yield* visit('', accountHash);
}

function childrenAt(store: CheckableStore, path: string) {
  const record = store.treeNode(path);
  if (record === undefined) throw new RangeError(`there is no node at '${path}'`);
  return decodeChildren(record);
}

/** The first key at which the entries and the undamaged tree differ. */
function firstDifference(store: CheckableStore, index: number, accountHash: Hash256): Hash256 | undefined {
  if (accountHash === ZERO_HASH) return undefined;
  const leaves = storedLeaves(store, '');
  for (const entry of stateEntries(store, index)) {
    const leaf = leaves.next().value;
    if (leaf === undefined || entry.key < leaf.key) return entry.key;
    if (entry.key > leaf.key || !stateLeafHash(entry).equals(leaf.hash)) return leaf.key;
  }
  return leaves.next().value?.key;
}

function* storedLeaves(store: CheckableStore, path: string): Generator<Leaf, undefined> {
  for (const [branch, child] of childrenAt(store, path).entries()) {
    if (child instanceof InnerNode) yield* storedLeaves(store, path + branch.toString(16).toUpperCase());
    else if (child !== undefined) yield child;
  }
  return undefined;
}

/** Position of a key or path in the key space, from 0 to 1. Keys are evenly distributed. */
function shareOf(key: string): number {
  return Number.parseInt(key.slice(0, 4).padEnd(4, '0'), 16) / 0x10000;
}
