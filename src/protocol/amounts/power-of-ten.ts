/** Powers of ten, and the number of digits of an integer. */

/** Dropping this many digits of a mantissa of at most 39 digits leaves nothing. */
export const MAX_POWER = 60;
const POWERS = Array.from({ length: MAX_POWER + 1 }, (_, exponent) => 10n ** BigInt(exponent));

/** `10^exponent` for `0 <= exponent <= 60`. */
export function powerOfTen(exponent: number): bigint {
  const power = POWERS[exponent];
  if (power === undefined) throw new RangeError(`no power of ten ${exponent}`);
  return power;
}

/** The number of decimal digits of a positive integer below `10^60`. */
export function digitCount(value: bigint): number {
  // The logarithm is exact but for the last bits, so the count may be one off next to a power of ten.
  const count = Math.floor(Math.log10(Number(value)));
  if (value < powerOfTen(count)) return count;
  return value < powerOfTen(count + 1) ? count + 1 : count + 2;
}
