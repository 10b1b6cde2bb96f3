import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { amountOf, compareAmounts, NO_ISSUE } from './amount-math.ts';
import { divide } from './amount-product.ts';
import {
  ceilIn,
  ceilInStrict,
  ceilOut,
  ceilOutStrict,
  compareQuality,
  composedQuality,
  qualityOf,
  rateOfQuality,
  roundQuality,
} from './quality.ts';

const token = (mantissa: bigint, exponent = 0) => amountOf(NO_ISSUE, mantissa, exponent);
const ratio = (input: bigint, output: bigint) => qualityOf({ in: token(input), out: token(output) });

describe('qualities', () => {
  test('encode the ratio of in to out', () => {
    const tenth = (84n << 56n) | (10n ** 15n);
    const ten = (86n << 56n) | (10n ** 15n);
    for (const one of [1n, token(1n)]) {
      for (const other of [10n, token(10n)]) {
        assert.equal(qualityOf({ in: other, out: one }), ten);
        assert.equal(qualityOf({ in: one, out: other }), tenth);
      }
    }
  });

  test('of two exchanges in a row are rounded up', () => {
    assert.equal(composedQuality(ratio(1n, 3n), ratio(1n, 7n)), 5_985_542_209_909_923_453n);
  });

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

  test('are ordered by what the taker gets', () => {
    const ordered = [ratio(4n, 1n), ratio(2n, 1n), ratio(231n, 231n), ratio(1n, 2n), ratio(1n, 4n)];
    for (const [i, worse] of ordered.entries()) {
      for (const better of ordered.slice(i + 1)) {
        assert.ok(compareQuality(worse, better) < 0 && compareQuality(better, worse) > 0);
      }
      assert.equal(compareQuality(worse, worse), 0);
    }
  });

  test('compose', () => {
    assert.equal(composedQuality(ratio(1n, 2n), ratio(2n, 1n)), ratio(1n, 1n));
    assert.equal(composedQuality(ratio(1n, 4n), ratio(4n, 1n)), composedQuality(ratio(4n, 1n), ratio(1n, 4n)));
  });

  test('round up to a tick size', () => {
    const quality = 0x59148191fb913522n;
    const rates = new Map([
      [3, token(57800n)],
      [4, token(57720n)],
      [6, token(577197n, -1)],
      [10, token(5771963526n, -5)],
      [16, token(5771963525051682n, -11)],
    ]);
    for (const [digits, rate] of rates) assert.deepEqual(rateOfQuality(roundQuality(quality, digits)), rate);
  });
});

describe('capping an exchange', () => {
  const exchange = (input: bigint, output: bigint) => ({ in: token(input), out: token(output) });

  test('scales the other side', () => {
    assert.deepEqual(ceilIn(ratio(1n, 1n), exchange(10n, 10n), token(5n)), exchange(5n, 5n));
    assert.deepEqual(ceilIn(ratio(1n, 2n), exchange(40n, 80n), token(20n)), exchange(20n, 40n));
    assert.deepEqual(ceilIn(ratio(2n, 1n), exchange(40n, 20n), token(20n)), exchange(20n, 10n));
    assert.deepEqual(ceilOut(ratio(1n, 2n), exchange(40n, 80n), token(40n)), exchange(20n, 40n));
    assert.deepEqual(ceilOut(ratio(2n, 1n), exchange(40n, 20n), token(10n)), exchange(20n, 10n));
  });

  test('changes nothing within the limit', () => {
    const amounts = exchange(40n, 80n);
    assert.equal(ceilIn(ratio(1n, 2n), amounts, token(40n)), amounts);
    assert.equal(ceilOut(ratio(1n, 2n), amounts, token(100n)), amounts);
  });

  test('gives no more than there is, and asks for no more', () => {
    const even = ratio(1n, 1n);
    assert.deepEqual(ceilIn(even, { in: 10n, out: 5n }, 8n), { in: 8n, out: 5n });
    assert.deepEqual(ceilOut(even, { in: 5n, out: 10n }, 8n), { in: 5n, out: 8n });
  });

  test('never asks for nothing', () => {
    const amounts = { in: 349_469_768n, out: token(2_755_280_000_000_000n, -15) };
    const capped = ceilOut(0x5d048191fb9130dan, amounts, token(4_131_113_916_555_555n, -16));
    assert.ok(compareAmounts(capped.in, 0n) > 0);
  });

  test('rounds strictly in the direction asked, and never beyond the offer', () => {
    const third = ratio(3n, 1n);
    const amounts = { in: 9n, out: 3n };
    assert.deepEqual(ceilInStrict(third, amounts, 4n, true), { in: 4n, out: 2n });
    assert.deepEqual(ceilInStrict(third, amounts, 4n, false), { in: 4n, out: 1n });
    assert.deepEqual(ceilInStrict(third, amounts, 8n, true), { in: 8n, out: 3n });
    assert.deepEqual(ceilOutStrict(ratio(1n, 3n), { in: 3n, out: 9n }, 4n, true), { in: 2n, out: 4n });
    assert.deepEqual(ceilOutStrict(ratio(1n, 3n), { in: 3n, out: 9n }, 4n, false), { in: 1n, out: 4n });
    assert.deepEqual(ceilOutStrict(ratio(1n, 1n), { in: 3n, out: 9n }, 8n, true), { in: 3n, out: 8n });
  });
});
