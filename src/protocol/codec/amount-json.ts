/**
 * Amounts as JSON input may spell them (STAmount.cpp, amountFromJson): drops as text or number; `value/currency/issuer`
 * in one text or as an array; an object with `value` and an asset.
 */
import { AmountError } from '../amount-errors.ts';
import { issuedFromDecimal } from '../issued-amount.ts';
import { numToInteger } from '../number.ts';
import type { Amount } from '../values.ts';
import { XRP_CURRENCY } from '../values.ts';
import { parseCurrency, XRP_CODE } from './currency-text.ts';
import { type DecimalParts, decimalOfInteger, parseDecimal } from './decimal-from-text.ts';
import { parseAccount, parseHexBytes } from './hex-from-json.ts';

/** 100 billion XRP. */
const MAX_DROPS = 100_000_000_000_000_000n;
const MAX_MPT_VALUE = 0x7fff_ffff_ffff_ffffn;
const MAX_DROPS_EXPONENT = 17;
const MAX_MPT_EXPONENT = 18;
const SEPARATORS = /[\t\n\r ,/]/;
const MAX_PARTS = 3;
const MAX_INT32 = 0x7fff_ffff;

/**
 * The amount that the JSON spells; an issued one is rounded to 16 digits, and to zero when it is too small.
 * @throws AmountError (amount-errors.ts) for anything that is no amount or too large.
 */
export function amountFromJson(json: unknown): Amount {
  if (typeof json === 'string') return amountFromText(json);
  if (Array.isArray(json)) return listedAmount(json.length === 0 ? 0 : json[0], json[1], json[2]);
  if (typeof json === 'object' && json !== null) return amountFromObject(json as Readonly<Record<string, unknown>>);
  if (isJsonInteger(json)) return drops(decimalOfInteger(json));
  throw new AmountError('is no amount');
}

/** Drops, or up to three parts: value, currency, issuer. */
function amountFromText(text: string): Amount {
  const plain = parseDecimal(text);
  if (plain !== undefined) return drops(plain);
  // One more than there may be, however many there are.
  const parts = text.split(SEPARATORS, MAX_PARTS + 1);
  if (parts.length > MAX_PARTS) throw new AmountError('has more than three parts');
  return listedAmount(parts[0], parts[1], parts[2]);
}

function listedAmount(value: unknown, currency: unknown, issuer: unknown): Amount {
  if (isNativeCode(currency)) return drops(decimalOf(value));
  return issued(value, currency as string, issuer);
}

/**
 * The reference takes no number above 2^31 - 1 and no fraction as `value` here; the specification allows any JSON
 * number, which we read by its shortest decimal text.
 */
function amountFromObject(json: Readonly<Record<string, unknown>>): Amount {
  const value = typeof json.value === 'number' ? String(json.value) : json.value;
  if ('mpt_issuance_id' in json) {
    if ('currency' in json || 'issuer' in json) throw new AmountError('has two assets');
    return mpt(value, json.mpt_issuance_id);
  }
  if (isNativeCode(json.currency)) throw new AmountError('has the native currency in an object');
  return issued(value, json.currency as string, json.issuer);
}

/** What is no text, or none that names an asset, means the native currency. */
function isNativeCode(currency: unknown): boolean {
  return typeof currency !== 'string' || currency === '' || currency === XRP_CODE;
}

function issued(value: unknown, currencyText: string, issuerText: unknown): Amount {
  const currency = parseCurrency(currencyText);
  if (currency === undefined) throw new AmountError('has an invalid currency');
  const issuer = typeof issuerText === 'string' ? parseAccount(issuerText) : undefined;
  if (issuer === undefined || currency === XRP_CURRENCY) throw new AmountError('has an invalid issuer');
  const parts = decimalOf(value);
  const { mantissa, exponent } = issuedFromDecimal(parts.negative, parts.mantissa, parts.exponent);
  return { mantissa, exponent, currency, issuer };
}

function mpt(value: unknown, id: unknown): Amount {
  if (isNativeCode(id)) throw new AmountError('has no issuance');
  const mptIssuanceId = parseHexBytes(id as string, 24);
  if (mptIssuanceId === undefined) throw new AmountError('has an invalid issuance');
  return { value: integral(decimalOf(value), MAX_MPT_EXPONENT, MAX_MPT_VALUE), mptIssuanceId };
}

function drops(parts: DecimalParts): bigint {
  return integral(parts, MAX_DROPS_EXPONENT, MAX_DROPS);
}

/** A fraction is refused even when it is whole (`1.0`), as in the reference. */
function integral(parts: DecimalParts, maxExponent: number, max: bigint): bigint {
  const { mantissa, exponent, negative } = parts;
  if (exponent < 0) throw new AmountError('is not a whole number');
  if (mantissa === 0n) return 0n;
  if (exponent > maxExponent) throw new AmountError('is too large');
  const magnitude = exponent === 0 && mantissa <= max ? mantissa : numToInteger({ mantissa, exponent });
  if (magnitude > max) throw new AmountError('is too large');
  return negative ? -magnitude : magnitude;
}

/** A number above 2^31 - 1 within a list is none to the reference, which looks for it in the list's place. */
function decimalOf(value: unknown): DecimalParts {
  const isNumber = isJsonInteger(value) && value <= MAX_INT32;
  const parts = typeof value === 'string' ? parseDecimal(value) : isNumber && decimalOfInteger(value);
  if (!parts) throw new AmountError('has a value that is no number');
  return parts;
}

/** Integers of more than 32 bits, and fractions, are no numbers to the reference's JSON values. */
function isJsonInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= -0x8000_0000 && value <= 0xffff_ffff;
}
