/**
 * The nodes of the trees: a 16-way radix tree over 256-bit keys, one hex digit per level. An inner node's hash covers
 * its sixteen children's. A leaf stands at the highest level where its prefix is unique, so the root hash depends on
 * the content only, not on the order of insertion. Only the root stays an inner node with fewer than two leaves below
 * it (rippled: SHAMapInnerNode.cpp, SHAMapAccountStateLeafNode.h, SHAMapTxPlusMetaLeafNode.h).
 *
 * The state tree's inner nodes are kept in memory and stored: one record per node under its path, the hex digits that
 * its keys share (the root's is empty). A record is a bit map of the branches with a leaf, one of those with an inner
 * node (16 bits each, branch 0 lowest), then in branch order a leaf's hash and key (64 bytes) or an inner node's hash
 * (32 bytes).
 */
import { sha512Half } from '../crypto/hash.ts';
import { HashPrefix } from '../protocol/tables/hash-prefix.ts';
import type { Hash256 } from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import { bytesToHex, writeHex } from '../util/hex.ts';

export const BRANCH_COUNT = 16;
export const HASH_SIZE = 32;

export interface Leaf {
  readonly key: Hash256;
  readonly hash: Buffer;
}

/** The branch of `key` at an inner node `depth` levels below the root: its hex digit there. */
export function branchAt(key: Hash256, depth: number): number {
  const code = key.charCodeAt(depth);
  return code <= 0x39 ? code - 0x30 : code - 0x37;
}

/** The hashed bytes of an inner node: the prefix, then sixteen hashes. */
const CHILDREN_AT = HashPrefix.innerNode.length;

const input = Buffer.alloc(CHILDREN_AT + BRANCH_COUNT * HASH_SIZE);
input.set(HashPrefix.innerNode);

/** Hash of an inner node with these children, in branch order; a missing one counts as 32 zero bytes. */
export function innerNodeHash(children: readonly ({ readonly hash: Uint8Array | undefined } | undefined)[]): Buffer {
  input.fill(0, CHILDREN_AT);
  for (let branch = 0; branch < BRANCH_COUNT; branch++) {
    const hash = children[branch]?.hash;
    if (hash !== undefined) input.set(hash, CHILDREN_AT + branch * HASH_SIZE);
  }
  return sha512Half(input);
}

export type Child = InnerNode | Leaf | undefined;

export class InnerNode {
  /** Undefined while a change below is not hashed yet. */
  hash: Buffer | undefined;
  /** Sixteen, in branch order; undefined until loaded. */
  children: Child[] | undefined;
  /** True if the node differs from its stored record. */
  isChanged = false;

  constructor(hash?: Buffer, children?: Child[]) {
    this.hash = hash;
    this.children = children;
  }
}

/** The children of a loaded node. */
export function childrenOf(node: InnerNode): Child[] {
  assert(node.children !== undefined, 'the node is loaded');
  return node.children;
}

/** The node's only child if that is a leaf: unless the node is the root, the leaf replaces it. */
export function onlyLeaf(node: InnerNode): Leaf | undefined {
  let found: Leaf | undefined;
  for (const child of childrenOf(node)) {
    if (child === undefined) continue;
    if (found !== undefined || child instanceof InnerNode) return undefined;
    found = child;
  }
  return found;
}

/** The node's hash; first hashes what changed below it. */
export function hashNode(node: InnerNode): Buffer {
  if (node.hash !== undefined) return node.hash;
  const children = childrenOf(node);
  for (const child of children) if (child instanceof InnerNode) hashNode(child);
  node.hash = innerNodeHash(children);
  return node.hash;
}

/** The size of the record of a node without children: its two bit maps. */
export const EMPTY_RECORD_BYTES = 4;
/** Room for the largest record, 16 leaves. */
const scratch = Buffer.alloc(EMPTY_RECORD_BYTES + BRANCH_COUNT * 2 * HASH_SIZE);

/** The record of a loaded and hashed node. */
export function encodeInnerNode(node: InnerNode): Buffer {
  const children = childrenOf(node);
  let leaves = 0;
  let inners = 0;
  let offset = EMPTY_RECORD_BYTES;
  for (let branch = 0; branch < BRANCH_COUNT; branch++) {
    const child = children[branch];
    if (child === undefined) continue;
    assert(child.hash !== undefined, 'a node is hashed before it is stored');
    scratch.set(child.hash, offset);
    offset += HASH_SIZE;
    if (child instanceof InnerNode) {
      inners |= 1 << branch;
    } else {
      leaves |= 1 << branch;
      writeHex(scratch, offset, child.key);
      offset += HASH_SIZE;
    }
  }
  scratch.writeUInt16BE(leaves, 0);
  scratch.writeUInt16BE(inners, 2);
  const record = Buffer.allocUnsafe(offset);
  scratch.copy(record, 0, 0, offset);
  return record;
}

/** The children that a record lists; inner nodes are not loaded yet. They share the record's memory. */
export function decodeChildren(record: Uint8Array): Child[] {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const leaves = bytes.readUInt16BE(0);
  const inners = bytes.readUInt16BE(2);
  let offset = EMPTY_RECORD_BYTES;
  const next = (): Buffer => {
    offset += HASH_SIZE;
    return bytes.subarray(offset - HASH_SIZE, offset);
  };
  const children: Child[] = [];
  for (let branch = 0; branch < BRANCH_COUNT; branch++) {
    const bit = 1 << branch;
    if (leaves & bit) children.push({ hash: next(), key: bytesToHex(next()) });
    else children.push(inners & bit ? new InnerNode(next()) : undefined);
  }
  assert(offset === bytes.length, 'a tree record has the length that its bit maps require');
  return children;
}
