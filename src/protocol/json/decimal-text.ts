/** Decimal numbers in JSON text, for amounts and Number fields alike (rippled: STNumber.cpp, partsFromString). */

import { MAX_INT32, MAX_UINT64 } from './integer-from-json.ts';

/** `mantissa * 10^exponent` with the sign apart; the mantissa is an unsigned 64-bit integer. */
export interface DecimalParts {
  readonly negative: boolean;
  readonly mantissa: bigint;
  readonly exponent: number;
}

const DECIMAL = /^([-+]?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([-+]?)([0-9]+))?$/;
const MAX_UINT64_DIGITS = 20;

/** The parts of a decimal; undefined for other text, and when the digits make more than 64 bits. */
export function parseDecimal(text: string): DecimalParts | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const fraction = match[3] ?? '';
  const mantissa = parseUInt64((match[2] as string) + fraction);
  const power = match[5] === undefined ? 0 : Number(match[5]);
  if (mantissa === undefined || power > MAX_INT32) return undefined;
  return { negative: match[1] === '-', mantissa, exponent: (match[4] === '-' ? -power : power) - fraction.length };
}

/** The parts of a JSON number that has no fraction. */
export function decimalOfInteger(value: number): DecimalParts {
  return { negative: value < 0, mantissa: BigInt(Math.abs(value)), exponent: 0 };
}

/** Leading zeros do not count towards the limit. The length check bounds the cost of hostile input. */
function parseUInt64(digits: string): bigint | undefined {
  const significant = digits.length > MAX_UINT64_DIGITS ? digits.replace(/^0+(?=.)/, '') : digits;
  if (significant.length > MAX_UINT64_DIGITS) return undefined;
  const value = BigInt(significant);
  return value > MAX_UINT64 ? undefined : value;
}
