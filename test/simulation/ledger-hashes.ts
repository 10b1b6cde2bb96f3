/** The hashes of a ledger, computed from its content in the simplest way, without the trees of the server. */
import { createHash } from 'node:crypto';
import type { LedgerHeader } from '../../src/ledger/ledger-header.ts';

/** The leaf of a tree: its key and the hash of its content. */
export interface TreeLeaf {
  /** 64 upper-case hex digits. */
  readonly key: string;
  readonly hash: Buffer;
}

const EMPTY = Buffer.alloc(32);

/** The first half of SHA-512. */
export function halfSha512(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, 32);
}

export function stateLeaf(key: string, entry: Uint8Array): TreeLeaf {
  return { key, hash: halfSha512('MLN\0', entry, Buffer.from(key, 'hex')) };
}

export function transactionLeaf(id: string, blob: Uint8Array, metadata: Uint8Array): TreeLeaf {
  const content = [lengthPrefix(blob.length), blob, lengthPrefix(metadata.length), metadata];
  return { key: id, hash: halfSha512('SND\0', ...content, Buffer.from(id, 'hex')) };
}

/** Hash of the tree's root, in upper-case hex. */
export function rootHash(leaves: readonly TreeLeaf[]): string {
  return (leaves.length === 0 ? EMPTY : innerHash(leaves, 0)).toString('hex').toUpperCase();
}

function innerHash(leaves: readonly TreeLeaf[], depth: number): Buffer {
  const branches = Map.groupBy(leaves, ({ key }) => Number.parseInt(key[depth] as string, 16));
  const hashes = Array.from({ length: 16 }, (_, branch) => {
    const below = branches.get(branch) ?? [];
    if (below.length === 0) return EMPTY;
    return below.length === 1 ? (below[0] as TreeLeaf).hash : innerHash(below, depth + 1);
  });
  return halfSha512('MIN\0', ...hashes);
}

/** The header's hash, from its other fields. */
export function headerHash(header: LedgerHeader): string {
  const numbers = Buffer.alloc(22);
  numbers.writeUInt32BE(header.ledgerIndex, 0);
  numbers.writeBigUInt64BE(header.totalDrops, 4);
  const times = Buffer.alloc(10);
  times.writeUInt32BE(header.parentCloseTimeSeconds, 0);
  times.writeUInt32BE(header.closeTimeSeconds, 4);
  times.writeUInt8(header.closeTimeResolutionSeconds, 8);
  times.writeUInt8(header.closeFlags, 9);
  const hashes = [header.parentHash, header.transactionHash, header.accountHash].map((hash) =>
    Buffer.from(hash, 'hex'),
  );
  return halfSha512('LWR\0', numbers.subarray(0, 12), ...hashes, times)
    .toString('hex')
    .toUpperCase();
}

/** Lengths as they are serialized: one to three bytes. */
function lengthPrefix(length: number): Buffer {
  if (length <= 192) return Buffer.from([length]);
  if (length <= 12_480) return Buffer.from([193 + ((length - 193) >> 8), (length - 193) & 255]);
  const rest = length - 12_481;
  return Buffer.from([241 + (rest >> 16), (rest >> 8) & 255, rest & 255]);
}
