/**
 * JSON objects to the in-memory form, for `tx_json` and other objects in requests. It accepts what the reference
 * accepts and refuses the rest with the same messages, because clients see them. There is one parser for each wire type
 * that holds no other fields (rippled: STParsedJSON.cpp, parseLeaf).
 */

import { isHex } from '../../util/hex.ts';
import { AmountError } from '../amounts/amount-errors.ts';
import { numOf, numToWire } from '../amounts/number.ts';
import { byTypeCode } from '../codec/by-type.ts';
import { FIELD_TYPE_CODES } from '../tables/field-table.ts';
import { type Field, fieldByName } from '../tables/fields.ts';
import { innerFormat } from '../tables/formats.ts';
import { checkTemplate } from '../transaction/template-check.ts';
import type { FieldValue, Hash256, Hex, NumberValue, StArray, StObject } from '../values.ts';
import { amountFault, amountFromJson } from './amount-json.ts';
import { bridgeFromJson, currencyFromJson, isRecord, issueFromJson, type JsonRecord } from './asset-from-json.ts';
import { CURRENCY_FORM } from './currency-text.ts';
import { decimalOfInteger, parseDecimal } from './decimal-text.ts';
import { formOf, suggestedField } from './field-forms.ts';
import { parseAccount, parseHexBytes } from './hex-text.ts';
import { int32FromJson, uint8FromJson, uint16FromJson, uint32FromJson, uint64FromJson } from './integer-from-json.ts';
import {
  arrayExpected,
  arrayTooBig,
  badType,
  invalidData,
  JsonFieldError,
  MAX_JSON_ARRAY_LENGTH,
  notAnObject,
} from './json-field-error.ts';
import { pathSetFromJson } from './path-set-from-json.ts';

const OBJECT_TYPE = FIELD_TYPE_CODES.STObject;
const ARRAY_TYPE = FIELD_TYPE_CODES.STArray;
/** Types that cannot occur inside an object; their contents are read and dropped. */
const OUTER_OBJECT_TYPES: ReadonlySet<number> = new Set([
  FIELD_TYPE_CODES.Transaction,
  FIELD_TYPE_CODES.LedgerEntry,
  FIELD_TYPE_CODES.Validation,
]);
const MAX_DEPTH = 64;

/** The place of a container. */
interface Place {
  /** As errors call it: `tx_json.Memos.[0].Memo`. */
  readonly path: string;
  readonly depth: number;
}

/**
 * Reads a JSON object; `name` is what errors call it (`tx_json`). Fields that exist in JSON only, like `hash`, are
 * checked and left out, except in inner objects without a format, such as a memo's. Null is read as an empty object.
 * The fields are sorted by name, as in the reference: the order decides which of several errors is reported.
 * @throws JsonFieldError with the reference's message.
 */
export function objectFromJson(json: unknown, name: string): StObject {
  return readObject(json, undefined, { path: name, depth: 0 });
}

function readObject(json: unknown, holder: Field | undefined, place: Place): StObject {
  if (json !== null && !isRecord(json)) throw notAnObject(place.path);
  if (place.depth > MAX_DEPTH) throw tooDeep(place.path);
  const format = holder === undefined ? undefined : innerFormat(holder.name);
  const keepsAll = holder !== undefined && format === undefined;
  const object: Record<string, FieldValue> = {};
  if (json !== null) {
    for (const name of Object.keys(json).sort()) readMember(object, name, json[name], keepsAll, place);
  }
  if (format !== undefined && checkTemplate(object, format) !== undefined)
    throw templateMismatch(holder as Field, place);
  return object;
}

function readMember(
  object: Record<string, FieldValue>,
  name: string,
  json: unknown,
  keepsAll: boolean,
  place: Place,
): void {
  const path = name === '' ? place.path : `${place.path}.${name}`;
  const field = fieldByName(name);
  if (field === undefined) throw unknownField(path, name);
  const value = readField(json, field, { path, depth: place.depth + 1 });
  if (field.isSerialized || (keepsAll && typeof value === 'string')) object[name] = value;
}

function readField(json: unknown, field: Field, place: Place): FieldValue {
  const parseLeaf = LEAF_FROM_JSON[field.typeCode];
  if (parseLeaf !== undefined) return readLeaf(parseLeaf, json, field, place.path);
  if (field.typeCode === ARRAY_TYPE) return readArray(json, place);
  if (field.typeCode !== OBJECT_TYPE && !OUTER_OBJECT_TYPES.has(field.typeCode)) throw badType(place.path);
  if (json === null) throw notAnObject(place.path);
  return readObject(json, field, place);
}

/** An error gets a hint on the field's form, unless its parser gave one. */
function readLeaf(parse: LeafFromJson, json: unknown, field: Field, path: string): FieldValue {
  try {
    return parse(json, field, path);
  } catch (error) {
    if (!(error instanceof JsonFieldError) || error.what !== undefined) throw error;
    const form = formOf(field, json);
    throw form === undefined ? error : new JsonFieldError(error.field, error.message, `Field '${path}' ${form}.`);
  }
}

function readArray(json: unknown, place: Place): StArray {
  if (json === null) return [];
  if (!Array.isArray(json)) throw new JsonFieldError(place.path, `Field '${place.path}' is not a JSON array.`);
  if (place.depth > MAX_DEPTH) throw tooDeep(place.path);
  if (json.length > MAX_JSON_ARRAY_LENGTH) throw arrayTooBig(place.path);
  return json.map((element, index) => readElement(element, index, place));
}

function readElement(json: unknown, index: number, place: Place): Record<string, StObject> {
  const [name, ...others] = isRecord(json) ? Object.keys(json) : [];
  if (name === undefined || others.length > 0) {
    const message = `Field '${place.path}[${index}]' must be an object with a single key/object value.`;
    throw new JsonFieldError(`${place.path}[${index}]`, message);
  }
  const holder = fieldByName(name);
  if (holder === undefined) {
    throw unknownField(`${place.path}.${name}`, name);
  }
  const path = `${place.path}.[${index}].${name}`;
  const object = atElement(path, () =>
    readObject((json as JsonRecord)[name], holder, { path, depth: place.depth + 1 }),
  );
  if (holder.typeCode === OBJECT_TYPE) return { [name]: object };
  const item = `Item '${path}Field type: ${holder.typeCode} ' at index ${index}`;
  throw new JsonFieldError(path, `${item} is not an object.  Arrays may only contain objects.`);
}

/** A fault inside an array element is reported with the element's place before it. */
function atElement<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonFieldError)) throw error;
    throw new JsonFieldError(error.field, `Error at '${path}'. ${error.message}`, error.what);
  }
}

function unknownField(path: string, name: string): JsonFieldError {
  return new JsonFieldError(path, `Field '${path}' is unknown.`, suggestedField(name));
}

function tooDeep(path: string): JsonFieldError {
  return new JsonFieldError(path, `Field '${path}' exceeds nesting depth limit.`);
}

function templateMismatch(holder: Field, place: Place): JsonFieldError {
  const message = `Object '${holder.name}' contents did not meet requirements for that type.`;
  return new JsonFieldError(place.path, message);
}

type LeafFromJson = (value: unknown, field: Field, path: string) => FieldValue;

/** Parsers by type code. Types that are missing cannot be given in JSON; the reference calls that a bad type. */
const LEAF_FROM_JSON = byTypeCode<LeafFromJson>({
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

/** An odd number of digits is read with a leading zero (rippled: StringUtilities.h, strUnHex). */
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
  // The reference converts numbers to texts here, and only the text of zero is a valid hash.
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
