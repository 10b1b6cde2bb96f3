/**
 * What the trees are made of: a 16-way radix tree over 256-bit keys, one hex digit a level. An inner node's hash covers
 * its sixteen children's; a leaf stands as high as its key is alone, so a root depends on the content only, never on
 * the order in which it came. The root alone stays an inner node, however few children it has
 * (rippled: SHAMapInnerNode.cpp, SHAMapAccountStateLeafNode.h, SHAMapTxPlusMetaLeafNode.h).
 */
import { sha512Half } from '../crypto/hash.ts';
import { HashPrefix } from '../protocol/tables/hash-prefix.ts';
import type { Hash256 } from '../protocol/values.ts';

export const BRANCH_COUNT = 16;
export const HASH_SIZE = 32;

export interface Leaf {
  readonly key: Hash256;
  readonly hash: Buffer;
}

/** The branch that `key` takes at an inner node `depth` levels below the root: its hex digit there. */
export function branchAt(key: Hash256, depth: number): number {
  const code = key.charCodeAt(depth);
  return code <= 0x39 ? code - 0x30 : code - 0x37;
}

const input = Buffer.alloc(BRANCH_COUNT * HASH_SIZE);

/** Hash of an inner node with these children, in branch order; an absent one counts as 32 zero bytes. */
export function innerNodeHash(childHashes: readonly (Uint8Array | undefined)[]): Buffer {
  input.fill(0);
  for (let branch = 0; branch < BRANCH_COUNT; branch++) {
    const hash = childHashes[branch];
    if (hash !== undefined) input.set(hash, branch * HASH_SIZE);
  }
  return sha512Half(HashPrefix.innerNode, input);
}
