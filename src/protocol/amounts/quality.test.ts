import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { amountOf, NO_ISSUE } from './amount-math.ts';
import { divide, mulRound } from './amount-product.ts';
import { ceilIn, ceilOut, composedQuality, QUALITY_ONE, qualityOf, rateOfQuality } from './quality.ts';

const token = (mantissa: bigint, exponent = 0) => amountOf(NO_ISSUE, mantissa, exponent);
const ratio = (input: bigint, output: bigint) => qualityOf({ in: token(input), out: token(output) });

describe('qualities', () => {
  test('are zero when worthless', () => {
    const small = token(5_499_999_999_999_999n, -95);
    const big = token(5_499_999_999_999_999n, 79);
    assert.equal(qualityOf({ in: big, out: small }), 0n);
    assert.equal(qualityOf({ in: small, out: big }), 0n);
    assert.equal(qualityOf({ in: 1n, out: 0n }), 0n);
    assert.equal(qualityOf({ in: 0n, out: 1n }), 0n);
    assert.deepEqual(rateOfQuality(0n), token(0n));
  });

  test('give the rate back', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 16n });
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        assert.deepEqual(rateOfQuality(qualityOf({ in: a, out: b })), divide(a, b, NO_ISSUE));
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('composed qualities', () => {
  test('are the product of the rates, also with one to one', () => {
    const mantissas = fc.bigInt({ min: 1n, max: 10n ** 16n });
    const qualities = fc.oneof(
      fc.constant(QUALITY_ONE),
      fc.tuple(mantissas, mantissas).map(([a, b]) => ratio(a, b)),
    );
    fc.assert(
      fc.property(qualities, qualities, (first, second) => {
        const product = mulRound(rateOfQuality(first), rateOfQuality(second), NO_ISSUE, true);
        assert.deepEqual(rateOfQuality(composedQuality(first, second)), product);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('capping an exchange', () => {
  const exchange = (input: bigint, output: bigint) => ({ in: token(input), out: token(output) });

  test('changes nothing within the limit', () => {
    const amounts = exchange(40n, 80n);
    assert.equal(ceilIn(ratio(1n, 2n), amounts, token(40n)), amounts);
    assert.equal(ceilOut(ratio(1n, 2n), amounts, token(100n)), amounts);
  });

  test('is limited to the available amounts', () => {
    const even = ratio(1n, 1n);
    assert.deepEqual(ceilIn(even, { in: 10n, out: 5n }, 8n), { in: 8n, out: 5n });
    assert.deepEqual(ceilOut(even, { in: 5n, out: 10n }, 8n), { in: 5n, out: 8n });
  });
});
