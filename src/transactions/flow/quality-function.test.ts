import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Num, numOf, numSubtract } from '../../protocol/amounts/number.ts';
import { qualityOf } from '../../protocol/amounts/quality.ts';
import { QualityFunction } from './quality-function.ts';

const POOL = { in: 10_000_000n, out: 1_000_000n };
/** A quality with this input for each unit of output. */
const rate = (value: bigint) => qualityOf({ in: value, out: 1n });

function assertNear(actual: Num | undefined, expected: bigint): void {
  assert.ok(actual !== undefined);
  const { mantissa, exponent } = numSubtract(actual, numOf(expected));
  assert.ok(Math.abs(Number(mantissa) * 10 ** exponent) < 1e-6, `${actual.mantissa}e${actual.exponent}`);
}

describe('The average quality of a strand', () => {
  test('is that of its offers for any output', () => {
    const constant = QualityFunction.constant(rate(20n));
    assert.equal(constant.quality, rate(20n));
    assert.equal(constant.outAtQuality(rate(20n)), undefined);
    assert.notEqual(constant.combine(QualityFunction.constant(rate(2n))).quality, undefined);
  });

  test('falls with what comes out of a pool: half of it costs twice the spot price', () => {
    const pool = QualityFunction.ofPool(POOL, 0);
    assert.equal(pool.quality, undefined);
    assertNear(pool.outAtQuality(rate(20n)), 500_000n);
    assert.equal(pool.outAtQuality(rate(10n)), undefined, 'nothing at the spot price');
    assert.equal(pool.outAtQuality(0n), undefined, 'no quality at all');
  });
});
