/**
 * A tree built from leaves in ascending order of their keys, hashed as they arrive: memory holds one path, however many
 * leaves there are. For checking or rebuilding a whole state; a close uses `StateTree`.
 */
import { type Hash256, ZERO_HASH } from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import { bytesToHex } from '../util/hex.ts';
import {
  BRANCH_COUNT,
  branchAt,
  type Child,
  childrenOf,
  encodeInnerNode,
  hashNode,
  InnerNode,
  type Leaf,
} from './inner-node.ts';

/** Called for each inner node of the finished tree with its path and record. Children come before their parents. */
export type NodeListener = (path: string, record: Buffer) => void;

export class AscendingTree {
  readonly #onNode: NodeListener | undefined;
  /** The inner nodes from the root down to the one that holds the last leaf. */
  readonly #open: InnerNode[] = [emptyNode()];
  /** Not placed yet: its depth also depends on the next key. */
  #last: Leaf | undefined;

  constructor(onNode?: NodeListener) {
    this.#onNode = onNode;
  }

  /** Adds a leaf, whose key must be above all earlier ones. */
  add(leaf: Leaf): void {
    const last = this.#last;
    this.#last = leaf;
    if (last === undefined) return;
    assert(last.key < leaf.key, 'keys ascend');
    const shared = sharedDigits(last.key, leaf.key);
    while (this.#open.length <= shared) this.#open.push(emptyNode());
    this.#place(last);
    while (this.#open.length > shared + 1) this.#closeDeepest(last.key);
  }

  /** The root hash of all leaves. No leaf can be added afterwards. */
  finish(): Hash256 {
    const last = this.#last;
    if (last === undefined) return ZERO_HASH;
    this.#place(last);
    while (this.#open.length > 1) this.#closeDeepest(last.key);
    const root = this.#open[0]!;
    const hash = bytesToHex(hashNode(root));
    this.#onNode?.('', encodeInnerNode(root));
    return hash;
  }

  /** Puts the leaf under the deepest open node: it shares no more digits with the previous key or the next one. */
  #place(leaf: Leaf): void {
    const depth = this.#open.length - 1;
    childrenOf(this.#open[depth]!)[branchAt(leaf.key, depth)] = leaf;
  }

  #closeDeepest(key: Hash256): void {
    const node = this.#open.pop()!;
    const depth = this.#open.length;
    const closed = new InnerNode(hashNode(node));
    childrenOf(this.#open[depth - 1]!)[branchAt(key, depth - 1)] = closed;
    this.#onNode?.(key.slice(0, depth), encodeInnerNode(node));
  }
}

function emptyNode(): InnerNode {
  return new InnerNode(undefined, new Array<Child>(BRANCH_COUNT).fill(undefined));
}

function sharedDigits(one: Hash256, other: Hash256): number {
  let count = 0;
  while (one[count] === other[count]) count++;
  return count;
}
