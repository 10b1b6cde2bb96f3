import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/fees.ts';
import { LedgerTime, parentAgeLimitSeconds } from './ledger-time.ts';

const NOW = 800_000_003;

function world(limitSeconds: number | undefined) {
  const clock = { ms: (NOW + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000 + 900, nowMs: () => clock.ms };
  return { clock, time: new LedgerTime(clock, limitSeconds) };
}

/** A ledger so many seconds older than the clock. */
const aged = (seconds: number) =>
  ({ closeTimeSeconds: NOW - seconds, closeTimeResolutionSeconds: 10, closeFlags: 0, ledgerIndex: 9 }) as LedgerHeader;

describe('the time of the ledger', () => {
  test('allows a ledger to be as old as the close interval, five seconds where submissions close it', () => {
    const limits = [20, 1000, 4000, 4001, 86_400_000].map((intervalMs) =>
      parentAgeLimitSeconds({ kind: 'timer', intervalMs }),
    );
    assert.deepEqual(limits, [1, 1, 4, 5, 86_400]);
    assert.equal(parentAgeLimitSeconds({ kind: 'instant' }), 5);
    assert.equal(parentAgeLimitSeconds({ kind: 'manual' }), undefined);
    const { time } = world(4);
    assert.equal(time.oldestParentSeconds(false), NOW - 4);
    assert.equal(time.oldestParentSeconds(true), NOW);
    assert.equal(world(undefined).time.oldestParentSeconds(true), 0);
  });

  test('is the clock to the second, and never before the last ledger', () => {
    const { time } = world(4);
    assert.equal(time.closeTimeAfter(aged(1000)), NOW);
    assert.equal(time.closeTimeAfter(aged(0)), NOW);
    assert.equal(time.closeTimeAfter(aged(-50)), NOW + 50);
    assert.deepEqual([time.nowSeconds(aged(1000)), time.nowSeconds(aged(-50))], [NOW, NOW + 50]);
  });

  test("is the reference's where ledgers close by hand: rounded, and later than the last ledger", () => {
    const { time } = world(undefined);
    assert.equal(time.closeTimeAfter(aged(1000)), 800_000_000);
    assert.equal(time.closeTimeAfter(aged(-50)), NOW + 51);
    assert.equal(time.nowSeconds(aged(1000)), NOW - 1000);
  });

  test('goes on from a time that it was set to, until it is set to one that the clock has passed', () => {
    const { clock, time } = world(4);
    time.setTo(NOW + 1000);
    assert.equal(time.clockSeconds, NOW + 1000);
    clock.ms += 5000;
    assert.equal(time.closeTimeAfter(aged(-1000)), NOW + 1005);
    assert.equal(time.oldestParentSeconds(false), NOW + 1001);
    time.setTo(NOW + 1);
    assert.equal(time.clockSeconds, NOW + 5);
  });

  test('tells a close that comes in time from a late one', () => {
    const { time } = world(4);
    assert.deepEqual([time.isCloseInTime(aged(5)), time.isCloseInTime(aged(6))], [true, false]);
    assert.deepEqual([time.isCloseLate(aged(8)), time.isCloseLate(aged(9))], [false, true]);
    const { time: manual } = world(undefined);
    assert.deepEqual([manual.isCloseInTime(aged(1e6)), manual.isCloseLate(aged(1e6))], [true, false]);
  });
});
