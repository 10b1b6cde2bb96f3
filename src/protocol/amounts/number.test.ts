import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AmountOverflowError } from './amount-errors.ts';
import {
  NUM_ZERO,
  type Num,
  numAdd,
  numClamp,
  numCompare,
  numDivide,
  numMin,
  numMultiply,
  numNegate,
  numOf,
  numPower,
  numSubtract,
  numToInteger,
  numToWire,
} from './number.ts';
import type { RoundingMode } from './rounding.ts';

const MAX_INT64 = 2n ** 63n - 1n;
const MODES: readonly RoundingMode[] = ['toNearest', 'towardsZero', 'downward', 'upward'];
const nums = fc
  .tuple(fc.bigInt({ min: -MAX_INT64, max: MAX_INT64 }), fc.integer({ min: -30, max: 30 }))
  .map(([mantissa, exponent]) => numOf(mantissa, exponent));
const nonZero = nums.filter((x) => x.mantissa !== 0n);
const modes = fc.constantFrom(...MODES);

/** A value as an integer multiple of 10^-200. */
function exact(x: Num): bigint {
  return x.mantissa === 0n ? 0n : x.mantissa * 10n ** BigInt(x.exponent + 200);
}

/** The distance between neighbours at a result, in the same unit. */
function unit(x: Num): bigint {
  return x.mantissa === 0n ? 1n : 10n ** BigInt(numToWire(x).exponent + 200);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Asserts that `result` is `value / divisor` rounded by `mode`. */
function assertRounded(result: Num, value: bigint, divisor: bigint, mode: RoundingMode): void {
  const error = (exact(result) * divisor - value) * (divisor < 0n ? -1n : 1n);
  const one = unit(result) * abs(divisor);
  assert.ok(abs(error) < one || error === 0n, 'within one unit');
  if (mode === 'toNearest') assert.ok(2n * abs(error) <= one, 'within half a unit');
  if (mode === 'upward') assert.ok(error >= 0n, 'not below');
  if (mode === 'downward') assert.ok(error <= 0n, 'not above');
  if (mode === 'towardsZero') assert.ok(result.mantissa < 0n ? error >= 0n : error <= 0n, 'not beyond');
}

describe('numbers', () => {
  test('vanish below the least exponent and fail above the greatest', () => {
    assert.deepEqual(numOf(1n, -32769), NUM_ZERO);
    assert.deepEqual(numMultiply(numOf(10n ** 18n, -32768), numOf(10n ** 18n, -32768)), NUM_ZERO);
    assert.throws(() => numOf(10n ** 18n, 32769), AmountOverflowError);
    assert.throws(() => numMultiply(numOf(10n ** 18n, 32767), numOf(5n, 18)), AmountOverflowError);
    assert.throws(() => numDivide(numOf(1n), NUM_ZERO), AmountOverflowError);
  });

  test('known sums', () => {
    const one = numOf(1_000_000_000_000_000n, -15);
    const small = numOf(6_555_555_555_555_555n, -29);
    assert.deepEqual(numAdd(one, small), numOf(1_000_000_000_000_065_556n, -18));
    assert.deepEqual(numSubtract(one, small), numOf(9_999_999_999_999_344_444n, -19));
    assert.deepEqual(numSubtract(small, one), numOf(-9_999_999_999_999_344_444n, -19));
    assert.deepEqual(numAdd(numOf(MAX_INT64), numOf(6n, -1)), numOf(MAX_INT64 / 10n + 1n, 1));
    assert.deepEqual(numSubtract(numOf(MAX_INT64), numOf(6n, -1)), numOf(MAX_INT64 - 1n));
    assert.deepEqual(numSubtract(numOf(MAX_INT64 + 1n), numOf(3n)), numOf(MAX_INT64));
    const nines = numOf(9_999_999_999_999_999_990n);
    assert.deepEqual(numAdd(nines, nines), numOf(1_999_999_999_999_999_998n, 1));
  });

  test('a product is rounded in the given direction', () => {
    fc.assert(
      fc.property(nums, nums, modes, (x, y, mode) => {
        assertRounded(numMultiply(x, y, mode), exact(x) * exact(y), 10n ** 200n, mode);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('a quotient is rounded in the given direction', () => {
    fc.assert(
      fc.property(nums, nonZero, modes, (x, y, mode) => {
        assertRounded(numDivide(x, y, mode), exact(x) * 10n ** 200n, exact(y), mode);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test('a sum of positive numbers is rounded in the given direction, and any sum to nearest within a unit', () => {
    fc.assert(
      fc.property(nums, nums, modes, (x, y, mode) => {
        const [a, b] = [x, y].map((n) => (n.mantissa < 0n ? numNegate(n) : n)) as [Num, Num];
        assertRounded(numAdd(a, b, mode), exact(a) + exact(b), 1n, mode);
        const sum = numAdd(x, y);
        assert.ok(abs(exact(sum) - exact(x) - exact(y)) <= unit(sum));
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  test('comparison agrees with the exact values', () => {
    fc.assert(
      fc.property(nums, nums, (x, y) => {
        const difference = exact(x) - exact(y);
        assert.equal(Math.sign(numCompare(x, y)), Number(difference > 0n) - Number(difference < 0n));
        assert.equal(numCompare(x, { ...x }), 0);
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('numbers as integers', () => {
  test('return every 64-bit integer and refuse more', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -MAX_INT64, max: MAX_INT64 }), modes, (value, mode) => {
        assert.equal(numToInteger(numOf(value), mode), value);
      }),
      { seed: 6, numRuns: 300 },
    );
    assert.throws(() => numToInteger(numOf(MAX_INT64 + 1n)), AmountOverflowError);
    assert.throws(() => numToInteger(numOf(1n, 19)), AmountOverflowError);
  });
});

describe('powers, limits and whole parts of numbers', () => {
  test('a power is a product, rounded at each squaring', () => {
    assert.deepEqual(numPower(numOf(3n), 0), numOf(1n));
    assert.deepEqual(numPower(numOf(-3n), 5), numOf(-243n));
    const growth = numOf(10_082_191_780_821_917n, -16);
    const square = numMultiply(growth, growth);
    assert.deepEqual(numPower(growth, 5), numMultiply(numMultiply(square, square), growth));
  });

  test('the smallest, and what lies between bounds', () => {
    const [one, two, three] = [numOf(1n), numOf(2n), numOf(3n)];
    assert.deepEqual(numMin(three, one, two), one);
    assert.deepEqual(
      [numClamp(one, two, three), numClamp(three, one, two), numClamp(two, one, three)],
      [two, two, two],
    );
  });
});
