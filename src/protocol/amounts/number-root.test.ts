import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AmountOverflowError } from './amount-errors.ts';
import { NUM_ZERO, numCompare, numOf } from './number.ts';
import { numPower, numSquareRoot } from './number-root.ts';

describe('the square root of a number', () => {
  // rippled: Number_test.cpp, test_root2 and testRoot, with large mantissas.
  test('of a square is exact', () => {
    for (const root of [2n, 3n, 12n, 1_000_000n]) assert.deepEqual(numSquareRoot(numOf(root * root)), numOf(root));
    assert.deepEqual(numSquareRoot(numOf(49n, -2)), numOf(7n, -1));
    assert.deepEqual(numSquareRoot(numOf(1n)), numOf(1n));
    assert.deepEqual(numSquareRoot(NUM_ZERO), NUM_ZERO);
  });

  test('has all digits that a mantissa holds', () => {
    assert.deepEqual(numSquareRoot(numOf(2n)), numOf(1_414_213_562_373_095_049n, -18));
  });

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

test('A root rounded down is no greater than the nearest, and one rounded up no less', () => {
  for (const value of [2n, 3n, 12_345n, 10n ** 17n + 1n]) {
    const [down, near, up] = (['downward', 'toNearest', 'upward'] as const).map((mode) =>
      numSquareRoot(numOf(value), mode),
    );
    assert.ok(numCompare(down!, near!) <= 0 && numCompare(near!, up!) <= 0, String(value));
  }
});
