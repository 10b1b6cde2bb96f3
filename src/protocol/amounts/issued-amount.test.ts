import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AmountOverflowError } from './amount-errors.ts';
import {
  addIssued,
  compareIssued,
  ISSUED_ZERO,
  issuedFromDecimal,
  issuedFromNum,
  issuedToNum,
  MAX_ISSUED_MANTISSA,
  MIN_POSITIVE_ISSUED,
  negateIssued,
  normalizeIssued,
  subtractIssued,
} from './issued-amount.ts';

const MAX_INT64 = 2n ** 63n - 1n;
const amounts = fc
  .tuple(fc.bigInt({ min: -MAX_INT64, max: MAX_INT64 }), fc.integer({ min: -40, max: 40 }))
  .map(([mantissa, exponent]) => normalizeIssued(mantissa, exponent));

describe('the canonical form of an issued amount', () => {
  test('has sixteen digits', () => {
    assert.deepEqual(normalizeIssued(1n, 0), { mantissa: 10n ** 15n, exponent: -15 });
    assert.deepEqual(normalizeIssued(-25n, -3), { mantissa: -2_500_000_000_000_000n, exponent: -17 });
    assert.deepEqual(normalizeIssued(0n, 40), ISSUED_ZERO);
    assert.deepEqual(normalizeIssued(123_456_789_012_345_678n, 0), { mantissa: 1_234_567_890_123_457n, exponent: 2 });
  });

  test('is rounded to even between two neighbours, unless asked otherwise', () => {
    const tie = 12_345_678_901_234_565n;
    assert.equal(normalizeIssued(tie, 0).mantissa, 1_234_567_890_123_456n);
    assert.equal(normalizeIssued(tie, 0, 'upward').mantissa, 1_234_567_890_123_457n);
    assert.equal(normalizeIssued(-tie, 0, 'downward').mantissa, -1_234_567_890_123_457n);
    assert.equal(normalizeIssued(99_999_999_999_999_999n, 0).exponent, 2);
  });

  test('has exponents from -96 to 80', () => {
    assert.deepEqual(normalizeIssued(1n, 95), { mantissa: 10n ** 15n, exponent: 80 });
    assert.deepEqual(normalizeIssued(1n, -81), { mantissa: 10n ** 15n, exponent: -96 });
    assert.throws(() => normalizeIssued(1n, 96), AmountOverflowError);
    assert.deepEqual(normalizeIssued(1n, -82), ISSUED_ZERO);
  });

  test('is zero when too small and an error when too large', () => {
    assert.deepEqual(normalizeIssued(10n ** 15n, -97), ISSUED_ZERO);
    assert.deepEqual(normalizeIssued(1n, -81), MIN_POSITIVE_ISSUED);
    assert.deepEqual(normalizeIssued(MAX_ISSUED_MANTISSA, 80), { mantissa: MAX_ISSUED_MANTISSA, exponent: 80 });
    assert.throws(() => normalizeIssued(10n ** 16n, 80), AmountOverflowError);
    assert.throws(() => normalizeIssued(1n, 96), AmountOverflowError);
    assert.throws(() => normalizeIssued(1n, 40_000), AmountOverflowError);
  });

  test('takes a decimal mantissa beyond 63 bits for a negative one', () => {
    assert.deepEqual(issuedFromDecimal(false, 9_999_999_999_999_999_999n, 0), {
      mantissa: -8_446_744_073_709_552n,
      exponent: 3,
    });
    assert.deepEqual(issuedFromDecimal(true, 5n, -1), { mantissa: -5_000_000_000_000_000n, exponent: -16 });
  });
});

describe('sums of issued amounts', () => {
  test('keep the currency and issuer of the first', () => {
    const zero = { ...ISSUED_ZERO, currency: 'A', issuer: 'B' };
    const five = { ...normalizeIssued(5n, 0), currency: 'A', issuer: 'C' };
    assert.deepEqual(addIssued(zero, five), { ...five, issuer: 'B' });
    assert.deepEqual(addIssued(five, zero), five);
    assert.deepEqual(subtractIssued(five, five), { ...zero, issuer: 'C' });
  });

  test('are rounded to nearest', () => {
    const big = normalizeIssued(9_999_999_999_999_999n, 0);
    assert.deepEqual(addIssued(big, normalizeIssued(4n, -1)), big);
    assert.deepEqual(addIssued(big, normalizeIssued(5n, -1)), normalizeIssued(1n, 16));
    assert.deepEqual(subtractIssued(big, normalizeIssued(6n, -1)), normalizeIssued(9_999_999_999_999_998n, 0));
  });

  test('overflow', () => {
    const most = normalizeIssued(MAX_ISSUED_MANTISSA, 80);
    assert.throws(() => addIssued(most, most), AmountOverflowError);
  });

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
