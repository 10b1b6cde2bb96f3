/**
 * The order of entry keys as of any ledger: the nodes of a key tree (`util/key-tree.ts`). A node has a version for each
 * ledger that changed it by creating or deleting an entry below it. Recently read nodes are cached decoded.
 *
 * A node's value: a bit map of its branches that have keys (2 bytes, branch 0 lowest), then for each of these the
 * number of digits (1 byte) and the digits, two a byte. Empty for a deleted node.
 */
import { BoundedCache } from '../../util/bounded-cache.ts';
import type { KeyTreeNode, KeyTreeNodes } from '../../util/key-tree.ts';
import { MAX_INDEX } from './layout.ts';
import { asBuffer } from './table.ts';

const BRANCH_COUNT = 16;
/** Decoded nodes in memory; at most twice as many, about 10 MB. */
const CACHED_NODES = 10_000;
const LONGEST_NODE = 2 + BRANCH_COUNT * 33;

export class KeyTreeTable {
  readonly #read: (path: string, ledgerIndex: number) => KeyTreeNode | undefined;
  #cache = new BoundedCache<string, KeyTreeNode | null>(CACHED_NODES);

  /** `read` finds the node as of a ledger. */
  constructor(read: (path: string, ledgerIndex: number) => KeyTreeNode | undefined) {
    this.#read = read;
  }

  /** Must be called when the tables are reverted to an earlier ledger. */
  reset(): void {
    this.#cache = new BoundedCache(CACHED_NODES);
  }

  /**
   * The tree as of a ledger; with `isNewest` it is the last one, whose nodes are found without a search for their
   * version.
   */
  at(ledgerIndex: number, isNewest: boolean): Pick<KeyTreeNodes, 'get'> {
    return { get: (path) => this.#get(path, ledgerIndex, isNewest ? path : `${ledgerIndex} ${path}`) ?? undefined };
  }

  /** Applies the nodes that the last ledger changed. */
  advance(changed: ReadonlyMap<string, KeyTreeNode | undefined>): void {
    for (const [path, node] of changed) this.#cache.set(path, node ?? null);
  }

  #get(path: string, ledgerIndex: number, cacheKey: string): KeyTreeNode | null {
    const cached = this.#cache.get(cacheKey);
    if (cached !== undefined) return cached;
    const node = this.#read(path, ledgerIndex) ?? null;
    this.#cache.set(cacheKey, node);
    return node;
  }
}

/** Key of the version of a node that a ledger wrote; versions of older ledgers follow it. */
export function keyTreeKey(path: string, ledgerIndex: number): Buffer {
  const key = Buffer.allocUnsafe(1 + Math.ceil(path.length / 2) + 4);
  const at = writeDigits(key, path, 0);
  key.writeUInt32BE(MAX_INDEX - ledgerIndex, at);
  return key;
}

export function encodeKeyTreeNode(node: KeyTreeNode): Buffer {
  const bytes = Buffer.allocUnsafe(LONGEST_NODE);
  let branches = 0;
  let at = 2;
  for (let branch = 0; branch < BRANCH_COUNT; branch++) {
    const child = node[branch];
    if (child === undefined) continue;
    branches |= 1 << branch;
    at = writeDigits(bytes, child, at);
  }
  bytes.writeUInt16BE(branches, 0);
  return bytes.subarray(0, at);
}

export function decodeKeyTreeNode(value: Uint8Array): KeyTreeNode {
  const bytes = asBuffer(value);
  const digits = bytes.toString('hex').toUpperCase();
  const branches = bytes.readUInt16BE(0);
  const node: (string | undefined)[] = [];
  let at = 2;
  for (let branch = 0; branch < BRANCH_COUNT; branch++) {
    if ((branches & (1 << branch)) === 0) {
      node.push(undefined);
      continue;
    }
    const length = bytes.readUInt8(at);
    const start = 2 * (at + 1);
    node.push(digits.slice(start, start + length));
    at += 1 + Math.ceil(length / 2);
  }
  return node;
}

/** The number of digits and the digits; returns where they end. */
function writeDigits(bytes: Buffer, digits: string, at: number): number {
  bytes.writeUInt8(digits.length, at);
  const even = digits.length % 2 === 0 ? digits : `${digits}0`;
  return at + 1 + bytes.write(even, at + 1, 'hex');
}
