import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Amount, Issue } from '../values.ts';
import { AmountError, AmountOverflowError } from './amount-errors.ts';
import {
  accountReserve,
  addAmounts,
  amountFromNum,
  amountOf,
  areComparable,
  assetOf,
  compareAmounts,
  isLegalAmount,
  isLegalAmountSigned,
  NO_ISSUE,
  negateAmount,
  RIPPLE_EPOCH_OFFSET_SECONDS,
  roundToScale,
  signOfAmount,
  subtractAmounts,
  TOTAL_DROPS,
  XRP_ISSUE,
  zeroOf,
} from './amount-math.ts';
import { numOf } from './number.ts';

const USD: Issue = { currency: 'AA'.repeat(20), issuer: '11'.repeat(20) };
const USD_OF_ANOTHER: Issue = { currency: 'AA'.repeat(20), issuer: '22'.repeat(20) };
const MPT: Issue = { mptIssuanceId: '33'.repeat(24) };
const MAX_INT64 = 2n ** 63n - 1n;

describe('canonical amounts', () => {
  test('of drops and token units are integers, rounded to nearest', () => {
    assert.equal(amountOf(XRP_ISSUE, 25n, -1), 2n);
    assert.equal(amountOf(XRP_ISSUE, 35n, -1, true), -4n);
    assert.equal(amountOf(XRP_ISSUE, 1n, 17), 10n ** 17n);
    assert.equal(amountOf(XRP_ISSUE, 5n, -20, false, 'upward'), 0n);
    assert.deepEqual(amountOf(MPT, MAX_INT64), { value: MAX_INT64, mptIssuanceId: '33'.repeat(24) });
  });

  test('have limits', () => {
    assert.throws(() => amountOf(XRP_ISSUE, 10n ** 17n + 1n), AmountError);
    assert.throws(() => amountOf(XRP_ISSUE, 10n ** 17n + 1n, 0, true), AmountError);
    assert.throws(() => amountOf(XRP_ISSUE, 1n, 18), AmountError);
    assert.throws(() => amountOf(MPT, 1n, 19), AmountError);
    assert.throws(() => amountOf(MPT, MAX_INT64, 1), AmountOverflowError);
    assert.throws(() => amountOf(USD, 1n, 96), AmountOverflowError);
  });

  test('of a number round the magnitude', () => {
    assert.equal(amountFromNum(XRP_ISSUE, numOf(-25n, -1), 'downward'), -2n);
    assert.equal(amountFromNum(XRP_ISSUE, numOf(-25n, -1), 'upward'), -3n);
    const long = numOf(-1_234_567_890_123_456_789n);
    assert.deepEqual(amountFromNum(USD, long, 'downward'), { ...USD, mantissa: -1_234_567_890_123_456n, exponent: 3 });
  });
});

describe('sums and order of amounts', () => {
  test('an issuer is ignored, a currency is not', () => {
    const sum = addAmounts(amountOf(USD, 2n), amountOf(USD_OF_ANOTHER, 3n));
    assert.deepEqual(sum, amountOf(USD, 5n));
    assert.ok(areComparable(amountOf(USD, 1n), amountOf(USD_OF_ANOTHER, 1n)));
    const unlike: [Amount, Amount][] = [
      [1n, amountOf(USD, 1n)],
      [amountOf(USD, 1n), amountOf(NO_ISSUE, 1n)],
      [amountOf(MPT, 1n), 1n],
      [amountOf(MPT, 1n), amountOf({ mptIssuanceId: '44'.repeat(24) }, 1n)],
    ];
    for (const [a, b] of unlike) {
      assert.ok(!areComparable(a, b));
      assert.throws(() => addAmounts(a, b), AmountError);
      assert.throws(() => compareAmounts(a, b), AmountError);
    }
  });

  test('every kind adds, negates and compares', () => {
    for (const asset of [XRP_ISSUE, USD, MPT]) {
      const [two, three] = [amountOf(asset, 2n), amountOf(asset, 3n)];
      assert.deepEqual(addAmounts(two, three), amountOf(asset, 5n));
      assert.deepEqual(subtractAmounts(two, three), amountOf(asset, 1n, 0, true));
      assert.deepEqual(subtractAmounts(two, two), zeroOf(asset));
      assert.deepEqual(assetOf(two), asset);
      assert.ok(compareAmounts(two, three) < 0 && compareAmounts(three, two) > 0 && compareAmounts(two, two) === 0);
      assert.ok(compareAmounts(negateAmount(three), negateAmount(two)) < 0);
      assert.deepEqual([zeroOf(asset), two, negateAmount(two)].map(signOfAmount), [0, 1, -1]);
    }
  });
});

describe('rounding to a scale', () => {
  test('drops the digits of an issued amount below it', () => {
    const amount = amountOf(USD, 1_234_567_890_123_456n, -10);
    assert.deepEqual(roundToScale(amount, -4), amountOf(USD, 1_234_567_890n, -4));
    assert.deepEqual(roundToScale(amount, -4, 'upward'), amountOf(USD, 1_234_567_891n, -4));
    assert.equal(roundToScale(amount, -10), amount);
    assert.equal(roundToScale(7n, 3), 7n);
  });
});

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
