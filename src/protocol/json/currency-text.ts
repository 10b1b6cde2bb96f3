/** Currency codes in JSON: three characters where the bytes allow it, else 40 hex digits (rippled: UintTypes.cpp). */
import { BoundedCache } from '../../util/bounded-cache.ts';
import { isHex } from '../../util/hex.ts';
import { type Currency, XRP_CURRENCY } from '../values.ts';

export const XRP_CODE = 'XRP';
/** The hint in errors about an invalid currency. */
export const CURRENCY_FORM = 'a currency is three characters, or 40 hex digits';
const ISO_CODE = /^[a-zA-Z0-9<>(){}[\]|?!@#$%^&*]{3}$/;
/** Twelve zero bytes, three characters, five zero bytes. */
const ISO_BYTES = /^0{24}([0-9A-F]{6})0{10}$/;
/** The reference's noCurrency, which has its own spelling. */
const NO_CURRENCY: Currency = `${'0'.repeat(39)}1`;

const CACHE_GENERATION_SIZE = 4_000;
const texts = new BoundedCache<Currency, string>(CACHE_GENERATION_SIZE);

/** The JSON spelling of a currency. */
export function currencyText(currency: Currency): string {
  const cached = texts.get(currency);
  if (cached !== undefined) return cached;
  const text = uncachedText(currency);
  texts.set(currency, text);
  return text;
}

/** Parses a currency in JSON; undefined if invalid. The empty string and `0` mean the native currency. */
export function parseCurrency(text: string): Currency | undefined {
  if (text === '' || text === '0' || text === XRP_CODE) return XRP_CURRENCY;
  if (text.length !== 3) return isHex(text, 20) ? text.toUpperCase() : undefined;
  if (!ISO_CODE.test(text)) return undefined;
  return '0'.repeat(24) + Buffer.from(text, 'latin1').toString('hex').toUpperCase() + '0'.repeat(10);
}

function uncachedText(currency: Currency): string {
  if (currency === XRP_CURRENCY) return XRP_CODE;
  if (currency === NO_CURRENCY) return '1';
  const code = ISO_BYTES.exec(currency)?.[1];
  if (code === undefined) return currency;
  const text = Buffer.from(code, 'hex').toString('latin1');
  // An issued currency whose bytes spell XRP stays hex, so that it is not taken for XRP.
  return text !== XRP_CODE && ISO_CODE.test(text) ? text : currency;
}
