import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountOf, NO_ISSUE, XRP_ISSUE } from './amount-math.ts';
import {
  divideByRate,
  divideByRateRound,
  multiplyByRate,
  multiplyByRateRound,
  PARITY_RATE,
  transferFeeAsRate,
} from './rate.ts';

describe('transfer rates', () => {
  const hundred = amountOf(NO_ISSUE, 100n);

  test('scale an amount in its own asset', () => {
    assert.deepEqual(multiplyByRate(hundred, 1_005_000_000), amountOf(NO_ISSUE, 1005n, -1));
    assert.deepEqual(divideByRate(hundred, 1_250_000_000), amountOf(NO_ISSUE, 80n));
    assert.equal(multiplyByRate(10n, 1_150_000_000), 12n);
    const mpt = { mptIssuanceId: '33'.repeat(24) };
    assert.deepEqual(multiplyByRate(amountOf(mpt, 1000n), 1_500_000_000), amountOf(mpt, 1500n));
  });

  test('leave an amount as it is at parity', () => {
    for (const scale of [multiplyByRate, divideByRate]) assert.equal(scale(hundred, PARITY_RATE), hundred);
    assert.equal(multiplyByRateRound(hundred, PARITY_RATE, true, XRP_ISSUE), hundred);
  });

  test('round as asked', () => {
    assert.equal(multiplyByRateRound(10n, 1_010_000_000, true), 11n);
    assert.equal(multiplyByRateRound(10n, 1_010_000_000, false), 10n);
    assert.equal(divideByRateRound(10n, 3_000_000_000, true), 4n);
    assert.equal(divideByRateRound(10n, 3_000_000_000, false), 3n);
    assert.equal(divideByRateRound(hundred, 3_000_000_000, true, XRP_ISSUE), 34n);
  });

  test('a transfer fee of 50000 is half', () => {
    assert.equal(transferFeeAsRate(50_000), 500_000_000);
  });
});
