/**
 * Integer fields from JSON: numbers, digits in text, and the names that some fields have. What a fault is called
 * differs by type, as in STParsedJSON.cpp (parseLeaf, parseUInt16, parseUInt32, parseUnsigned).
 *
 * Decimal numbers in JSON text, for amounts and Number fields alike (rippled: STNumber.cpp, partsFromString).
 *
 * Text that should be hex or an account, as JSON input may spell it (rippled: base_uint.h, parseHex; AccountID.cpp,
 * toIssuer).
 */
import { addressToAccountId } from '../../crypto/address.ts';
import { isHex } from '../../util/hex.ts';
import {
  type Field,
  ledgerEntryTypeCode,
  ledgerEntryTypeName,
  transactionTypeCode,
  transactionTypeName,
} from '../tables/fields.ts';
import { permissionValue } from '../tables/permissions.ts';
import { terCode, terName } from '../tables/ter.ts';
import type { AccountId, FieldValue, Hex } from '../values.ts';
import { badType, invalidData, outOfRange } from './json-field-error.ts';

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;
const MAX_UINT32 = 0xffff_ffff;
const MAX_INT32 = 0x7fff_ffff;
const MIN_INT32 = -0x8000_0000;
const UNSIGNED_DIGITS = /^\+?[0-9]+$/;
const SIGNED_DIGITS = /^\+?-?[0-9]+$/;
const DECIMAL_DIGITS = /^[0-9]+$/;
const HEX_DIGITS = /^[0-9a-fA-F]+$/;

export function uint8FromJson(value: unknown, field: Field, path: string): FieldValue {
  const code = uint8Code(value, field, path);
  return field.name === 'TransactionResult' ? (terName(code) ?? code) : code;
}

function uint8Code(value: unknown, field: Field, path: string): number {
  if (typeof value === 'string') {
    if (!startsWithoutDigit(value)) return lexicalInteger(value, UNSIGNED_DIGITS, 0, 255, path);
    if (field.name !== 'TransactionResult') throw badType(path);
    const code = terCode(value);
    if (code === undefined || code < 0 || code > 255) throw outOfRange(path);
    return code;
  }
  if (!isJsonInteger(value)) throw badType(path);
  if (value < 0 || value > 255) throw outOfRange(path);
  return value;
}

/** A number that names no type stays a number: it is for the caller to refuse. */
export function uint16FromJson(value: unknown, field: Field, path: string): FieldValue {
  if (field.name === 'TransactionType') {
    const code = uint16Code(value, transactionTypeCode, path);
    return transactionTypeName(code) ?? code;
  }
  if (field.name === 'LedgerEntryType') {
    const code = uint16Code(value, ledgerEntryTypeCode, path);
    return ledgerEntryTypeName(code) ?? code;
  }
  return uint16Code(value, () => undefined, path);
}

function uint16Code(value: unknown, codeByName: (name: string) => number | undefined, path: string): number {
  if (typeof value !== 'string' || !startsWithoutDigit(value)) return unsigned(value, 65_535, path);
  const code = codeByName(value);
  if (code === undefined) throw invalidData(path);
  return code;
}

export function uint32FromJson(value: unknown, field: Field, path: string): FieldValue {
  if (field.name !== 'PermissionValue' || typeof value !== 'string') return unsigned(value, MAX_UINT32, path);
  const permission = permissionValue(value);
  if (permission === undefined) throw invalidData(path);
  return permission;
}

/** Text is hex, or decimal for the fields that hold amounts. */
export function uint64FromJson(value: unknown, field: Field, path: string): FieldValue {
  if (typeof value === 'string') {
    if (!(field.baseTen ? DECIMAL_DIGITS : HEX_DIGITS).test(value)) throw invalidData(path);
    const digits = value.replace(/^0+(?=.)/, '');
    if (digits.length > 20) throw invalidData(path);
    const parsed = BigInt(field.baseTen ? digits : `0x${digits}`);
    if (parsed > MAX_UINT64) throw invalidData(path);
    return parsed;
  }
  return BigInt(unsigned(value, MAX_UINT32, path));
}

export function int32FromJson(value: unknown, _field: Field, path: string): FieldValue {
  if (typeof value === 'string') return lexicalInteger(value, SIGNED_DIGITS, MIN_INT32, MAX_INT32, path);
  if (!isJsonInteger(value)) throw badType(path);
  if (value > MAX_INT32) throw outOfRange(path);
  return value;
}

function unsigned(value: unknown, max: number, path: string): number {
  if (typeof value === 'string') return lexicalInteger(value, UNSIGNED_DIGITS, 0, max, path);
  if (!isJsonInteger(value)) throw badType(path);
  if (value < 0 || value > max) throw invalidData(path);
  return value;
}

function lexicalInteger(text: string, digits: RegExp, min: number, max: number, path: string): number {
  if (!digits.test(text)) throw invalidData(path);
  const value = Number(text.startsWith('+') ? text.slice(1) : text);
  if (value < min || value > max) throw invalidData(path);
  // Not the negative zero that `Number('-0')` gives.
  return value === 0 ? 0 : value;
}

/** Text that begins with a digit, or is empty, is meant as a number. */
function startsWithoutDigit(text: string): boolean {
  const first = text.charCodeAt(0);
  return text !== '' && (first < 48 || first > 57);
}

/** Numbers beyond 32 bits and fractions are of another type in the reference. */
function isJsonInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= MIN_INT32 && value <= MAX_UINT32;
}

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

/** Leading zeros do not count towards the limit; the length check keeps a hostile text from costing a long conversion. */
function parseUInt64(digits: string): bigint | undefined {
  const significant = digits.length > MAX_UINT64_DIGITS ? digits.replace(/^0+(?=.)/, '') : digits;
  if (significant.length > MAX_UINT64_DIGITS) return undefined;
  const value = BigInt(significant);
  return value > MAX_UINT64 ? undefined : value;
}

/** Exactly that many bytes of hex in either case; `0` alone stands for all zeros. Undefined for anything else. */
export function parseHexBytes(text: string, byteLength: number): Hex | undefined {
  if (text === '0') return '0'.repeat(byteLength * 2);
  return isHex(text, byteLength) ? text.toUpperCase() : undefined;
}

/** An account as address or as 40 hex digits; undefined for anything else. */
export function parseAccount(text: string): AccountId | undefined {
  return parseHexBytes(text, 20) ?? addressToAccountId(text);
}
