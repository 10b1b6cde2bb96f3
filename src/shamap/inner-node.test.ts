import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { finishSteps } from '../util/steps.ts';
import { type TransactionWithMetadata, transactionTreeHash } from './transaction-tree.ts';

function half(...parts: Uint8Array[]): Buffer {
  return createHash('sha512').update(Buffer.concat(parts)).digest().subarray(0, 32);
}

const treeHashOf = (transactions: readonly TransactionWithMetadata[]) => finishSteps(transactionTreeHash(transactions));

describe('the transaction trees', () => {
  test('announce long blobs and metadata as the field encoding does', () => {
    const id = '5A'.repeat(32);
    const rows: [length: number, prefix: string][] = [
      [192, 'C0'],
      [193, 'C100'],
      [12_480, 'F0FF'],
      [12_481, 'F10000'],
      [100_000, 'F255DF'],
    ];
    for (const [length, prefix] of rows) {
      const bytes = Buffer.alloc(length, 7);
      const announced = Buffer.concat([Buffer.from(prefix, 'hex'), bytes]);
      const leaf = half(Buffer.from('SND\0'), announced, announced, Buffer.from(id, 'hex'));
      const hashes = Array.from({ length: 16 }, (_, branch) => (branch === 5 ? leaf : Buffer.alloc(32)));
      assert.equal(
        treeHashOf([{ id, blob: bytes, metadata: bytes }]),
        half(Buffer.from('MIN\0'), ...hashes)
          .toString('hex')
          .toUpperCase(),
      );
    }
  });
});
