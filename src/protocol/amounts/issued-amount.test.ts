import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  addIssued,
  compareIssued,
  ISSUED_ZERO,
  issuedFromNum,
  issuedToNum,
  negateIssued,
  normalizeIssued,
  subtractIssued,
} from './issued-amount.ts';

const MAX_INT64 = 2n ** 63n - 1n;
const amounts = fc
  .tuple(fc.bigInt({ min: -MAX_INT64, max: MAX_INT64 }), fc.integer({ min: -40, max: 40 }))
  .map(([mantissa, exponent]) => normalizeIssued(mantissa, exponent));

describe('sums of issued amounts', () => {
  test('commute, and a difference from itself is zero', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        assert.deepEqual(addIssued(a, b), addIssued(b, a));
        assert.deepEqual(subtractIssued(a, b), negateIssued(subtractIssued(b, a)));
        assert.deepEqual(subtractIssued(a, a), ISSUED_ZERO);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('an amount survives the way to a number and back', () => {
    fc.assert(
      fc.property(amounts, (a) => assert.deepEqual(issuedFromNum(issuedToNum(a)), a)),
      { seed: 2, numRuns: 300 },
    );
  });

  test('order is by value', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const value = (x: typeof a) => (x.mantissa === 0n ? 0n : x.mantissa * 10n ** BigInt(x.exponent + 100));
        const difference = value(a) - value(b);
        assert.equal(Math.sign(compareIssued(a, b)), Number(difference > 0n) - Number(difference < 0n));
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});
