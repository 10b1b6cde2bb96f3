import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addAmounts, amountOf, compareAmounts, NO_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { SortedSum } from './sorted-sum.ts';
import { NO_TOKENS, type StepAmount } from './step.ts';

const quantity = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 16n - 1n }), fc.integer({ min: -20, max: 5 }))
  .map(([mantissa, exponent]) => amountOf(NO_ISSUE, mantissa, exponent) as StepAmount);

/** The amounts added from the smallest up. */
function sum(amounts: readonly StepAmount[]): StepAmount {
  return amounts.toSorted(compareAmounts).reduce((a, b) => addAmounts(a, b) as StepAmount, NO_TOKENS as StepAmount);
}

describe('A sorted sum', () => {
  test('adds the amounts from the smallest up, at any time', () => {
    fc.assert(
      fc.property(fc.array(quantity, { minLength: 1, maxLength: 20 }), (amounts) => {
        const sorted = new SortedSum(NO_TOKENS);
        for (const [at, amount] of amounts.entries()) {
          sorted.add(amount);
          assert.deepEqual(sorted.total, sum(amounts.slice(0, at + 1)));
        }
      }),
    );
  });
});
