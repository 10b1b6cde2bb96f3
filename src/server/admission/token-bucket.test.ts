import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { TokenBucket } from './token-bucket.ts';

describe('a token bucket', () => {
  test('gives a burst, then one token in each interval', () => {
    const bucket = new TokenBucket();
    const rate = { perSecond: 10, burst: 3 };
    assert.deepEqual(
      [0, 0, 0, 0, 50, 100, 100].map((atMs) => bucket.take(rate, atMs)),
      [0, 0, 0, 100, 50, 0, 100],
    );
    assert.equal(bucket.take(rate, 400, 3), 0, 'it is full again');
  });

  test('never gives more than burst and rate allow, and never refuses a client within the rate', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 60 })), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 50 }),
        steps,
        (perSecond, burst, takes) => {
          const bucket = new TokenBucket();
          let nowMs = 0;
          let taken = 0;
          for (const [wait, count] of takes) {
            nowMs += wait;
            const retryMs = bucket.take({ perSecond, burst }, nowMs, count);
            if (retryMs > 0) {
              // A client that returns at the given time is admitted.
              nowMs += retryMs;
              assert.equal(bucket.take({ perSecond, burst }, nowMs, count), 0);
            }
            taken += Math.min(count, burst);
            assert.ok(taken <= burst + (nowMs * perSecond) / 1000 + 0.01);
          }
        },
      ),
    );
  });
});
