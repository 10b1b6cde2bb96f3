import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { FeeMetrics, increasedLevel } from './fee-metrics.ts';
import { queueOptions } from './transaction-queue-options.ts';

function levels(count: number, level = 256n): BigUint64Array {
  return new BigUint64Array(count).fill(level);
}

describe('fee metrics', () => {
  test('let the expected size follow full ledgers up at once, and slow ones down', () => {
    const metrics = new FeeMetrics(
      queueOptions({ minimumTxnInLedger: 3, targetTxnInLedger: 10, normalConsensusIncreasePercent: 25 }),
    );
    const grown = [4, 6, 8, 11, 14, 18, 23].map((count) => {
      metrics.update(levels(count), false);
      return metrics.expectedCount;
    });
    assert.deepEqual(grown, [5, 7, 10, 13, 17, 22, 28]);
    const shrunk = [29, 15, 8, 4].map((count) => {
      metrics.update(levels(count), true);
      return metrics.expectedCount;
    });
    assert.deepEqual(shrunk, [14, 7, 3, 3]);
  });

  test('forget large ledgers after a while, a tenth of the way at a time', () => {
    const metrics = new FeeMetrics(queueOptions({ minimumTxnInLedger: 10, ledgersInQueue: 2 }));
    metrics.update(levels(100), false);
    assert.equal(metrics.expectedCount, 120);
    for (const count of [20, 20, 20]) metrics.update(levels(count), false);
    assert.equal(metrics.expectedCount, 120);
    const busy = new FeeMetrics(queueOptions({ minimumTxnInLedger: 10, targetTxnInLedger: 10, ledgersInQueue: 2 }));
    for (const count of [100, 50, 50]) busy.update(levels(count), false);
    assert.equal(busy.expectedCount, Math.floor((120 * 9 + 60) / 10));
  });

  test('never expect more than the maximum', () => {
    const metrics = new FeeMetrics(
      queueOptions({ minimumTxnInLedger: 2, targetTxnInLedger: 4, maximumTxnInLedger: 5 }),
    );
    metrics.update(levels(11), false);
    assert.equal(metrics.expectedCount, 5);
  });

  test('begin to escalate at the median of the last ledger, or at 500 times the base fee', () => {
    const metrics = new FeeMetrics(queueOptions());
    metrics.update(BigUint64Array.of(400_000n, 1n, 200_000n), false);
    assert.equal(metrics.multiplier, 200_000n);
    metrics.update(BigUint64Array.of(400_000n, 1n, 200_000n, 200_001n), false);
    assert.equal(metrics.multiplier, 200_001n);
    metrics.update(BigUint64Array.of(200_000n, 300_000n), false);
    assert.equal(metrics.multiplier, 250_000n);
    metrics.update(levels(3), false);
    assert.equal(metrics.multiplier, 128_000n);
    metrics.update(levels(0), false);
    assert.equal(metrics.multiplier, 128_000n);
  });

  test('require the base fee up to the expected size, and then more by the square of the excess', () => {
    const metrics = new FeeMetrics(queueOptions({ minimumTxnInLedger: 3 }));
    assert.deepEqual(
      [0, 3, 4, 6].map((count) => metrics.requiredLevel(count)),
      [256n, 256n, 227_555n, 512_000n],
    );
  });

  test('price a series as its members one after the other, but for rounding', () => {
    const metrics = new FeeMetrics(queueOptions({ minimumTxnInLedger: 7 }));
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 2000 }), fc.integer({ min: 1, max: 50 }), (count, length) => {
        const single = Array.from({ length }, (_, at) => metrics.requiredLevel(count + at));
        const sum = single.reduce((total, level) => total + level, 0n);
        const series = metrics.seriesLevel(count, length)!;
        assert.ok(series >= sum && series < sum + BigInt(length));
      }),
    );
    assert.equal(metrics.seriesLevel(2 ** 21 - 1, 2), undefined);
  });

  test('keep levels within 64 bits', () => {
    assert.equal(increasedLevel(1000n, 25), 1250n);
    assert.equal(increasedLevel(2n ** 64n - 1n, 25), 2n ** 64n - 1n);
  });
});

describe('the terms of the queue', () => {
  test('are those of a standalone reference server', () => {
    const { ledgersInQueue, minimumTxnInLedger, targetTxnInLedger, maximumTxnPerAccount } = queueOptions();
    assert.deepEqual(
      [ledgersInQueue, minimumTxnInLedger, targetTxnInLedger, maximumTxnPerAccount],
      [20, 1000, 1000, 10],
    );
  });

  test('must not contradict each other', () => {
    assert.throws(() => queueOptions({ minimumTxnInLedger: 200, maximumTxnInLedger: 5 }), RangeError);
    assert.throws(() => queueOptions({ minimumTxnInLedger: 0 }), RangeError);
    assert.equal(queueOptions({ slowConsensusDecreasePercent: 150 }).slowConsensusDecreasePercent, 100);
  });
});
