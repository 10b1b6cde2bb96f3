import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { giveBack, lentCopy } from './lent-bytes.ts';

const LONG = 100_000;

describe('memory for long answers', () => {
  test('is used again after it was given back, and not before', () => {
    const one = lentCopy(Buffer.alloc(LONG, 1));
    const other = lentCopy(Buffer.alloc(LONG, 2));
    assert.ok(one.buffer !== other.buffer);
    assert.ok(one.every((byte) => byte === 1) && other.every((byte) => byte === 2));
    giveBack(one);
    const third = lentCopy(Buffer.alloc(LONG - 1, 3));
    assert.ok(third.buffer === one.buffer);
    assert.equal(third.length, LONG - 1);
    assert.ok(lentCopy(Buffer.alloc(LONG)).buffer !== one.buffer);
  });

  test('is given back once', () => {
    const one = lentCopy(Buffer.alloc(LONG));
    giveBack(one);
    giveBack(one);
    assert.ok(lentCopy(Buffer.alloc(LONG)).buffer === one.buffer);
    assert.ok(lentCopy(Buffer.alloc(LONG)).buffer !== one.buffer);
  });

  test('is of its own for what is short or too long, which is never used again', () => {
    for (const length of [0, 10, 1_000_000]) {
      const copy = lentCopy(Buffer.alloc(length, 7));
      giveBack(copy);
      assert.ok(copy.equals(Buffer.alloc(length, 7)));
      assert.ok(lentCopy(Buffer.alloc(LONG)).buffer !== copy.buffer);
    }
  });
});
