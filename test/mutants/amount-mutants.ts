/** Bugs of the arithmetic: sums, ratios, roundings, comparisons, reserves. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const AMOUNT_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/protocol/amounts/issued-amount.ts',
    ['src/protocol/amounts/issued-amount.test.ts', 'src/protocol/amounts/amount-math.test.ts'],
    [
      ['rounded.exponent > MAX_ISSUED_EXPONENT', 'rounded.exponent >= MAX_ISSUED_EXPONENT'],
      ['return rounded.exponent < MIN_ISSUED_EXPONENT ? ISSUED_ZERO : rounded;', 'return rounded;'],
      ['return a.exponent > b.exponent ? sign : -sign;', 'return a.exponent > b.exponent ? 1 : -1;'],
      ['if (a.mantissa === 0n) return withQuantity(a, b);', 'if (a.mantissa === 0n) return b as T;'],
      ['BigInt.asIntN(64, negative ? -mantissa : mantissa)', 'negative ? -mantissa : mantissa'],
    ],
  ),
  ...mutantsOf(
    'src/protocol/amounts/mul-ratio.ts',
    ['src/protocol/amounts/mul-ratio.test.ts'],
    [
      ['if (!scaled.inexact || roundUp === negative) return', 'if (!scaled.inexact || !roundUp) return'],
      ['if (value > 0n && roundUp) result += 1n;', 'if (roundUp) result += 1n;'],
      ['if (value < 0n && !roundUp) result -= 1n;\n', ''],
      ['const INT64_LOG = 18;', 'const INT64_LOG = 17;'],
      ['inexact: remainder !== 0n };', 'inexact: false };'],
    ],
  ),
  ...mutantsOf(
    'src/protocol/amounts/rounding-guard.ts',
    ['src/protocol/amounts/rounding-guard.test.ts'],
    [
      ['return this.#sticky || (mantissa & 1n) === 1n;', 'return true;'],
      ['return this.#sticky || (mantissa & 1n) === 1n;', 'return (mantissa & 1n) === 1n;'],
      ["this.#negative !== (mode === 'downward')", "mode === 'downward'"],
      ['return this.#digits > 0n || this.#sticky;', 'return this.#digits > 0n;'],
    ],
  ),
  ...mutantsOf(
    'src/protocol/amounts/amount-math.ts',
    ['src/protocol/amounts/amount-math.test.ts'],
    [
      ['if (value > range.limit || value < -range.limit)', 'if (value > range.limit)'],
      ['if (mantissa === 0n || exponent <= -20) return 0n;', 'if (mantissa === 0n) return 0n;'],
      ['amount.mantissa === 0n || amount.exponent >= scale', 'amount.mantissa === 0n || amount.exponent > scale'],
      ['if (isIssued(a)) return isIssued(b) && a.currency === b.currency;', 'if (isIssued(a)) return isIssued(b);'],
      [
        'Number(integerOf(a) > integerOf(b)) - Number(integerOf(a) < integerOf(b))',
        'Number(integerOf(a) > integerOf(b))',
      ],
    ],
  ),
  ...mutantsOf(
    'src/protocol/amounts/quality.ts',
    ['src/protocol/amounts/quality.test.ts'],
    [
      ['BigInt(rate.exponent + 100) << EXPONENT_SHIFT', 'BigInt(rate.exponent + 96) << EXPONENT_SHIFT'],
      ['return a > b ? -1 : 1;', 'return a > b ? 1 : -1;'],
      ['rateOfQuality(second), NO_ISSUE, true)', 'rateOfQuality(second), NO_ISSUE, false)'],
    ],
  ),
  ...mutantsOf(
    'src/protocol/amounts/amount-math.ts',
    ['src/protocol/amounts/amount-math.test.ts'],
    [
      ['fees.reserveDrops + BigInt(ownerCount)', 'BigInt(ownerCount)'],
      ['return drops >= -TOTAL_DROPS && drops', 'return drops'],
    ],
  ),
];
