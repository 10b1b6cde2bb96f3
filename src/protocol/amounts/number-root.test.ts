import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AmountOverflowError } from './amount-errors.ts';
import { numOf } from './number.ts';
import { numPower, numSquareRoot } from './number-root.ts';

describe('the square root of a number', () => {
  test('of a negative number does not exist', () => {
    assert.throws(() => numSquareRoot(numOf(-1n)), AmountOverflowError);
  });
});

test('A power is squared as often as it can be', () => {
  const two = numOf(2n);
  assert.deepEqual(numPower(two, 0), numOf(1n));
  assert.deepEqual(numPower(two, 1), two);
  assert.deepEqual(numPower(two, 13), numOf(8192n));
  assert.deepEqual(numPower(numOf(5n, -1), 4), numOf(625n, -4));
});
