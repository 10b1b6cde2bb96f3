/** Decimal text of amounts and numbers, spelled as the reference does: in full where that is short, else as `…e…`. */
import { numOf } from '../amounts/number.ts';
import type { Amount } from '../values.ts';

/** Exponents from here to -5 are written out (rippled: STAmount.cpp, getText); zero is too, as an integer. */
const MIN_PLAIN_EXPONENT = -25;
const MAX_PLAIN_EXPONENT = -5;
/** Digits after the first of a normalized Number's mantissa (Number::mantissaLog). */
const NUMBER_LOG = 18;
const NUMBER_MAX_EXPONENT = 32_768;

/** The number of an amount, without its asset (rippled: STAmount.cpp, getText). */
export function amountText(amount: Amount): string {
  if (typeof amount === 'bigint') return amount.toString();
  return 'value' in amount ? amount.value.toString() : issuedText(amount.mantissa, amount.exponent);
}

/** The value of an issued amount. A mantissa that is not normalized is written as it is, as the reference does. */
export function issuedText(mantissa: bigint, exponent: number): string {
  if (mantissa === 0n) return '0';
  if (exponent !== 0 && (exponent < MIN_PLAIN_EXPONENT || exponent > MAX_PLAIN_EXPONENT)) {
    return `${mantissa}e${exponent}`;
  }
  return plainText(mantissa, exponent);
}

/**
 * A Number field's value (rippled: Number.cpp, to_string); the scientific form has no trailing zeros, unlike amounts.
 */
export function numberText(mantissa: bigint, exponent: number): string {
  const number = numOf(mantissa, exponent);
  if (number.mantissa === 0n) return '0';
  const isPlain = number.exponent >= -(NUMBER_LOG + 10) && number.exponent <= -(NUMBER_LOG - 10);
  if (isPlain || number.exponent === 0) return plainText(number.mantissa, number.exponent);
  let digits = number.mantissa;
  let power = number.exponent;
  while (digits % 10n === 0n && power < NUMBER_MAX_EXPONENT) {
    digits /= 10n;
    power++;
  }
  return `${digits}e${power}`;
}

/** Written out, without superfluous zeros; the exponent is zero or negative. */
function plainText(mantissa: bigint, exponent: number): string {
  const sign = mantissa < 0n ? '-' : '';
  const digits = String(mantissa < 0n ? -mantissa : mantissa);
  if (exponent === 0) return sign + digits;
  const point = digits.length + exponent;
  const whole = point > 0 ? digits.slice(0, point) : '0';
  const fraction = point > 0 ? digits.slice(point) : digits.padStart(-exponent, '0');
  let end = fraction.length;
  while (end > 0 && fraction.charCodeAt(end - 1) === 48) end--;
  return end === 0 ? sign + whole : `${sign}${whole}.${fraction.slice(0, end)}`;
}
