/**
 * The price of an offer or a path: what goes in over what comes out, as a 64-bit integer whose top byte is the
 * exponent plus 100 and the rest a 16-digit mantissa. Order books are keyed by it, so a better price is a smaller
 * number. Counterpart of `Quality.cpp` and of `getRate` and `amountFromQuality` in `STAmount.cpp`.
 */

import type { Amount, IssuedAmount } from '../values.ts';
import { AmountError } from './amount-errors.ts';
import { amountOf, assetOf, compareAmounts, isZeroAmount, NO_ISSUE, zeroOf } from './amount-math.ts';
import { divide, divRound, divRoundStrict, mulRound, mulRoundStrict } from './amount-product.ts';
import { powerOfTen } from './power-of-ten.ts';

/** Unsigned 64 bits. Smaller is better for the taker. */
export type Quality = bigint;

/** Both sides of an exchange: an offer's `TakerPays` is what goes in, its `TakerGets` what comes out. */
export interface InOut<T extends Amount = Amount> {
  readonly in: T;
  readonly out: T;
}

const EXPONENT_SHIFT = 56n;
const MANTISSA_MASK = (1n << EXPONENT_SHIFT) - 1n;

/** The quality of an exchange; 0n when it is worthless: nothing comes out, or the ratio is not representable. */
export function qualityOf(amounts: InOut): Quality {
  if (isZeroAmount(amounts.out)) return 0n;
  try {
    const rate = divide(amounts.in, amounts.out, NO_ISSUE) as IssuedAmount;
    return rate.mantissa === 0n ? 0n : encode(rate);
  } catch (error) {
    if (error instanceof AmountError) return 0n;
    throw error;
  }
}

/**
 * The ratio of in to out, without currency or issuer.
 * @throws AmountOverflowError for an exponent that no amount has
 */
export function rateOfQuality(quality: Quality): IssuedAmount {
  if (quality === 0n) return zeroOf(NO_ISSUE) as IssuedAmount;
  const exponent = Number(quality >> EXPONENT_SHIFT) - 100;
  return amountOf(NO_ISSUE, quality & MANTISSA_MASK, exponent) as IssuedAmount;
}

/** One to one. */
export const QUALITY_ONE: Quality = qualityOf({ in: 1n, out: 1n });

/** Negative, zero or positive as `a` is a worse, an equal or a better quality than `b`. */
export function compareQuality(a: Quality, b: Quality): number {
  if (a === b) return 0;
  return a > b ? -1 : 1;
}

/** The quality of two exchanges in a row; neither is zero. */
export function composedQuality(first: Quality, second: Quality): Quality {
  if (first === QUALITY_ONE) return second;
  if (second === QUALITY_ONE) return first;
  return encode(mulRound(rateOfQuality(first), rateOfQuality(second), NO_ISSUE, true) as IssuedAmount);
}

/** The quality with its rate rounded up to `digits` significant digits, 3 to 16 (tick sizes). */
export function roundQuality(quality: Quality, digits: number): Quality {
  const tick = powerOfTen(16 - digits);
  const raised = (quality & MANTISSA_MASK) + tick - 1n;
  return ((quality >> EXPONENT_SHIFT) << EXPONENT_SHIFT) | (raised - (raised % tick));
}

/** `amounts` with what goes in capped at `limit`; what comes out shrinks at `quality` and never grows. */
export function ceilIn<T extends Amount>(quality: Quality, amounts: InOut<T>, limit: T): InOut<T> {
  return capIn(amounts, limit, () => divRound(limit, rateOfQuality(quality), assetOf(amounts.out), true) as T);
}

/** `ceilIn` with a direction for the rounding, and digits below a drop taken into account. */
export function ceilInStrict<T extends Amount>(
  quality: Quality,
  amounts: InOut<T>,
  limit: T,
  roundUp: boolean,
): InOut<T> {
  const rate = rateOfQuality(quality);
  return capIn(amounts, limit, () => divRoundStrict(limit, rate, assetOf(amounts.out), roundUp) as T);
}

/** `amounts` with what comes out capped at `limit`; what goes in shrinks at `quality` and never grows. */
export function ceilOut<T extends Amount>(quality: Quality, amounts: InOut<T>, limit: T): InOut<T> {
  return capOut(amounts, limit, () => mulRound(limit, rateOfQuality(quality), assetOf(amounts.in), true) as T);
}

/** `ceilOut` with a direction for the rounding, and digits below a drop taken into account. */
export function ceilOutStrict<T extends Amount>(
  quality: Quality,
  amounts: InOut<T>,
  limit: T,
  roundUp: boolean,
): InOut<T> {
  const rate = rateOfQuality(quality);
  return capOut(amounts, limit, () => mulRoundStrict(limit, rate, assetOf(amounts.in), roundUp) as T);
}

function capIn<T extends Amount>(amounts: InOut<T>, limit: T, outAtLimit: () => T): InOut<T> {
  if (compareAmounts(amounts.in, limit) <= 0) return amounts;
  const out = outAtLimit();
  return { in: limit, out: compareAmounts(out, amounts.out) > 0 ? amounts.out : out };
}

function capOut<T extends Amount>(amounts: InOut<T>, limit: T, inAtLimit: () => T): InOut<T> {
  if (compareAmounts(amounts.out, limit) <= 0) return amounts;
  const into = inAtLimit();
  return { in: compareAmounts(into, amounts.in) > 0 ? amounts.in : into, out: limit };
}

function encode(rate: IssuedAmount): Quality {
  const mantissa = rate.mantissa < 0n ? -rate.mantissa : rate.mantissa;
  return (BigInt(rate.exponent + 100) << EXPONENT_SHIFT) | mantissa;
}
