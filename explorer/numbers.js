/** Amounts and times in the reader's locale, with every digit. */
import { decimalText, parseDecimal } from './decimals.js';

const RIPPLE_EPOCH_SECONDS = 946_684_800;
/** Made at its first use: a format of a locale takes milliseconds. */
const once = (make) => {
  let made;
  return () => {
    made ??= make();
    return made;
  };
};
const whole = once(() => new Intl.NumberFormat());
const point = once(
  () =>
    whole()
      .formatToParts(1.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.',
);
const dateTime = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }));

/** Longer numbers are written with a power of ten, still with every digit. */
const MAX_PLAIN_LENGTH = 30;

/** A decimal text in the reader's locale; other texts unchanged. */
export function localeNumber(text) {
  const value = parseDecimal(String(text));
  if (value === undefined) return String(text);
  if (Math.max(decimalText(value).length, value.places) > MAX_PLAIN_LENGTH) return withPower(value);
  const [head, tail] = decimalText(value).split('.');
  const sign = head.startsWith('-') ? '-' : '';
  return `${sign}${whole().format(BigInt(head.replace('-', '')))}${tail === undefined ? '' : `${point()}${tail}`}`;
}

function withPower({ digits, places }) {
  const all = String(digits);
  const [sign, count] = all.startsWith('-') ? ['-', all.length - 1] : ['', all.length];
  const mantissa = decimalText({ digits: BigInt(all.replace('-', '')), places: count - 1 });
  return `${sign}${mantissa.replace('.', point())}e${count - 1 - places}`;
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];

/** A duration in its two largest units, truncated: `2 d 3 h`. */
export function durationText(seconds) {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first < 0) return '0 s';
  let left = seconds;
  const parts = UNITS.slice(first, first + 2).map(([unit, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? '' : `${whole().format(count)} ${unit}`;
  });
  return parts.filter((part) => part !== '').join(' ');
}

/** Seconds since 2000-01-01T00:00:00Z as a date. */
export function ledgerDate(seconds) {
  return new Date((seconds + RIPPLE_EPOCH_SECONDS) * 1000);
}

/** An ISO 8601 time in seconds since 2000-01-01T00:00:00Z. */
export function ledgerSeconds(iso) {
  return Date.parse(iso) / 1000 - RIPPLE_EPOCH_SECONDS;
}

export function localeTime(seconds) {
  return dateTime().format(ledgerDate(seconds));
}

/** A number of bytes in its unit, with one decimal. */
export function sizeText(bytes) {
  return bytes < 1_000 ? `${localeNumber(bytes)} B` : `${localeNumber(String(Math.round(bytes / 100) / 10))} KB`;
}
