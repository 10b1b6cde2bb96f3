/**
 * The two trees over a ledger's transactions are built once and never change, so no nodes are kept: the root is
 * computed from the sorted keys, in steps, since a ledger may hold thousands.
 */
import { sha512Half } from '../crypto/hash.ts';
import { ByteWriter } from '../protocol/codec/byte-cursors.ts';
import { HashPrefix } from '../protocol/tables/hash-prefix.ts';
import { type Hash256, ZERO_HASH } from '../protocol/values.ts';
import { bytesToHex, hexToBytes } from '../util/hex.ts';
import type { Steps } from '../util/steps.ts';
import { BRANCH_COUNT, branchAt, HASH_SIZE, innerNodeHash, type Leaf } from './inner-node.ts';

/**
 * Root hash of the set of transactions without metadata, by their IDs: the salt of the canonical order. Leaf hash and
 * transaction ID hash the same bytes, so the ID is the leaf's hash (rippled: SHAMapTxLeafNode.h).
 */
export function* transactionSetHash(ids: Iterable<Hash256>): Steps<Hash256> {
  return yield* treeHash(Array.from(ids, (id) => ({ key: id, hash: hexToBytes(id) })));
}

/** The header's `transaction_hash`: the root hash of the tree of transactions with their metadata. */
export function* transactionTreeHash(transactions: Iterable<TransactionWithMetadata>): Steps<Hash256> {
  const leaves: Leaf[] = [];
  for (const transaction of transactions) {
    leaves.push({ key: transaction.id, hash: leafHash(transaction) });
    yield;
  }
  return yield* treeHash(leaves);
}

export interface TransactionWithMetadata {
  readonly id: Hash256;
  readonly blob: Uint8Array;
  readonly metadata: Uint8Array;
}

const writer = new ByteWriter();

/** rippled: SHAMapTxPlusMetaLeafNode.h; its item is made by Ledger.cpp, rawTxInsert. */
function leafHash({ id, blob, metadata }: TransactionWithMetadata): Buffer {
  writer.reset();
  writer.bytes(HashPrefix.transactionNode);
  writer.vlLength(blob.length);
  writer.bytes(blob);
  writer.vlLength(metadata.length);
  writer.bytes(metadata);
  writer.hex(id, HASH_SIZE);
  return sha512Half(writer.written());
}

/** Root hash of the tree with these leaves, in any order, without duplicate keys. */
function* treeHash(leaves: readonly Leaf[]): Steps<Hash256> {
  if (leaves.length === 0) return ZERO_HASH;
  const sorted = leaves.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  yield;
  return bytesToHex(yield* innerHash(sorted, 0, sorted.length, 0));
}

/**
 * Hash of the inner node at `depth` over `sorted[start..end)`, whose keys share their first `depth` digits. One step
 * per node.
 */
function* innerHash(sorted: readonly Leaf[], start: number, end: number, depth: number): Steps<Buffer> {
  const children = new Array<{ readonly hash: Buffer } | undefined>(BRANCH_COUNT);
  for (let from = start; from < end; ) {
    const leaf = sorted[from]!;
    const branch = branchAt(leaf.key, depth);
    let to = from + 1;
    while (to < end && branchAt(sorted[to]!.key, depth) === branch) to++;
    children[branch] = to - from === 1 ? leaf : { hash: yield* innerHash(sorted, from, to, depth + 1) };
    from = to;
  }
  yield;
  return innerNodeHash(children);
}
