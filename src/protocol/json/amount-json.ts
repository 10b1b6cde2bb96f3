/**
 * Amounts as JSON input may spell them (rippled: STAmount.cpp, amountFromJson): drops as text or number;
 * `value/currency/issuer` in one text or as an array; an object with `value` and an asset.
 */

import { AmountError, AmountOverflowError } from '../amounts/amount-errors.ts';
import { MAX_DROPS, MAX_MPT_VALUE } from '../amounts/amount-math.ts';
import { type IssuedQuantity, issuedFromDecimal } from '../amounts/issued-amount.ts';
import { numToInteger } from '../amounts/number.ts';
import { type Amount, XRP_CURRENCY } from '../values.ts';
import { CURRENCY_FORM, parseCurrency, XRP_CODE } from './currency-text.ts';
import { type DecimalParts, decimalOfInteger, parseDecimal } from './decimal-text.ts';
import { parseAccount, parseHexBytes } from './hex-text.ts';

const MAX_DROPS_EXPONENT = 17;
const MAX_MPT_EXPONENT = 18;
const SEPARATORS = /[\t\n\r ,/]/;
const MAX_PARTS = 3;
const MAX_INT32 = 0x7fff_ffff;
const DROPS_FORM = 'drops are a whole number, as a text, or up to 4294967295 as a number';
const VALUE_FORM = 'a value is a decimal number whose digits make no more than 18446744073709551615';
const TOKEN_FORM = 'an amount of a token has currency, issuer and value';
const TOKEN_MEMBERS = ['currency', 'issuer', 'value'] as const;
const MPT_FORM = 'an amount of a multi-purpose token has mpt_issuance_id and value';
const MPT_MEMBERS = ['value'] as const;
const LARGEST_VALUE = '9999999999999999e80, the largest amount of a token';

/**
 * The amount that the JSON spells; an issued one is rounded to 16 digits, and to zero when it is too small.
 * @throws AmountError (amount-errors.ts) if it is no amount, or too large.
 */
export function amountFromJson(json: unknown): Amount {
  if (typeof json === 'string') return amountFromText(json);
  if (Array.isArray(json)) return listedAmount(json.length === 0 ? 0 : json[0], json[1], json[2]);
  if (typeof json === 'object' && json !== null) return amountFromObject(json as Readonly<Record<string, unknown>>);
  if (isJsonInteger(json)) return drops(decimalOfInteger(json));
  throw new AmountError(`is no amount: ${DROPS_FORM}`);
}

/** A sentence about what a field should hold: `Field 'tx_json.Amount' has a currency that is none: …`. */
export function amountFault(path: string, { message }: AmountError): string {
  return `Field '${path}' ${message}.`;
}

/** Drops, or up to three parts: value, currency, issuer. */
function amountFromText(text: string): Amount {
  const plain = parseDecimal(text);
  if (plain !== undefined) return drops(plain);
  // One more than allowed, so that too many parts are seen.
  const parts = text.split(SEPARATORS, MAX_PARTS + 1);
  if (parts.length > MAX_PARTS) throw new AmountError(`is no amount: ${DROPS_FORM}`);
  return listedAmount(parts[0], parts[1], parts[2]);
}

function listedAmount(value: unknown, currency: unknown, issuer: unknown): Amount {
  if (isNativeCode(currency)) return drops(decimalOf(value));
  return issued(value, currency as string, issuer);
}

/**
 * The reference takes no number above 2^31 - 1 and no fraction as `value` here; the specification allows any JSON
 * number. A number that JavaScript would round arrives as text (number-texts.ts); others are read by their shortest
 * decimal text.
 */
function amountFromObject(json: Readonly<Record<string, unknown>>): Amount {
  const value = typeof json.value === 'number' ? textOf(json.value) : json.value;
  const isMpt = 'mpt_issuance_id' in json;
  const missing = (isMpt ? MPT_MEMBERS : TOKEN_MEMBERS).find((name) => !(name in json));
  if (missing !== undefined) throw new AmountError(`has no ${missing}: ${isMpt ? MPT_FORM : TOKEN_FORM}`);
  if ('mpt_issuance_id' in json) {
    if ('currency' in json || 'issuer' in json)
      throw new AmountError('names two assets: mpt_issuance_id stands without currency and issuer');
    return mpt(value, json.mpt_issuance_id);
  }
  if (json.currency === XRP_CODE) throw new AmountError(`is in XRP, but has members: ${DROPS_FORM}`);
  if (isNativeCode(json.currency)) throw new AmountError(`has a currency that is none: ${CURRENCY_FORM}`);
  return issued(value, json.currency as string, json.issuer);
}

function textOf(value: number): string {
  if (!Number.isFinite(value)) throw new AmountOverflowError(`has a value beyond ${LARGEST_VALUE}`);
  // Longer digits would wrap round, as they do in a text (issuedFromDecimal).
  return Math.abs(value) < 2 ** 63 ? String(value) : value.toExponential();
}

/** Anything but a text that names an asset means the native currency. */
function isNativeCode(currency: unknown): boolean {
  return typeof currency !== 'string' || currency === '' || currency === XRP_CODE;
}

function issued(value: unknown, currencyText: string, issuerText: unknown): Amount {
  const currency = parseCurrency(currencyText);
  if (currency === undefined) throw new AmountError(`has a currency that is none: ${CURRENCY_FORM}`);
  const issuer = typeof issuerText === 'string' ? parseAccount(issuerText) : undefined;
  if (issuer === undefined || currency === XRP_CURRENCY) throw new AmountError('has an issuer that is no address');
  const parts = decimalOf(value);
  const { mantissa, exponent } = roundedToIssued(parts);
  return { mantissa, exponent, currency, issuer };
}

function roundedToIssued({ negative, mantissa, exponent }: DecimalParts): IssuedQuantity {
  try {
    return issuedFromDecimal(negative, mantissa, exponent);
  } catch (error) {
    if (!(error instanceof AmountOverflowError)) throw error;
    throw new AmountOverflowError(`has a value beyond ${LARGEST_VALUE}`);
  }
}

function mpt(value: unknown, id: unknown): Amount {
  if (isNativeCode(id)) throw new AmountError('has an mpt_issuance_id that is none: 48 hex digits');
  const mptIssuanceId = parseHexBytes(id as string, 24);
  if (mptIssuanceId === undefined) throw new AmountError('has an mpt_issuance_id that is none: 48 hex digits');
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
  if (exponent > maxExponent || mantissa > max) throw new AmountError(`is more than ${max}`);
  const magnitude = exponent === 0 ? mantissa : numToInteger({ mantissa, exponent });
  if (magnitude > max) throw new AmountError(`is more than ${max}`);
  return negative ? -magnitude : magnitude;
}

/** In a list the reference takes no number above 2^31 - 1. */
function decimalOf(value: unknown): DecimalParts {
  const isNumber = isJsonInteger(value) && value <= MAX_INT32;
  const parts = typeof value === 'string' ? parseDecimal(value) : isNumber && decimalOfInteger(value);
  if (!parts) throw new AmountError(`has a value that cannot be read: ${VALUE_FORM}`);
  return parts;
}

/** The reference's JSON integers have at most 32 bits. */
function isJsonInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= -0x8000_0000 && value <= 0xffff_ffff;
}
