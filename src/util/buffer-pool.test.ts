import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pooledCopy, releasePooled } from './buffer-pool.ts';

const LONG = 100_000;

describe('the buffer pool', () => {
  test('reuses a buffer after its release, and not before', () => {
    const one = pooledCopy(Buffer.alloc(LONG, 1));
    const other = pooledCopy(Buffer.alloc(LONG, 2));
    assert.ok(one.buffer !== other.buffer);
    assert.ok(one.every((byte) => byte === 1) && other.every((byte) => byte === 2));
    releasePooled(one);
    const third = pooledCopy(Buffer.alloc(LONG - 1, 3));
    assert.ok(third.buffer === one.buffer);
    assert.equal(third.length, LONG - 1);
    assert.ok(pooledCopy(Buffer.alloc(LONG)).buffer !== one.buffer);
  });

  test('takes a buffer back once', () => {
    const one = pooledCopy(Buffer.alloc(LONG));
    releasePooled(one);
    releasePooled(one);
    assert.ok(pooledCopy(Buffer.alloc(LONG)).buffer === one.buffer);
    assert.ok(pooledCopy(Buffer.alloc(LONG)).buffer !== one.buffer);
  });

  test('does not pool short or too long buffers', () => {
    for (const length of [0, 10, 1_000_000]) {
      const copy = pooledCopy(Buffer.alloc(length, 7));
      releasePooled(copy);
      assert.ok(copy.equals(Buffer.alloc(length, 7)));
      assert.ok(pooledCopy(Buffer.alloc(LONG)).buffer !== copy.buffer);
    }
  });
});
