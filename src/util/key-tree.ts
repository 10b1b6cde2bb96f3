/**
 * An ordered set of keys as a compressed radix tree. Each node stands where keys diverge and holds, for each of its
 * sixteen branches, the common prefix of the keys below it; a branch with one key holds that key. So finding the next
 * key reads at most as many nodes as the tree is deep, however many keys were removed, and a change writes at most two
 * nodes. Keys are upper-case hex of one length.
 *
 * The caller keeps the nodes by their path: in a plain `Map`, or as versions in a store.
 */
import { assert } from './assert.ts';

const BRANCH_COUNT = 16;

/**
 * For each branch the common prefix of its keys: a whole key, the path of another node, or undefined for an empty
 * branch.
 */
export type KeyTreeNode = readonly (string | undefined)[];

/**
 * Nodes by their path, the digits that their keys share. The root's path is empty. Nodes are never changed in place.
 */
export interface KeyTreeNodes {
  get(path: string): KeyTreeNode | undefined;
  set(path: string, node: KeyTreeNode): unknown;
  delete(path: string): unknown;
}

/** The smallest key above `key`; `key` itself need not exist. */
export function nextTreeKey(nodes: Pick<KeyTreeNodes, 'get'>, key: string): string | undefined {
  const root = nodes.get('');
  return root && nextBelow(nodes, root, 0, key);
}

function nextBelow(
  nodes: Pick<KeyTreeNodes, 'get'>,
  node: KeyTreeNode,
  depth: number,
  key: string,
): string | undefined {
  for (let branch = branchAt(key, depth); branch < BRANCH_COUNT; branch++) {
    const child = node[branch];
    if (child === undefined) continue;
    if (child > key) return firstKey(nodes, child, key.length);
    // A proper prefix of the key is less than the key, but may have greater keys below it.
    if (child.length === key.length || !key.startsWith(child)) continue;
    const found = nextBelow(nodes, nodeAt(nodes, child), child.length, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstKey(nodes: Pick<KeyTreeNodes, 'get'>, child: string, keyLength: number): string {
  let first = child;
  while (first.length < keyLength) first = nodeAt(nodes, first).find((one) => one !== undefined)!;
  return first;
}

/** Adds a key; false if it existed. */
export function addTreeKey(nodes: KeyTreeNodes, key: string): boolean {
  let path = '';
  for (;;) {
    const node = nodes.get(path);
    const branch = branchAt(key, path.length);
    const child = node?.[branch];
    if (child === key) return false;
    if (child === undefined) {
      nodes.set(path, withChild(node, branch, key));
      return true;
    }
    if (!key.startsWith(child)) {
      nodes.set(path, withChild(node, branch, split(nodes, child, key)));
      return true;
    }
    path = child;
  }
}

/** Adds a node where the two keys diverge, and returns its path. */
function split(nodes: KeyTreeNodes, existing: string, key: string): string {
  let length = 0;
  while (existing[length] === key[length]) length++;
  const path = key.slice(0, length);
  const node = withChild(undefined, branchAt(existing, length), existing);
  nodes.set(path, withChild(node, branchAt(key, length), key));
  return path;
}

/** Removes a key; false if it did not exist. */
export function deleteTreeKey(nodes: KeyTreeNodes, key: string): boolean {
  let parentPath = '';
  let path = '';
  for (;;) {
    const child = nodes.get(path)?.[branchAt(key, path.length)];
    if (child === undefined || !key.startsWith(child)) return false;
    if (child === key) break;
    parentPath = path;
    path = child;
  }
  const node = withChild(nodes.get(path), branchAt(key, path.length), undefined);
  const left = node.filter((child) => child !== undefined);
  if (path === '' || left.length > 1) {
    nodes.set(path, node);
  } else {
    // One branch is left, so the node is replaced by it.
    nodes.delete(path);
    nodes.set(parentPath, withChild(nodes.get(parentPath), branchAt(path, parentPath.length), left[0]));
  }
  return true;
}

/** The paths of the nodes on the way to a key, root first; the key need not exist. */
export function* keyTreePath(nodes: Pick<KeyTreeNodes, 'get'>, key: string): Generator<string, void> {
  let path: string | undefined = '';
  while (path !== undefined && path.length < key.length && key.startsWith(path)) {
    const node = nodes.get(path);
    if (node === undefined) return;
    yield path;
    path = node[branchAt(key, path.length)];
  }
}

/** Changes on top of a tree that readers still see unchanged. */
export class KeyTreeChanges implements KeyTreeNodes {
  readonly #before: Pick<KeyTreeNodes, 'get'>;
  readonly #changed = new Map<string, KeyTreeNode | undefined>();

  constructor(before: Pick<KeyTreeNodes, 'get'>) {
    this.#before = before;
  }

  /** The changed nodes: path → node, or undefined if removed. */
  get changed(): ReadonlyMap<string, KeyTreeNode | undefined> {
    return this.#changed;
  }

  /** Adds the key if `isPresent`, else removes it; no effect if that is already so. */
  put(key: string, isPresent: boolean): void {
    if (isPresent) addTreeKey(this, key);
    else deleteTreeKey(this, key);
  }

  get(path: string): KeyTreeNode | undefined {
    return this.#changed.has(path) ? this.#changed.get(path) : this.#before.get(path);
  }

  set(path: string, node: KeyTreeNode): void {
    this.#changed.set(path, node);
  }

  delete(path: string): void {
    this.#changed.set(path, undefined);
  }
}

function nodeAt(nodes: Pick<KeyTreeNodes, 'get'>, path: string): KeyTreeNode {
  const node = nodes.get(path);
  assert(node !== undefined, `the key tree has the node ${path}`);
  return node;
}

function withChild(node: KeyTreeNode | undefined, branch: number, child: string | undefined): KeyTreeNode {
  const changed = node === undefined ? new Array<string | undefined>(BRANCH_COUNT).fill(undefined) : node.slice();
  changed[branch] = child;
  return changed;
}

/** The branch of a key at a node whose path has `depth` digits. */
function branchAt(key: string, depth: number): number {
  const code = key.charCodeAt(depth);
  return code <= 0x39 ? code - 0x30 : code - 0x37;
}
