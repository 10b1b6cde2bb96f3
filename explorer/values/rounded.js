/** Decimal texts with fewer digits, for sentences. The exact value stands in a tooltip or a table. */

import { decimalText, parseDecimal } from '../decimals.js';

const PLACES = 6;
const SIGNIFICANT = 6;

/** Rounded to six places, or to six significant digits below one, half away from zero. */
export function roundedText(text) {
  const value = parseDecimal(String(text));
  if (value === undefined) return String(text);
  const digits = (value.digits < 0n ? -value.digits : value.digits).toString();
  const leadingZeros = Math.max(0, value.places - digits.length);
  const kept = value.places >= digits.length ? leadingZeros + SIGNIFICANT : PLACES;
  if (value.places <= kept) return decimalText(value);
  const unit = 10n ** BigInt(value.places - kept);
  const half = value.digits < 0n ? -unit / 2n : unit / 2n;
  return decimalText({ digits: (value.digits + half) / unit, places: kept });
}
