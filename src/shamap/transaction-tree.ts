/**
 * The two trees over a ledger's transactions. They are built once and never change, so nothing is kept: a root is
 * computed from the sorted keys.
 */
import { sha512Half } from '../crypto/hash.ts';
import { ByteWriter } from '../protocol/codec/byte-writer.ts';
import { HashPrefix } from '../protocol/hash-prefix.ts';
import type { Hash256 } from '../protocol/values.ts';
import { bytesToHex, hexToBytes } from '../util/hex.ts';
import { BRANCH_COUNT, branchAt, EMPTY_TREE_HASH, HASH_SIZE, innerNodeHash, type Leaf } from './tree-node.ts';

/**
 * Root hash of the set of transactions without their outcomes, by their ids: the salt of the canonical order. A leaf
 * here hashes the very bytes that an id hashes, so the id is the leaf's hash (SHAMapTxLeafNode.h).
 */
export function transactionSetHash(ids: Iterable<Hash256>): Hash256 {
  return treeHash(Array.from(ids, (id) => ({ key: id, hash: hexToBytes(id) })));
}

/** The header's `transaction_hash`: root of the tree of transactions with their metadata. */
export function transactionTreeHash(transactions: Iterable<TransactionWithMetadata>): Hash256 {
  return treeHash(Array.from(transactions, (transaction) => ({ key: transaction.id, hash: leafHash(transaction) })));
}

export interface TransactionWithMetadata {
  readonly id: Hash256;
  readonly blob: Uint8Array;
  readonly metadata: Uint8Array;
}

const writer = new ByteWriter();

/** SHAMapTxPlusMetaLeafNode.h; its item is made by Ledger.cpp, rawTxInsert. */
function leafHash({ id, blob, metadata }: TransactionWithMetadata): Buffer {
  writer.reset();
  for (const part of [blob, metadata]) {
    writer.vlLength(part.length);
    writer.bytes(part);
  }
  writer.hex(id, HASH_SIZE);
  return sha512Half(HashPrefix.transactionNode, writer.toBuffer());
}

/** Root hash of the tree with these leaves, in any order, no key twice. */
export function treeHash(leaves: readonly Leaf[]): Hash256 {
  if (leaves.length === 0) return EMPTY_TREE_HASH;
  const sorted = leaves.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return bytesToHex(innerHash(sorted, 0, sorted.length, 0));
}

/** Hash of the inner node at `depth` over `sorted[start..end)`, which share their first `depth` digits. */
function innerHash(sorted: readonly Leaf[], start: number, end: number, depth: number): Buffer {
  const hashes = new Array<Buffer | undefined>(BRANCH_COUNT);
  for (let from = start; from < end; ) {
    const leaf = sorted[from]!;
    const branch = branchAt(leaf.key, depth);
    let to = from + 1;
    while (to < end && branchAt(sorted[to]!.key, depth) === branch) to++;
    hashes[branch] = to - from === 1 ? leaf.hash : innerHash(sorted, from, to, depth + 1);
    from = to;
  }
  return innerNodeHash(hashes);
}
