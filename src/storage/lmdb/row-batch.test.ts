import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ChunkPool } from './row-batch.ts';

describe('memory for packed rows', () => {
  test('is used again when it came back, and never before', () => {
    const pool = new ChunkPool();
    const [first, second] = [pool.take(100), pool.take(100)];
    assert.notEqual(first.buffer, second.buffer);
    pool.giveBack([first.buffer]);
    assert.equal(pool.take(100).buffer, first.buffer);
    assert.notEqual(pool.take(100).buffer, first.buffer);
  });

  test('has room for a row of any length, which is not kept', () => {
    const pool = new ChunkPool();
    const long = pool.take(1_000_000);
    assert.equal(long.length, 1_000_000);
    pool.giveBack([long.buffer]);
    assert.notEqual(pool.take(100).buffer, long.buffer);
  });

  test('is let go when more came back than a large ledger needs', () => {
    const pool = new ChunkPool();
    const taken = Array.from({ length: 100 }, () => pool.take(100).buffer);
    pool.giveBack(taken);
    const known = new Set(taken);
    const again = Array.from({ length: 100 }, () => pool.take(100).buffer).filter((memory) => known.has(memory));
    assert.equal(again.length, 64);
  });
});
