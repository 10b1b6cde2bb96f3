/**
 * Amounts and times as people read them, in their locale and with every digit. Nothing here is a floating point number.
 */

const RIPPLE_EPOCH_SECONDS = 946_684_800;
const DROPS_DIGITS = 6;
const whole = new Intl.NumberFormat();
const point = new Intl.NumberFormat().formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A decimal text, with or without exponent, as an integer and how many of its digits are behind the point. */
export function parseDecimal(text) {
  const parts = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text);
  if (parts === null) return undefined;
  const [, sign, head, tail = '', exponent = '0'] = parts;
  const places = tail.length - Number(exponent);
  const digits = BigInt(`${sign}${head}${tail}`);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/** The other way, without zeros at the end. */
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

/** Undefined where one of them is no decimal text. */
function combined(one, other, combine) {
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  if (a === undefined || b === undefined) return undefined;
  const places = Math.max(a.places, b.places);
  const scaled = ({ digits, places: own }) => digits * 10n ** BigInt(places - own);
  return decimalText({ digits: combine(scaled(a), scaled(b)), places });
}

const RATIO_PLACES = 60;
const RATIO_DIGITS = 10;

/** One positive decimal text by another, to ten digits, cut off there; undefined by zero. */
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

/** What is longer than that is written with a power of ten, and still with every digit: nobody counts fifty zeros. */
const LONGEST_PLAIN = 30;

/** A decimal text in the reader's locale; as it is where it is none. */
export function localeNumber(text) {
  const value = parseDecimal(String(text));
  if (value === undefined) return String(text);
  if (Math.max(decimalText(value).length, value.places) > LONGEST_PLAIN) return withPower(value);
  const [head, tail] = decimalText(value).split('.');
  const sign = head.startsWith('-') ? '-' : '';
  return `${sign}${whole.format(BigInt(head.replace('-', '')))}${tail === undefined ? '' : `${point}${tail}`}`;
}

function withPower({ digits, places }) {
  const all = String(digits);
  const [sign, count] = all.startsWith('-') ? ['-', all.length - 1] : ['', all.length];
  const mantissa = decimalText({ digits: BigInt(all.replace('-', '')), places: count - 1 });
  return `${sign}${mantissa.replace('.', point)}e${count - 1 - places}`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/** A span of time by its two largest units, cut off there: `2 d 3 h`. */
export function durationText(seconds) {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first < 0) return '0 s';
  let left = seconds;
  const parts = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? '' : `${whole.format(count)} ${unit}`;
  });
  return parts.filter((part) => part !== '').join(' ');
}

/** Seconds since 2000-01-01T00:00:00Z as a date. */
export function ledgerDate(seconds) {
  return new Date((seconds + RIPPLE_EPOCH_SECONDS) * 1000);
}

/** A time as ISO 8601 writes it, in seconds of ledgers. */
export function ledgerSeconds(iso) {
  return Date.parse(iso) / 1000 - RIPPLE_EPOCH_SECONDS;
}

export function localeTime(seconds) {
  return dateTime.format(ledgerDate(seconds));
}

/** The time of day alone. */
export function localeClock(seconds) {
  return clock.format(ledgerDate(seconds));
}
