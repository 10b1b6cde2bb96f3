import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { finishSteps } from '../util/steps.ts';
import { type TransactionWithMetadata, transactionSetHash, transactionTreeHash, treeHash } from './transaction-tree.ts';

function half(...parts: Uint8Array[]): Buffer {
  return createHash('sha512').update(Buffer.concat(parts)).digest().subarray(0, 32);
}

const setHashOf = (ids: readonly string[]) => finishSteps(transactionSetHash(ids));
const treeHashOf = (transactions: readonly TransactionWithMetadata[]) => finishSteps(transactionTreeHash(transactions));

describe('the transaction trees', () => {
  test('hash a set by its ids alone', () => {
    const ids = ['10'.repeat(32), `10${'11'.repeat(31)}`];
    const chain = (branches: Record<number, Uint8Array>) =>
      half(Buffer.from('MIN\0'), ...Array.from({ length: 16 }, (_, branch) => branches[branch] ?? Buffer.alloc(32)));
    const [first, second] = ids.map((id) => Buffer.from(id, 'hex'));
    const root = chain({ 1: chain({ 0: chain({ 1: chain({ 0: first!, 1: second! }) }) }) });
    assert.equal(setHashOf(ids), root.toString('hex').toUpperCase());
    assert.equal(setHashOf(ids.toReversed()), root.toString('hex').toUpperCase());
  });

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

  test('does not depend on the order of transactions', () => {
    const leaves = Array.from({ length: 40 }, (_, at) => {
      const hash = createHash('sha256').update(String(at)).digest();
      return { key: hash.toString('hex').toUpperCase(), hash };
    });
    const root = finishSteps(treeHash(leaves));
    assert.equal(finishSteps(treeHash(leaves.toReversed())), root);
    assert.equal(finishSteps(treeHash(leaves.toSorted((a, b) => (a.key < b.key ? -1 : 1)))), root);
    assert.notEqual(finishSteps(treeHash(leaves.slice(1))), root);
  });
});
