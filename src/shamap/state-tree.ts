/**
 * The tree over a ledger's state, whose root hash is the header's `account_hash`. It is kept from ledger to ledger: a
 * change costs the nodes above it, not the size of the state. Nodes are loaded from the store on first use, so a
 * restart rehashes nothing, and a tree far larger than memory works.
 *
 * A close sets and deletes entries, reads the root, stores the result of `takeChanges`, and then either confirms or
 * discards. Discarding restores the tree that the store has; only unconfirmed changes are lost.
 */
import { sha512Half } from '../crypto/hash.ts';
import { HashPrefix } from '../protocol/tables/hash-prefix.ts';
import { type Hash256, ZERO_HASH } from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import { bytesToHex, hexToBytes } from '../util/hex.ts';
import type { Steps } from '../util/steps.ts';
import {
  BRANCH_COUNT,
  branchAt,
  type Child,
  childrenOf,
  decodeChildren,
  EMPTY_RECORD_BYTES,
  encodeInnerNode,
  hashNode,
  InnerNode,
  type Leaf,
  onlyLeaf,
} from './inner-node.ts';

/** The stored record of the node at a path, if there is one. The bytes must not change. */
export type NodeSource = (path: string) => Uint8Array | undefined;

/** Loaded nodes beyond which a confirmed tree unloads them: about 80 MB. */
const DEFAULT_NODE_LIMIT = 50_000;

export class StateTree {
  readonly #source: NodeSource;
  readonly #nodeLimit: number;
  #root = new InnerNode();
  #loadedNodes = 0;
  /** Paths of nodes removed since the last `takeChanges`. */
  #removedPaths = new Set<string>();
  /** Keys inserted or deleted since then. */
  #insertedOrDeleted = new Set<Hash256>();
  #isChanged = false;
  #unconfirmedTakes = 0;

  constructor(source: NodeSource, nodeLimit: number = DEFAULT_NODE_LIMIT) {
    this.#source = source;
    this.#nodeLimit = nodeLimit;
  }

  /** Inserts or replaces the entry at `key`. */
  set(key: Hash256, entry: Uint8Array): void {
    this.setLeafHash(key, sha512Half(HashPrefix.leafNode, entry, hexToBytes(key)));
  }

  /** As `set`, for a caller that already has the leaf's hash. */
  setLeafHash(key: Hash256, hash: Buffer): void {
    this.#isChanged = this.#setBelow(this.#root, { key, hash }, 0) || this.#isChanged;
  }

  /** Removes the entry at `key`; false if there is none. */
  delete(key: Hash256): boolean {
    const isDeleted = this.#deleteBelow(this.#root, key, 0);
    if (isDeleted) this.#insertedOrDeleted.add(key);
    this.#isChanged ||= isDeleted;
    return isDeleted;
  }

  /** Hashes the changed nodes, one branch per step, so that `rootHash` and `takeChanges` are fast afterwards. */
  *hashChanges(): Steps<void> {
    for (const child of unhashedBelow(this.#root)) {
      for (const grandchild of unhashedBelow(child)) {
        hashNode(grandchild);
        yield;
      }
    }
  }

  rootHash(): Hash256 {
    if (this.#load(this.#root, '').every((child) => child === undefined)) return ZERO_HASH;
    return bytesToHex(hashNode(this.#root));
  }

  /** Keys of entries inserted or deleted since the last `takeChanges`. */
  get insertedOrDeletedKeys(): ReadonlySet<Hash256> {
    return this.#insertedOrDeleted;
  }

  /**
   * The changes since the last call: path → the node's record, or undefined for a removed node. The caller stores them,
   * then calls `confirmChanges` or `discardChanges`.
   */
  *takeChanges(): Steps<Map<string, Uint8Array | undefined>> {
    const changes = new Map<string, Uint8Array | undefined>();
    for (const path of this.#removedPaths) changes.set(path, undefined);
    if (this.#root.isChanged) {
      hashNode(this.#root);
      yield* this.#collect(this.#root, '', changes);
    }
    this.#removedPaths = new Set();
    this.#insertedOrDeleted = new Set();
    this.#isChanged = false;
    this.#unconfirmedTakes++;
    return changes;
  }

  /** The taken changes are stored. Nodes beyond the limit are unloaded here, if no other changes are pending. */
  confirmChanges(): void {
    assert(this.#unconfirmedTakes > 0, 'confirmed changes were taken before');
    this.#unconfirmedTakes--;
    if (this.#unconfirmedTakes === 0 && !this.#isChanged && this.#loadedNodes > this.#nodeLimit) this.#unload();
  }

  /** Drops every change that is not stored, taken or not. */
  discardChanges(): void {
    this.#removedPaths = new Set();
    this.#insertedOrDeleted = new Set();
    this.#isChanged = false;
    this.#unconfirmedTakes = 0;
    this.#unload();
  }

  #unload(): void {
    this.#root = new InnerNode();
    this.#loadedNodes = 0;
  }

  #load(node: InnerNode, path: string): Child[] {
    if (node.children !== undefined) return node.children;
    const record = this.#source(path);
    assert(record !== undefined || path === '', `the state tree has the node ${path}`);
    node.children = record === undefined ? new Array<Child>(BRANCH_COUNT).fill(undefined) : decodeChildren(record);
    this.#loadedNodes++;
    return node.children;
  }

  #setBelow(node: InnerNode, leaf: Leaf, depth: number): boolean {
    const children = node.children ?? this.#load(node, leaf.key.slice(0, depth));
    const branch = branchAt(leaf.key, depth);
    const child = children[branch];
    if (child instanceof InnerNode) {
      if (!this.#setBelow(child, leaf, depth + 1)) return false;
    } else if (child === undefined || child.key === leaf.key) {
      if (child?.hash.equals(leaf.hash)) return false;
      if (child === undefined) this.#insertedOrDeleted.add(leaf.key);
      children[branch] = leaf;
    } else {
      children[branch] = this.#split(child, leaf, depth + 1);
    }
    markChanged(node);
    return true;
  }

  /** The inner node at `depth` that replaces a leaf when another key has the same prefix. */
  #split(existing: Leaf, leaf: Leaf, depth: number): InnerNode {
    const node = new InnerNode(undefined, new Array<Child>(BRANCH_COUNT).fill(undefined));
    this.#loadedNodes++;
    childrenOf(node)[branchAt(existing.key, depth)] = existing;
    this.#setBelow(node, leaf, depth);
    return node;
  }

  #deleteBelow(node: InnerNode, key: Hash256, depth: number): boolean {
    const children = node.children ?? this.#load(node, key.slice(0, depth));
    const branch = branchAt(key, depth);
    const child = children[branch];
    if (child instanceof InnerNode) {
      if (!this.#deleteBelow(child, key, depth + 1)) return false;
      const leaf = onlyLeaf(child);
      if (leaf !== undefined) this.#collapse(children, branch, leaf, key.slice(0, depth + 1));
    } else if (child?.key === key) {
      children[branch] = undefined;
    } else {
      return false;
    }
    markChanged(node);
    return true;
  }

  #collapse(siblings: Child[], branch: number, leaf: Leaf, path: string): void {
    siblings[branch] = leaf;
    this.#removedPaths.add(path);
    this.#loadedNodes--;
  }

  /** One step per node down to `STEPPED_LEVELS`; the nodes below one of these are done in one step. */
  *#collect(node: InnerNode, path: string, changes: Map<string, Uint8Array | undefined>): Steps<void> {
    if (path.length === STEPPED_LEVELS) {
      collectAll(node, path, changes);
      yield;
      return;
    }
    collectOne(node, path, changes);
    yield;
    const children = childrenOf(node);
    for (let branch = 0; branch < BRANCH_COUNT; branch++) {
      const child = children[branch];
      if (child instanceof InnerNode && child.isChanged) yield* this.#collect(child, path + DIGITS[branch], changes);
    }
  }
}

const DIGITS = '0123456789ABCDEF';
/** At this depth a subtree has about 1/256 of a ledger's changes. */
const STEPPED_LEVELS = 2;

function collectAll(node: InnerNode, path: string, changes: Map<string, Uint8Array | undefined>): void {
  collectOne(node, path, changes);
  const children = childrenOf(node);
  for (let branch = 0; branch < BRANCH_COUNT; branch++) {
    const child = children[branch];
    if (child instanceof InnerNode && child.isChanged) collectAll(child, path + DIGITS[branch], changes);
  }
}

function collectOne(node: InnerNode, path: string, changes: Map<string, Uint8Array | undefined>): void {
  const record = encodeInnerNode(node);
  changes.set(path, record.length === EMPTY_RECORD_BYTES ? undefined : record);
  node.isChanged = false;
}

function unhashedBelow(node: InnerNode): InnerNode[] {
  const children = node.children ?? [];
  return children.filter((child) => child instanceof InnerNode && child.hash === undefined) as InnerNode[];
}

function markChanged(node: InnerNode): void {
  node.hash = undefined;
  node.isChanged = true;
}
