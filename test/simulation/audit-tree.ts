/**
 * Checks the records of the stored tree over the newest state: each node has the hash in its parent, the root has the hash in
 * the header, the leaves are the entries, and no record of earlier ledgers is left.
 */
import assert from 'node:assert/strict';
import type { LedgerHeader } from '../../src/ledger/ledger-header.ts';
import type { FaultyStore } from './faulty-store.ts';
import { halfSha512, type TreeLeaf } from './ledger-hashes.ts';

const BRANCHES = 16;
const HASH_BYTES = 32;

interface Child {
  readonly hash: Buffer;
  /** Key of the entry if the node is a leaf. */
  readonly key: string | undefined;
}

/** Compares the records with the leaves of the newest state. */
export function auditTree(store: FaultyStore, { accountHash }: LedgerHeader, leaves: readonly TreeLeaf[]): void {
  const paths: string[] = [];
  const found: string[] = [];
  const visit = (path: string, expected: string): void => {
    paths.push(path);
    const children = childrenOf(store.treeNode(path), path);
    const hashes = children.map((child) => child?.hash ?? Buffer.alloc(HASH_BYTES));
    assert.equal(textOf(halfSha512('MIN\0', ...hashes)), expected, `the stored node at '${path}'`);
    for (const [branch, child] of children.entries()) {
      if (child?.key !== undefined) found.push(`${child.key} ${textOf(child.hash)}`);
      else if (child !== undefined) visit(path + branch.toString(BRANCHES).toUpperCase(), textOf(child.hash));
    }
  };
  visit('', accountHash);
  const expectedLeaves = leaves.map(({ key, hash }) => `${key} ${textOf(hash)}`);
  assert.deepEqual(found.sort(), expectedLeaves.sort(), 'the leaves of the stored tree');
  assert.deepEqual([...store.treePaths].sort(), paths.sort(), 'no record belongs to an earlier tree');
}

/**
 * Decodes a record: a bit for each branch with a leaf, a bit for each branch with an inner node, then for each branch
 * the hash, and for a leaf also its key.
 */
function childrenOf(record: Uint8Array | undefined, path: string): (Child | undefined)[] {
  assert.ok(record !== undefined, `there is a stored node at '${path}'`);
  const bytes = Buffer.from(record);
  const [leaves, nodes] = [bytes.readUInt16BE(0), bytes.readUInt16BE(2)];
  let at = 4;
  const next = (): Buffer => {
    at += HASH_BYTES;
    return bytes.subarray(at - HASH_BYTES, at);
  };
  return Array.from({ length: BRANCHES }, (_, branch) => {
    const bit = 1 << branch;
    if ((leaves & bit) !== 0) return { hash: next(), key: textOf(next()) };
    return (nodes & bit) === 0 ? undefined : { hash: next(), key: undefined };
  });
}

function textOf(bytes: Buffer): string {
  return bytes.toString('hex').toUpperCase();
}
