/**
 * Writes a state of millions of accounts directly into a store: ledgers without transactions that create accounts in
 * the order of their keys, so that each part of the state tree is hashed and written once.
 */

import type { PreparedLedger } from '../src/ledger/derived-changes.ts';
import { DEFAULT_GENESIS } from '../src/ledger/genesis.ts';
import { createLedgerHeader, type LedgerHeader } from '../src/ledger/ledger-header.ts';
import { updateShortSkipList } from '../src/node/close/update-tree.ts';
import { createLedgerNode } from '../src/node/node.ts';
import { recentLedgers } from '../src/node/stored-view.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import { accountKeylet } from '../src/protocol/entries/keylets.ts';
import { type Hash256, type StObject, ZERO_HASH } from '../src/protocol/values.ts';
import { StateTree } from '../src/shamap/state-tree.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { systemClock } from '../src/util/clock.ts';
import { bytesToHex, hexToBytes } from '../src/util/hex.ts';
import { finishSteps } from '../src/util/steps.ts';
import { newAccountRoot, type PaymentWorld } from './payment-world.ts';

/** Large enough that ten million accounts need fewer ledgers than the long skip list requires (256). */
const ACCOUNTS_A_LEDGER = 50_000;
const KEY_BYTES = 32;
const BUCKETS = 0x10000;

/** Creates a chain with all accounts of `world` in the directory. Returns the size of its files in bytes. */
export async function makeAccounts(directory: string, world: PaymentWorld): Promise<number> {
  const node = await createLedgerNode({
    store: openLmdbStore(directory),
    genesis: DEFAULT_GENESIS,
    clock: systemClock,
  });
  await node.stop();
  const store = openLmdbStore(directory);
  const tree = new StateTree((path) => store.treeNode(path));
  const encode = accountEncoder(world);
  const keys = accountKeys(world);
  const order = inOrderOfKeys(keys);
  let parent = store.header(store.ledgerRange()!.last)!;
  for (let first = 0; first < order.length; first += ACCOUNTS_A_LEDGER) {
    const stateChanges = new Map<Hash256, Uint8Array>();
    for (const at of order.subarray(first, first + ACCOUNTS_A_LEDGER)) {
      const key = bytesToHex(keyAt(keys, at));
      const entry = encode(at);
      stateChanges.set(key, entry);
      tree.set(key, entry);
    }
    updateShortSkipList(tree, recentLedgers(store, parent.ledgerIndex), parent.ledgerIndex);
    const ledger = ledgerOf(parent, tree, stateChanges);
    await store.append(ledger);
    tree.confirmChanges();
    parent = ledger.header;
  }
  const bytes = store.sizeBytes();
  await store.close();
  return bytes;
}

function ledgerOf(parent: LedgerHeader, tree: StateTree, stateChanges: Map<Hash256, Uint8Array>): PreparedLedger {
  const header = createLedgerHeader({
    ...parent,
    ledgerIndex: parent.ledgerIndex + 1,
    parentHash: parent.hash,
    transactionHash: ZERO_HASH,
    accountHash: tree.rootHash(),
    parentCloseTimeSeconds: parent.closeTimeSeconds,
    closeTimeSeconds: parent.closeTimeSeconds + 1,
  });
  const derived = { transactions: [], treeChanges: finishSteps(tree.takeChanges()), indexChanges: [] };
  return { header, transactions: [], stateChanges, derived };
}

/** Encodes one account and replaces its id for the others, which differ in nothing else. */
function accountEncoder(world: PaymentWorld): (at: number) => Uint8Array {
  const first = world.accountAt(0);
  const template = Buffer.from(encodeObject(newAccountRoot(first) as unknown as StObject));
  const idStart = template.indexOf(hexToBytes(first));
  return (at) => {
    const entry = Buffer.from(template);
    entry.set(hexToBytes(world.accountAt(at)), idStart);
    return entry;
  };
}

/** All keys in one buffer: as strings they would not fit into memory. */
function accountKeys(world: PaymentWorld): Buffer {
  const keys = Buffer.alloc(world.accountCount * KEY_BYTES);
  for (let at = 0; at < world.accountCount; at++) {
    keys.write(accountKeylet(world.accountAt(at)).key, at * KEY_BYTES, 'hex');
  }
  return keys;
}

function keyAt(keys: Buffer, at: number): Buffer {
  return keys.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES);
}

/** Indexes of keys in ascending order: buckets by the first 16 bits, each sorted separately. */
function inOrderOfKeys(keys: Buffer): Uint32Array {
  const count = keys.length / KEY_BYTES;
  const starts = new Uint32Array(BUCKETS + 1);
  const bucketOf = (at: number) => keys.readUInt16BE(at * KEY_BYTES);
  for (let at = 0; at < count; at++) starts[bucketOf(at) + 1]! += 1;
  for (let bucket = 0; bucket < BUCKETS; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const order = new Uint32Array(count);
  const next = starts.slice();
  for (let at = 0; at < count; at++) order[next[bucketOf(at)]!++] = at;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    order.subarray(starts[bucket], starts[bucket + 1]).sort((a, b) => Buffer.compare(keyAt(keys, a), keyAt(keys, b)));
  }
  return order;
}
