import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  accountReserve,
  isLegalAmount,
  isLegalAmountSigned,
  RIPPLE_EPOCH_OFFSET_SECONDS,
  TOTAL_DROPS,
} from './fees.ts';

describe('fees and amounts of the native currency', () => {
  test('the reserve grows with each owned object', () => {
    const fees = { baseDrops: 10n, reserveDrops: 10_000_000n, reserveIncrementDrops: 2_000_000n };
    assert.equal(accountReserve(fees, 0), 10_000_000n);
    assert.equal(accountReserve(fees, 3), 16_000_000n);
  });

  test('nothing above the total is legal, and debts only where a sign is allowed', () => {
    assert.equal(TOTAL_DROPS, 10n ** 17n);
    assert.ok(isLegalAmount(TOTAL_DROPS) && isLegalAmount(-TOTAL_DROPS - 1n));
    assert.ok(!isLegalAmount(TOTAL_DROPS + 1n));
    assert.ok(isLegalAmountSigned(-TOTAL_DROPS) && !isLegalAmountSigned(-TOTAL_DROPS - 1n));
  });

  test('the epoch is the first second of 2000', () => {
    assert.equal(RIPPLE_EPOCH_OFFSET_SECONDS, Date.UTC(2000, 0, 1) / 1000);
  });
});
