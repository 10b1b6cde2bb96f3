import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { qualityOf } from '../../protocol/amounts/quality.ts';
import { QualityFunction } from './quality-function.ts';

/** So much in for each that comes out. */
const rate = (value: bigint) => qualityOf({ in: value, out: 1n });

describe('The average quality of a strand', () => {
  test('is that of its offers for any output', () => {
    const constant = QualityFunction.constant(rate(20n));
    assert.equal(constant.quality, rate(20n));
    assert.equal(constant.outAtQuality(rate(20n)), undefined);
    assert.notEqual(constant.combine(QualityFunction.constant(rate(2n))).quality, undefined);
  });
});
