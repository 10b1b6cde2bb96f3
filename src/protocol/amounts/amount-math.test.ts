import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Amount, Issue, IssuedAmount } from '../values.ts';
import { AmountError, AmountOverflowError } from './amount-errors.ts';
import {
  addAmounts,
  amountOf,
  amountToNum,
  areComparable,
  assetOf,
  compareAmounts,
  isLegalAmount,
  isLegalAmountSigned,
  NO_ISSUE,
  negateAmount,
  signOfAmount,
  subtractAmounts,
  TOTAL_DROPS,
  XRP_ISSUE,
  zeroOf,
} from './amount-math.ts';
import { numAdd, numOf, numToSixteenDigits } from './number.ts';
import type { RoundingMode } from './rounding.ts';

const USD: Issue = { currency: 'AA'.repeat(20), issuer: '11'.repeat(20) };
const USD_OF_ANOTHER: Issue = { currency: 'AA'.repeat(20), issuer: '22'.repeat(20) };
const MPT: Issue = { mptIssuanceId: '33'.repeat(24) };
const MAX_INT64 = 2n ** 63n - 1n;

describe('canonical amounts', () => {
  test('have limits', () => {
    assert.throws(() => amountOf(XRP_ISSUE, 10n ** 17n + 1n), AmountError);
    assert.throws(() => amountOf(XRP_ISSUE, 10n ** 17n + 1n, 0, true), AmountError);
    assert.throws(() => amountOf(XRP_ISSUE, 1n, 18), AmountError);
    assert.throws(() => amountOf(MPT, 1n, 19), AmountError);
    assert.throws(() => amountOf(MPT, MAX_INT64, 1), AmountOverflowError);
    assert.throws(() => amountOf(USD, 1n, 96), AmountOverflowError);
  });
});

describe('sums and order of amounts', () => {
  test('an issuer is ignored, a currency is not', () => {
    const sum = addAmounts(amountOf(USD, 2n), amountOf(USD_OF_ANOTHER, 3n));
    assert.deepEqual(sum, amountOf(USD, 5n));
    assert.ok(areComparable(amountOf(USD, 1n), amountOf(USD_OF_ANOTHER, 1n)));
    const unlike: [Amount, Amount][] = [
      [1n, amountOf(USD, 1n)],
      [amountOf(USD, 1n), amountOf(NO_ISSUE, 1n)],
      [amountOf(MPT, 1n), 1n],
      [amountOf(MPT, 1n), amountOf({ mptIssuanceId: '44'.repeat(24) }, 1n)],
    ];
    for (const [a, b] of unlike) {
      assert.ok(!areComparable(a, b));
      assert.throws(() => addAmounts(a, b), AmountError);
      assert.throws(() => compareAmounts(a, b), AmountError);
    }
  });

  test('a sum of tokens is that of the numbers, rounded to 16 digits', () => {
    const mantissas = fc.bigInt({ min: 10n ** 15n, max: 10n ** 16n - 1n });
    const tokens = fc
      .tuple(mantissas, fc.integer({ min: -3, max: 3 }), fc.boolean())
      .map(([mantissa, exponent, negative]) => amountOf(USD, mantissa, exponent, negative));
    const modes = fc.constantFrom<RoundingMode>('toNearest', 'towardsZero', 'downward', 'upward');
    fc.assert(
      fc.property(tokens, tokens, modes, (a, b, mode) => {
        const sum = numToSixteenDigits(numAdd(amountToNum(a), amountToNum(b), mode), mode);
        const { mantissa, exponent } = addAmounts(a, b, mode) as IssuedAmount;
        assert.deepEqual(numOf(mantissa, exponent), numOf(sum.mantissa, sum.exponent));
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  test('every kind adds, negates and compares', () => {
    for (const asset of [XRP_ISSUE, USD, MPT]) {
      const [two, three] = [amountOf(asset, 2n), amountOf(asset, 3n)];
      assert.deepEqual(addAmounts(two, three), amountOf(asset, 5n));
      assert.deepEqual(subtractAmounts(two, three), amountOf(asset, 1n, 0, true));
      assert.deepEqual(subtractAmounts(two, two), zeroOf(asset));
      assert.deepEqual(assetOf(two), asset);
      assert.ok(compareAmounts(two, three) < 0 && compareAmounts(three, two) > 0 && compareAmounts(two, two) === 0);
      assert.ok(compareAmounts(negateAmount(three), negateAmount(two)) < 0);
      assert.deepEqual([zeroOf(asset), two, negateAmount(two)].map(signOfAmount), [0, 1, -1]);
    }
  });
});

describe('fees and amounts of the native currency', () => {
  test('nothing above the total is legal, and debts only where a sign is allowed', () => {
    assert.equal(TOTAL_DROPS, 10n ** 17n);
    assert.ok(isLegalAmount(TOTAL_DROPS) && isLegalAmount(-TOTAL_DROPS - 1n));
    assert.ok(!isLegalAmount(TOTAL_DROPS + 1n));
    assert.ok(isLegalAmountSigned(-TOTAL_DROPS) && !isLegalAmountSigned(-TOTAL_DROPS - 1n));
  });
});
