import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digitCount, powerOfTen } from './power-of-ten.ts';

test('digits are counted exactly on both sides of each power of ten', () => {
  for (let exponent = 1; exponent < 60; exponent++) {
    const power = powerOfTen(exponent);
    assert.equal(digitCount(power - 1n), exponent);
    assert.equal(digitCount(power), exponent + 1);
    assert.equal(digitCount(power + 1n), exponent + 1);
  }
  assert.equal(digitCount(1n), 1);
  assert.throws(() => powerOfTen(61), RangeError);
});
