import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addressBlock, RateLimiter, TokenBucket } from './rate-limiter.ts';

describe('a token bucket', () => {
  test('gives a burst, then one token in each interval', () => {
    const bucket = new TokenBucket();
    const rate = { perSecond: 10, burst: 3 };
    assert.deepEqual(
      [0, 0, 0, 0, 50, 100, 100].map((atMs) => bucket.take(rate, atMs)),
      [0, 0, 0, 100, 50, 0, 100],
    );
    assert.ok(!bucket.isFull(399));
    assert.ok(bucket.isFull(400));
  });

  test('holds no more than a burst, however long it was quiet', () => {
    const bucket = new TokenBucket();
    const rate = { perSecond: 10, burst: 2 };
    for (const nowMs of [1_000_000, 2_000_000]) {
      assert.deepEqual(
        [0, 0, 0].map(() => bucket.take(rate, nowMs)),
        [0, 0, 100],
      );
    }
  });

  test('never gives more than burst and rate allow, and never refuses who keeps to the rate', () => {
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
              // Whoever comes back at the time they were told is let in.
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

describe('a rate limiter', () => {
  test('has a bucket for each address', () => {
    const limiter = new RateLimiter({ perSecond: 1, burst: 1 });
    assert.equal(limiter.take('10.0.0.1', 0), 0);
    assert.equal(limiter.take('10.0.0.2', 0), 0);
    assert.equal(limiter.take('10.0.0.1', 0), 1000);
    assert.equal(limiter.take('::ffff:10.0.0.2', 0), 1000);
  });

  test('lets an address owe what it has no room for', () => {
    const limiter = new RateLimiter({ perSecond: 10, burst: 2 });
    limiter.owe('10.0.0.1', 0, 5);
    assert.equal(limiter.take('10.0.0.1', 0), 400);
    assert.equal(limiter.take('10.0.0.1', 400), 0);
    assert.equal(limiter.take('10.0.0.2', 0), 0);
  });

  test('takes 64 bits of IPv6 for one client', () => {
    assert.equal(addressBlock('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
    assert.equal(addressBlock('2001:db8::1'), '2001:db8:0:0');
    assert.equal(addressBlock('2001:db8:1:2::'), '2001:db8:1:2');
    assert.equal(addressBlock('fe80::1%eth0'), 'fe80:0:0:0');
    assert.equal(addressBlock('::1'), '0:0:0:0');
    assert.equal(addressBlock('10.1.2.3'), '10.1.2.3');
  });

  test('remembers a bounded number of addresses', () => {
    const limiter = new RateLimiter({ perSecond: 1, burst: 1 });
    for (let number = 0; number < 50_000; number++) limiter.take(`client${number}`, 0);
    assert.ok(limiter.size <= 20_000);
    assert.equal(limiter.take('client49999', 0), 1000, 'the newest are remembered');
  });
});
