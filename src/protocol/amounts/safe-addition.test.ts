import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountOf, NO_ISSUE } from './amount-math.ts';
import { canAdd, canSubtract } from './safe-addition.ts';

const MAX_INT64 = 2n ** 63n - 1n;
const usd = (value: bigint) => amountOf(NO_ISSUE, value < 0n ? -value : value, 0, value < 0n);
const eur = (value: bigint) => amountOf({ ...NO_ISSUE, currency: 'EE'.repeat(20) }, value);
const mpt = (value: bigint) => ({ value, mptIssuanceId: '33'.repeat(24) });

describe('whether amounts can be added', () => {
  test('drops and units of a token: while 64 bits hold the sum', () => {
    for (const make of [(value: bigint) => value, mpt]) {
      assert.ok(canAdd(make(0n), make(1000n)));
      assert.ok(canAdd(make(500n), make(1500n)));
      assert.ok(canAdd(make(1000n), make(-1000n)));
      assert.ok(!canAdd(make(MAX_INT64), make(1n)));
    }
  });

  test('never across assets, not even nothing', () => {
    assert.ok(!canAdd(1n, usd(1n)));
    assert.ok(!canAdd(usd(1000n), eur(500n)));
    assert.ok(!canAdd(usd(0n), eur(500n)));
    assert.ok(!canAdd(mpt(0n), 1n));
  });
});

describe('whether an amount can be subtracted', () => {
  test('drops and units of a token: while nothing falls below zero', () => {
    for (const make of [(value: bigint) => value, mpt]) {
      assert.ok(canSubtract(make(1000n), make(0n)));
      assert.ok(!canSubtract(make(0n), make(1000n)));
      assert.ok(canSubtract(make(1500n), make(500n)));
      assert.ok(canSubtract(make(-1500n), make(-500n)));
      assert.ok(canSubtract(make(1000n), make(-1000n)));
      assert.ok(!canSubtract(make(MAX_INT64), make(-2n)));
    }
  });

  test('tokens: within the same asset', () => {
    assert.ok(canSubtract(usd(500n), usd(1500n)));
    assert.ok(!canSubtract(usd(500n), eur(500n)));
    assert.ok(!canSubtract(1000n, usd(1000n)));
  });
});
