/**
 * An inner node of the state tree as it is held in memory and as it is stored: one record a node, filed under the
 * node's path, the hex digits that its keys share (the root's is empty).
 *
 * Record: a bit map of the branches with a leaf, one of those with an inner node (16 bits each, branch 0 lowest), then in
 * branch order a leaf's hash and key (64 bytes) or an inner node's hash (32 bytes).
 */
import { assert } from '../util/assert.ts';
import { bytesToHex } from '../util/hex.ts';
import { BRANCH_COUNT, HASH_SIZE, innerNodeHash, type Leaf } from './tree-node.ts';

export type Child = InnerNode | Leaf | undefined;

export class InnerNode {
  /** Undefined while a change below waits to be hashed. */
  hash: Buffer | undefined;
  /** Sixteen, in branch order; undefined until somebody needs them. */
  children: Child[] | undefined;
  /** True if the stored record differs. */
  isChanged = false;

  constructor(hash?: Buffer, children?: Child[]) {
    this.hash = hash;
    this.children = children;
  }
}

/** The loaded children of a node. */
export function childrenOf(node: InnerNode): Child[] {
  assert(node.children !== undefined, 'the node is loaded');
  return node.children;
}

/** The node's only child if that is a leaf: such a node, unless it is the root, gives way to the leaf. */
export function onlyLeaf(node: InnerNode): Leaf | undefined {
  let found: Leaf | undefined;
  for (const child of childrenOf(node)) {
    if (child === undefined) continue;
    if (found !== undefined || child instanceof InnerNode) return undefined;
    found = child;
  }
  return found;
}

/** The node's hash, after hashing whatever changed below it. */
export function hashNode(node: InnerNode): Buffer {
  node.hash ??= innerNodeHash(
    childrenOf(node).map((child) => (child instanceof InnerNode ? hashNode(child) : child?.hash)),
  );
  return node.hash;
}

/** Room for the largest record, 16 leaves. */
const scratch = Buffer.alloc(4 + BRANCH_COUNT * 2 * HASH_SIZE);

/** The record of a loaded and hashed node. */
export function encodeInnerNode(node: InnerNode): Buffer {
  const children = childrenOf(node);
  let leaves = 0;
  let inners = 0;
  let offset = 4;
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
      offset += scratch.write(child.key, offset, HASH_SIZE, 'hex');
    }
  }
  scratch.writeUInt16BE(leaves, 0);
  scratch.writeUInt16BE(inners, 2);
  return Buffer.from(scratch.subarray(0, offset));
}

/** The children that a record lists; inner ones not loaded yet. They share the record's memory. */
export function decodeChildren(record: Uint8Array): Child[] {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength);
  const leaves = bytes.readUInt16BE(0);
  const inners = bytes.readUInt16BE(2);
  let offset = 4;
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
  assert(offset === bytes.length, 'a tree record has the length that its bit maps say');
  return children;
}
