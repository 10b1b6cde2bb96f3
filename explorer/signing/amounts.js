/** Amounts, currencies, assets and numbers as bytes. Values that would need rounding are refused. */
import { parseDecimal } from '../decimals.js';
import { accountOfAddress, concat, hexToBytes, uintToBytes } from './bytes.js';

const MAX_DROPS = 10n ** 17n;
const NOT_XRP = 1n << 63n;
const POSITIVE = 1n << 62n;
const EXPONENT_BIAS = 97;
const EXPONENTS = { min: -96, max: 80 };
const MPT_POSITIVE = Uint8Array.of(0x60);
const MAX_INT64 = (1n << 63n) - 1n;
const NO_ACCOUNT = uintToBytes(1, 20);
const ISSUANCE_BYTES = 24;
const NUMBER_ZERO_EXPONENT = -(2 ** 31);

/** Drops as a text, a token's amount, or one of a multi-purpose token. Undefined if invalid. */
export function amountToBytes(amount) {
  if (typeof amount === 'string') return dropsToBytes(amount);
  if (typeof amount?.value !== 'string') return undefined;
  if (amount.mpt_issuance_id !== undefined) return mptToBytes(amount);
  const value = issuedValue(amount.value);
  const [currency, issuer] = [currencyToBytes(amount.currency), accountOfAddress(amount.issuer)];
  if (value === undefined || currency === undefined || issuer === undefined) return undefined;
  return concat(uintToBytes(value, 8), currency, issuer);
}

function dropsToBytes(text) {
  if (!/^\d{1,18}$/.test(text) || BigInt(text) > MAX_DROPS) return undefined;
  return uintToBytes(BigInt(text) | POSITIVE, 8);
}

function mptToBytes({ value, mpt_issuance_id: issuance }) {
  const id = hexToBytes(issuance, ISSUANCE_BYTES);
  if (id === undefined || !/^\d{1,19}$/.test(value) || BigInt(value) > MAX_INT64) return undefined;
  return concat(MPT_POSITIVE, uintToBytes(value, 8), id);
}

/** A sign, an exponent of 8 bits and 16 digits, in 64 bits. */
function issuedValue(text) {
  const parts = scientific(text, 16);
  if (parts === undefined) return undefined;
  const { mantissa, exponent } = parts;
  if (mantissa === 0n) return NOT_XRP;
  if (exponent < EXPONENTS.min || exponent > EXPONENTS.max) return undefined;
  const size = mantissa < 0n ? -mantissa : mantissa;
  return NOT_XRP | (mantissa > 0n ? POSITIVE : 0n) | (BigInt(exponent + EXPONENT_BIAS) << 54n) | size;
}

/** Normalized to a mantissa of this many digits, unless zero. Undefined if there are more digits. */
function scientific(text, count) {
  const value = typeof text === 'string' ? parseDecimal(text) : undefined;
  if (value === undefined) return undefined;
  if (value.digits === 0n) return { mantissa: 0n, exponent: 0 };
  const digits = value.digits.toString().replace('-', '');
  const significant = digits.replace(/0+$/, '');
  if (significant.length > count) return undefined;
  const sign = value.digits < 0n ? -1n : 1n;
  return {
    mantissa: sign * BigInt(significant.padEnd(count, '0')),
    exponent: digits.length - count - value.places,
  };
}

/** Three characters, or 20 bytes in hex. */
export function currencyToBytes(currency) {
  if (currency === 'XRP') return new Uint8Array(20);
  if (typeof currency !== 'string') return undefined;
  if (/^[0-9a-f]{40}$/i.test(currency)) return hexToBytes(currency);
  if (!/^[A-Za-z0-9?!@#$%^&*<>(){}[\]|]{3}$/.test(currency)) return undefined;
  return concat(new Uint8Array(12), new TextEncoder().encode(currency), new Uint8Array(5));
}

/** XRP, a token or a multi-purpose token, without an amount. */
export function issueToBytes(issue) {
  if (issue?.mpt_issuance_id !== undefined) {
    const id = hexToBytes(issue.mpt_issuance_id, ISSUANCE_BYTES);
    return id && concat(id.subarray(4), NO_ACCOUNT, id.slice(0, 4).reverse());
  }
  const currency = currencyToBytes(issue?.currency);
  if (currency === undefined || issue.currency === 'XRP') return currency;
  const issuer = accountOfAddress(issue.issuer);
  return issuer && concat(currency, issuer);
}

/** A number of up to 19 digits: its mantissa in 64 bits, its exponent in 32. */
export function numberToBytes(text) {
  let parts = scientific(text, 19);
  if (parts === undefined) return undefined;
  if (parts.mantissa === 0n) parts = { mantissa: 0n, exponent: NUMBER_ZERO_EXPONENT };
  const size = parts.mantissa < 0n ? -parts.mantissa : parts.mantissa;
  if (size > MAX_INT64) {
    if (size % 10n !== 0n) return undefined;
    parts = { mantissa: parts.mantissa / 10n, exponent: parts.exponent + 1 };
  }
  return concat(uintToBytes(BigInt.asUintN(64, parts.mantissa), 8), uintToBytes(parts.exponent >>> 0, 4));
}
