import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NumberValue } from '../values.ts';
import { XRP_ISSUE } from './amount-math.ts';
import { numOfField, putNumber, roundToAsset, scaleInAsset, scaleOfAmount } from './asset-number.ts';
import { NUM_ZERO, numOf } from './number.ts';

const USD = { currency: `${'0'.repeat(24)}5553440000000000`, issuer: '49'.padEnd(40, '0') };
const UNITS = { mptIssuanceId: '00'.repeat(24) };

describe('numbers that are amounts of an asset', () => {
  test('are whole for drops and units, and have sixteen digits for tokens', () => {
    const x = numOf(12_345_678_901_234_567n, -16);
    assert.deepEqual(roundToAsset(XRP_ISSUE, x), numOf(1n));
    assert.deepEqual(roundToAsset(UNITS, x, undefined, 'upward'), numOf(2n));
    assert.deepEqual(roundToAsset(USD, x), numOf(1_234_567_890_123_457n, -15));
    assert.deepEqual(roundToAsset(USD, x, undefined, 'downward'), numOf(1_234_567_890_123_456n, -15));
  });

  test('are no finer than the scale asks, where there are fractions', () => {
    const x = numOf(12_345n, -3);
    assert.deepEqual(roundToAsset(USD, x, -1), numOf(123n, -1));
    assert.deepEqual(roundToAsset(USD, x, -1, 'upward'), numOf(124n, -1));
    assert.deepEqual(roundToAsset(USD, numOf(-12_345n, -3), -1, 'towardsZero'), numOf(-123n, -1));
    assert.deepEqual(roundToAsset(XRP_ISSUE, numOf(12n), 3), numOf(12n));
  });

  test('have the exponent of the amount', () => {
    assert.deepEqual(
      [XRP_ISSUE, UNITS, USD].map((asset) => scaleInAsset(numOf(1000n), asset)),
      [0, 0, -12],
    );
    assert.deepEqual([scaleOfAmount(5n), scaleInAsset(NUM_ZERO, USD)], [0, -100]);
  });

  test('leave no field while they are zero', () => {
    const entry: { Total?: NumberValue } = {};
    assert.deepEqual(numOfField(entry.Total), NUM_ZERO);
    putNumber(entry, 'Total', numOf(9_999_999_999_999_999_990n));
    assert.deepEqual(entry.Total, { mantissa: 999_999_999_999_999_999n, exponent: 1 });
    assert.deepEqual(numOfField(entry.Total), numOf(9_999_999_999_999_999_990n));
    putNumber(entry, 'Total', NUM_ZERO);
    assert.deepEqual(entry, {});
  });
});
