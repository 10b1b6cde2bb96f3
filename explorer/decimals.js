/** Exact arithmetic with decimal texts, without floating point numbers. */

const DROPS_DIGITS = 6;

/** A decimal text, with or without exponent, as an integer and its number of decimal places. */
export function parseDecimal(text) {
  const parts = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text);
  if (parts === null) return undefined;
  const [, sign, head, tail = '', exponent = '0'] = parts;
  const places = tail.length - Number(exponent);
  const digits = BigInt(`${sign}${head}${tail}`);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/** The inverse, without trailing zeros. */
export function decimalText({ digits, places }) {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const head = text.slice(0, text.length - places);
  const tail = text.slice(text.length - places).replace(/0+$/, '');
  return `${digits < 0n ? '-' : ''}${head}${places > 0 && tail !== '' ? `.${tail}` : ''}`;
}

/** `after - before`, exactly; all are texts. */
export function difference(after, before) {
  return combined(after, before, (a, b) => a - b);
}

export function sum(one, other) {
  return combined(one, other, (a, b) => a + b);
}

/** Undefined if one of them is no decimal text. */
function combined(one, other, combine) {
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  if (a === undefined || b === undefined) return undefined;
  const places = Math.max(a.places, b.places);
  const scaled = ({ digits, places: own }) => digits * 10n ** BigInt(places - own);
  return decimalText({ digits: combine(scaled(a), scaled(b)), places });
}

const RATIO_PLACES = 60;
const RATIO_DIGITS = 10;

/** The quotient of two positive decimal texts, truncated to ten digits; undefined for a division by zero. */
export function ratio(dividend, divisor) {
  const [a, b] = [parseDecimal(dividend), parseDecimal(divisor)];
  if (a === undefined || b === undefined || b.digits === 0n) return undefined;
  const digits = (a.digits * 10n ** BigInt(b.places + RATIO_PLACES)) / (b.digits * 10n ** BigInt(a.places));
  const unit = 10n ** BigInt(Math.max(0, digits.toString().length - RATIO_DIGITS));
  return decimalText({ digits: digits - (digits % unit), places: RATIO_PLACES });
}

export function dropsToXrp(drops) {
  return decimalText({ digits: BigInt(drops), places: DROPS_DIGITS });
}
