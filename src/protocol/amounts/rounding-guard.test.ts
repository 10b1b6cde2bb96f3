import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RoundingGuard, type RoundingMode } from './rounding-guard.ts';

describe('the guard of a rounding', () => {
  /** Whether the mantissa steps after losing these digits. */
  const steps = (mantissa: bigint, lost: number, mode: RoundingMode, { isNegative = false, isSticky = false } = {}) => {
    const guard = new RoundingGuard(isNegative, isSticky);
    assert.equal(guard.drop(mantissa, lost), mantissa / 10n ** BigInt(lost));
    return guard.shouldStep(mantissa / 10n ** BigInt(lost), mode);
  };

  test('breaks a tie to even, unless something was lost below it', () => {
    assert.equal(steps(125n, 1, 'toNearest'), false);
    assert.equal(steps(135n, 1, 'toNearest'), true);
    assert.equal(steps(125n, 1, 'toNearest', { isSticky: true }), true);
    assert.equal(steps(124n, 1, 'toNearest', { isSticky: true }), false);
    assert.equal(steps(126n, 1, 'toNearest'), true);
    assert.equal(steps(125n * 10n ** 20n + 1n, 21, 'toNearest'), true, 'so far below that only the mark remembers it');
  });

  test('goes by the sign where the mode has a direction', () => {
    for (const digits of [121n, 129n]) {
      assert.equal(steps(digits, 1, 'upward'), true);
      assert.equal(steps(digits, 1, 'upward', { isNegative: true }), false);
      assert.equal(steps(digits, 1, 'downward'), false);
      assert.equal(steps(digits, 1, 'downward', { isNegative: true }), true);
      assert.equal(steps(digits, 1, 'towardsZero', { isNegative: true }), false);
    }
    assert.equal(steps(120n, 1, 'upward'), false);
    assert.equal(steps(120n, 1, 'upward', { isSticky: true }), true);
  });
});
