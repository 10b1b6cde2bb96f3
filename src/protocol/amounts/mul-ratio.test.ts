import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AmountError, AmountOverflowError } from './amount-errors.ts';
import {
  ISSUED_ZERO,
  MAX_ISSUED_MANTISSA,
  MIN_POSITIVE_ISSUED,
  negateIssued,
  normalizeIssued,
} from './issued-amount.ts';
import { mulRatioInteger, mulRatioIssued } from './mul-ratio.ts';

const MAX_UINT32 = 2 ** 32 - 1;
const MAX_INT64 = 2n ** 63n - 1n;

describe('the ratio of an issued amount', () => {
  test('of the smallest amount is that or nothing', () => {
    const negative = negateIssued(MIN_POSITIVE_ISSUED);
    for (const numerator of [1, MAX_UINT32 - 1]) {
      assert.deepEqual(mulRatioIssued(MIN_POSITIVE_ISSUED, numerator, MAX_UINT32, true), MIN_POSITIVE_ISSUED);
      assert.deepEqual(mulRatioIssued(MIN_POSITIVE_ISSUED, numerator, MAX_UINT32, false), ISSUED_ZERO);
      assert.deepEqual(mulRatioIssued(negative, numerator, MAX_UINT32, true), ISSUED_ZERO);
      assert.deepEqual(mulRatioIssued(negative, numerator, MAX_UINT32, false), negative);
    }
  });

  test('differs by one unit between the directions when it is inexact', () => {
    for (const amount of [normalizeIssued(1n, 0), normalizeIssued(MAX_ISSUED_MANTISSA, 80), normalizeIssued(-1n, 0)]) {
      const up = mulRatioIssued(amount, MAX_UINT32 - 1, MAX_UINT32, true);
      const down = mulRatioIssued(amount, MAX_UINT32 - 1, MAX_UINT32, false);
      assert.equal(up.mantissa - down.mantissa, 1n);
    }
  });

  test('fails on a zero denominator and on overflow', () => {
    const most = normalizeIssued(MAX_ISSUED_MANTISSA, 80);
    assert.throws(() => mulRatioIssued(most, 2, 0, true), AmountError);
    assert.throws(() => mulRatioIssued(most, 2, 1, true), AmountOverflowError);
  });
});

describe('the ratio of an integral amount', () => {
  test('is rounded towards positive infinity or away from it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
        fc.nat(2_000_000_000),
        fc.integer({ min: 1_000_000_000, max: MAX_UINT32 }),
        (value, numerator, denominator) => {
          const product = value * BigInt(numerator);
          const up = mulRatioInteger(value, numerator, denominator, true) * BigInt(denominator) - product;
          const down = product - mulRatioInteger(value, numerator, denominator, false) * BigInt(denominator);
          assert.ok(up >= 0n && up < BigInt(denominator));
          assert.ok(down >= 0n && down < BigInt(denominator));
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  test('fails on a zero denominator and above 63 bits', () => {
    assert.equal(mulRatioInteger(MAX_INT64, MAX_UINT32, MAX_UINT32, true), MAX_INT64);
    assert.throws(() => mulRatioInteger(1n, 1, 0, true), AmountError);
    assert.throws(() => mulRatioInteger(MAX_INT64, 2, 1, false), AmountOverflowError);
  });
});
