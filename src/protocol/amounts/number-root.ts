/** Square roots and powers of numbers (rippled: Number.cpp, root2 and power). */
import { AmountOverflowError } from './amount-errors.ts';
import { NUM_ZERO, type Num, numAdd, numCompare, numDivide, numMultiply, numOf } from './number.ts';
import type { RoundingMode } from './rounding.ts';

/** Digits after the first of a normalized mantissa (rippled: Number::mantissaLog). */
const MANTISSA_LOG = 18;
const ONE = numOf(1n);
const TWO = numOf(2n);
/** A parabola that is near the root between 0 and 1: `(-60 x² + 144 x + 18) / 105`. */
const [A0, A1, A2, DIVISOR] = [numOf(18n), numOf(144n), numOf(-60n), numOf(105n)];

/**
 * The square root, by Newton's steps until the result repeats; exact digits differ with the steps, so they are the
 * reference's. The mode holds for each step, not for the result as a whole.
 * @throws AmountOverflowError for a negative number
 */
export function numSquareRoot(x: Num, mode: RoundingMode = 'toNearest'): Num {
  if (numCompare(x, ONE) === 0 || x.mantissa === 0n) return x;
  if (x.mantissa < 0n) throw new AmountOverflowError('a negative number has no square root');
  const length = x.exponent + MANTISSA_LOG + 1;
  const scale = length % 2 === 0 ? length : length + 1;
  const scaled = { mantissa: x.mantissa, exponent: x.exponent - scale };
  const linear = numAdd(numMultiply(A2, scaled, mode), A1, mode);
  let root = numDivide(numAdd(numMultiply(linear, scaled, mode), A0, mode), DIVISOR, mode);
  let last = NUM_ZERO;
  let lastButOne = NUM_ZERO;
  do {
    lastButOne = last;
    last = root;
    root = numDivide(numAdd(root, numDivide(scaled, root, mode), mode), TWO, mode);
  } while (numCompare(root, last) !== 0 && numCompare(root, lastButOne) !== 0);
  return { mantissa: root.mantissa, exponent: root.exponent + scale / 2 };
}

/** `x` to a whole power, by squaring. */
export function numPower(x: Num, exponent: number): Num {
  if (exponent === 0) return ONE;
  if (exponent === 1) return x;
  const half = numPower(x, Math.floor(exponent / 2));
  const square = numMultiply(half, half);
  return exponent % 2 === 0 ? square : numMultiply(square, x);
}
