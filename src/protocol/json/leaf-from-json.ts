/**
 * One parser for each wire type that holds no other fields: JSON to the in-memory form (rippled: STParsedJSON.cpp,
 * parseLeaf).
 */
import { isHex } from '../../util/hex.ts';
import { AmountError } from '../amounts/amount-errors.ts';
import { numOf, numToWire } from '../amounts/number.ts';
import { byTypeCode } from '../codec/by-type.ts';
import type { Field } from '../tables/fields.ts';
import type { FieldValue, Hash256, Hex, NumberValue } from '../values.ts';
import { amountFault, amountFromJson } from './amount-json.ts';
import { bridgeFromJson, currencyFromJson, issueFromJson } from './asset-from-json.ts';
import { CURRENCY_FORM } from './currency-text.ts';
import { decimalOfInteger, parseDecimal } from './decimal-from-text.ts';
import { parseAccount, parseHexBytes } from './hex-from-json.ts';
import { int32FromJson, uint8FromJson, uint16FromJson, uint32FromJson, uint64FromJson } from './integer-from-json.ts';
import { arrayExpected, arrayTooBig, badType, invalidData, MAX_JSON_ARRAY_LENGTH } from './json-field-error.ts';
import { pathSetFromJson } from './path-set-from-json.ts';

type LeafFromJson = (value: unknown, field: Field, path: string) => FieldValue;

/** Parsers by type code. Types that are missing cannot be given in JSON; the reference calls that a bad type. */
export const LEAF_FROM_JSON = byTypeCode<LeafFromJson>({
  UInt8: uint8FromJson,
  UInt16: uint16FromJson,
  UInt32: uint32FromJson,
  UInt64: uint64FromJson,
  Int32: int32FromJson,
  Hash128: (value, _field, path) => hashFromJson(value, 16, path),
  Hash160: (value, _field, path) => hashFromJson(value, 20, path),
  Hash192: (value, _field, path) => hashFromJson(value, 24, path),
  Hash256: (value, _field, path) => hashFromJson(value, 32, path),
  Amount: amountOfJson,
  Blob: blobFromJson,
  AccountID: accountFromJson,
  Vector256: vector256FromJson,
  PathSet: (value, _field, path) => pathSetFromJson(value, path),
  Number: numberOfJson,
  Issue: (value, _field, path) => valid(issueFromJson(value), path),
  XChainBridge: (value, _field, path) => valid(bridgeFromJson(value), path),
  Currency: currencyOfJson,
});

function valid<Value>(value: Value | undefined, path: string): Value {
  if (value === undefined) throw invalidData(path);
  return value;
}

function amountOfJson(value: unknown, _field: Field, path: string): FieldValue {
  try {
    return amountFromJson(value);
  } catch (error) {
    if (error instanceof AmountError) throw invalidData(path, amountFault(path, error));
    throw error;
  }
}

function numberOfJson(value: unknown, _field: Field, path: string): FieldValue {
  try {
    return valid(numberFromJson(value), path);
  } catch (error) {
    if (error instanceof AmountError) throw invalidData(path);
    throw error;
  }
}

function currencyOfJson(value: unknown, _field: Field, path: string): FieldValue {
  const currency = currencyFromJson(value);
  if (currency === undefined) throw invalidData(path, `Field '${path}': ${CURRENCY_FORM}.`);
  return currency;
}

/** The empty text stands for zero. */
function hashFromJson(value: unknown, byteLength: number, path: string): Hex {
  if (typeof value !== 'string') throw badType(path);
  return valid(parseHexBytes(value === '' ? '0' : value, byteLength), path);
}

/** An odd number of digits is read as if a zero stood before them (rippled: StringUtilities.h, strUnHex). */
function blobFromJson(value: unknown, _field: Field, path: string): Hex {
  if (typeof value !== 'string') throw badType(path);
  const hex = value.length % 2 === 0 ? value : `0${value}`;
  if (!isHex(hex)) throw invalidData(path);
  return hex.toUpperCase();
}

function accountFromJson(value: unknown, _field: Field, path: string): Hex {
  if (typeof value !== 'string') throw badType(path);
  return valid(parseAccount(value), path);
}

function vector256FromJson(value: unknown, _field: Field, path: string): readonly Hash256[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw arrayExpected(path);
  if (value.length > MAX_JSON_ARRAY_LENGTH) throw arrayTooBig(path);
  // The reference makes texts of numbers here, and the text of zero alone can stand for a hash.
  return value.map((hash) => {
    return valid(typeof hash === 'string' || hash === 0 ? parseHexBytes(String(hash), 32) : undefined, path);
  });
}

function numberFromJson(value: unknown): NumberValue | undefined {
  const parts =
    typeof value === 'string'
      ? parseDecimal(value)
      : typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 0xffff_ffff
        ? decimalOfInteger(value)
        : undefined;
  if (parts === undefined) return undefined;
  return numToWire(numOf(parts.negative ? -parts.mantissa : parts.mantissa, parts.exponent));
}
