import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Issue, IssuedAmount } from '../values.ts';
import { AmountError } from './amount-errors.ts';
import { amountOf, NO_ISSUE, XRP_ISSUE, zeroOf } from './amount-math.ts';
import { divide, divRound, divRoundStrict, mulRound, mulRoundStrict, multiply } from './amount-product.ts';
import { MIN_POSITIVE_ISSUED } from './issued-amount.ts';

const MPT: Issue = { mptIssuanceId: '33'.repeat(24) };
const token = (mantissa: bigint, exponent = 0) =>
  amountOf(NO_ISSUE, mantissa < 0n ? -mantissa : mantissa, exponent, mantissa < 0n) as IssuedAmount;
const positive = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 16n - 1n }), fc.integer({ min: -20, max: 10 }))
  .map(([mantissa, exponent]) => token(mantissa, exponent));

describe('products and quotients', () => {
  test('of integral amounts stay integral, within limits', () => {
    assert.equal(multiply(3n, 5n, XRP_ISSUE), 15n);
    assert.deepEqual(mulRound(amountOf(MPT, 3n), amountOf(MPT, 5n), MPT, true), amountOf(MPT, 15n));
    assert.throws(() => multiply(3_000_000_001n, 3_000_000_001n, XRP_ISSUE), AmountError);
    assert.throws(() => multiply(-3n, 5n, XRP_ISSUE), AmountError);
    assert.throws(() => divide(1n, 0n, NO_ISSUE), AmountError);
    assert.throws(() => divRound(1n, 0n, NO_ISSUE, true), AmountError);
  });
});

describe('directed rounding', () => {
  test('a negative quotient rounded up strictly is rounded down', () => {
    const third = 3_333_333_333_333_333n;
    assert.deepEqual(divRound(token(-1n), token(3n), NO_ISSUE, true), token(-third, -16));
    assert.deepEqual(divRoundStrict(token(-1n), token(3n), NO_ISSUE, true), token(-third - 1n, -16));
  });

  const value = (amount: IssuedAmount) => amount.mantissa * 10n ** BigInt(amount.exponent + 200);

  /** Rounding up ignores an eighteenth digit, so it may stay below the exact value by a tenth of a unit. */
  function assertBrackets(down: IssuedAmount, up: IssuedAmount, dividend: bigint, divisor: bigint): void {
    const unit = 10n ** BigInt(up.exponent + 200);
    assert.ok(value(down) * divisor <= dividend);
    assert.ok((dividend - value(up) * divisor) * 10n < unit * divisor);
    assert.ok(value(up) - value(down) <= unit);
  }

  test('brackets the exact product', () => {
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const up = mulRoundStrict(a, b, NO_ISSUE, true) as IssuedAmount;
        const down = mulRoundStrict(a, b, NO_ISSUE, false) as IssuedAmount;
        assertBrackets(down, up, value(a) * value(b), 10n ** 200n);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test('brackets the exact quotient', () => {
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const up = divRoundStrict(a, b, NO_ISSUE, true) as IssuedAmount;
        const down = divRoundStrict(a, b, NO_ISSUE, false) as IssuedAmount;
        assertBrackets(down, up, value(a) * 10n ** 200n, value(b));
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  test('a positive result rounded up is never nothing', () => {
    const small = token(1n, -81);
    assert.equal(mulRound(small, small, XRP_ISSUE, true), 1n);
    assert.equal(divRoundStrict(small, token(1n, 40), XRP_ISSUE, true), 1n);
    assert.deepEqual(mulRoundStrict(small, small, NO_ISSUE, true), { ...MIN_POSITIVE_ISSUED, ...NO_ISSUE });
    assert.deepEqual(mulRoundStrict(small, small, NO_ISSUE, false), zeroOf(NO_ISSUE));
  });
});
