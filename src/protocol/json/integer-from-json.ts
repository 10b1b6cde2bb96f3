/**
 * Integer fields from JSON: numbers, digits in text, and the names that some fields have. Error messages differ by
 * type, as in STParsedJSON.cpp (parseLeaf, parseUInt16, parseUInt32, parseUnsigned).
 */

import type { Field } from '../tables/fields.ts';
import { permissionValue } from '../tables/permissions.ts';
import { terCode, terName } from '../tables/ter.ts';
import {
  ledgerEntryTypeCode,
  ledgerEntryTypeName,
  transactionTypeCode,
  transactionTypeName,
} from '../tables/type-codes.ts';
import type { FieldValue } from '../values.ts';
import { badType, invalidData, outOfRange } from './json-field-error.ts';

export const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;
const MAX_UINT32 = 0xffff_ffff;
export const MAX_INT32 = 0x7fff_ffff;
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

/** An unknown type number stays a number; the caller refuses it. */
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

/** Text that begins with a digit, or is empty, is read as a number. */
function startsWithoutDigit(text: string): boolean {
  const first = text.charCodeAt(0);
  return text !== '' && (first < 48 || first > 57);
}

/** Numbers beyond 32 bits and fractions are of another type in the reference. */
function isJsonInteger(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= MIN_INT32 && value <= MAX_UINT32;
}
