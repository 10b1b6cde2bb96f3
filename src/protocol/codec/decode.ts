/**
 * Bytes to in-memory objects, strictly: only the one canonical serialization of an object is accepted, so what was
 * decoded encodes to the same bytes. The reference also reads fields in any order and inner objects without their end
 * marker, and repairs them; we refuse such bytes. Where the reference refuses them too, it is for another reason, so
 * that reason comes first: bytes are read to their end before their order counts.
 *
 * One reader for each wire type that holds no other fields: bytes to the in-memory form (values.ts).
 */

import { AmountOverflowError } from '../amounts/amount-errors.ts';
import { numOf } from '../amounts/number.ts';
import type { FieldType } from '../tables/field-table.ts';
import { type Field, fieldByHeader } from '../tables/fields.ts';
import { terName } from '../tables/ter.ts';
import { ledgerEntryTypeName, transactionTypeName } from '../tables/type-codes.ts';
import type { FieldValue, Hash256, StArray, StObject } from '../values.ts';
import { readAmount } from './amount-bytes.ts';
import { byTypeCode } from './by-type.ts';
import { ByteReader } from './byte-cursors.ts';
import type { CodecError } from './codec-error.ts';
import { readAccount, readIssue, readPathSet, readXChainBridge } from './issue-bytes.ts';

const OBJECT_TYPE = 14;
const ARRAY_TYPE = 15;
const OBJECT_END = 0xe1;
const ARRAY_END = 0xf1;
/** The reference's texts for a misplaced end marker; the outermost object has no marker. */
type MisplacedEnds = Readonly<Record<number, string>>;
const MISPLACED_IN_OBJECT: MisplacedEnds = {
  [OBJECT_TYPE]: 'Transaction contains an object terminator',
  [ARRAY_TYPE]: 'Illegal end-of-array marker in object',
};
const MISPLACED_IN_ARRAY: MisplacedEnds = { [OBJECT_TYPE]: 'Illegal terminator in array' };
/** Fields of the outermost object are at depth 1; an element of an array counts as a level too (rippled: STVar.cpp). */
const MAX_DEPTH = 10;

/**
 * Reads one object that fills the whole input.
 * @throws CodecError naming field and byte for anything else; never another error.
 */
export function decodeObject(bytes: Uint8Array): StObject {
  const reader = new ByteReader(bytes);
  const object = readFields(reader, 1, false);
  if (reader.disorder !== undefined) throw reader.disorder;
  return object;
}

function readFields(reader: ByteReader, depth: number, isInner: boolean): StObject {
  const object: Record<string, FieldValue> = {};
  const container = reader.field;
  let lastOrder = 0;
  let repetition: CodecError | undefined;
  while (isInner || !reader.isAtEnd) {
    const start = reader.position;
    reader.field = container;
    if (isInner && reader.bytes[start] === OBJECT_END) {
      reader.position++;
      break;
    }
    // The outermost object has no such marker; the reference reports it after the errors within the object.
    if (repetition !== undefined && reader.bytes[start] === OBJECT_END) break;
    const field = readHeader(reader, MISPLACED_IN_OBJECT);
    reader.field = field.name;
    if (field.order > lastOrder) lastOrder = field.order;
    else if (object[field.name] === undefined) reader.disorder ??= reader.error('is out of order', start);
    else repetition ??= reader.error('occurs twice', start, 'Duplicate field detected');
    if (depth > MAX_DEPTH) throw tooDeep(reader, start, 'STVar');
    const readLeaf = LEAF_READERS[field.typeCode];
    if (readLeaf !== undefined) object[field.name] = readLeaf(reader, field);
    else if (field.typeCode === OBJECT_TYPE) object[field.name] = readFields(reader, depth + 1, true);
    else object[field.name] = readArray(reader, depth + 1);
  }
  if (repetition !== undefined) throw repetition;
  return object;
}

function readArray(reader: ByteReader, depth: number): StArray {
  const elements: Record<string, StObject>[] = [];
  const container = reader.field;
  for (;;) {
    const start = reader.position;
    reader.field = container;
    if (reader.bytes[start] === ARRAY_END) {
      reader.position++;
      return elements;
    }
    const field = readHeader(reader, MISPLACED_IN_ARRAY);
    reader.field = field.name;
    if (field.typeCode !== OBJECT_TYPE) {
      throw reader.error('stands in an array but is no object', start, 'Non-object in array');
    }
    if (depth > MAX_DEPTH) throw tooDeep(reader, start, 'STObject');
    elements.push({ [field.name]: readFields(reader, depth + 1, true) });
  }
}

/** The reference's text names the class: STVar for an array's elements, STObject for all other fields. */
function tooDeep(reader: ByteReader, start: number, noticedBy: 'STVar' | 'STObject'): CodecError {
  const referenceText = `Maximum nesting depth of ${noticedBy} exceeded`;
  return reader.error(`is nested deeper than ${MAX_DEPTH} levels`, start, referenceText);
}

/** The field that the next one to three bytes announce (rippled: Serializer.cpp, getFieldID). */
function readHeader(reader: ByteReader, misplaced: MisplacedEnds): Field {
  const start = reader.position;
  const first = reader.uint8();
  let typeCode = first >> 4;
  let nth = first & 15;
  if (typeCode === 0) {
    typeCode = reader.uint8();
    if (typeCode < 16) throw longHeader(reader, start, 'type', typeCode);
  }
  if (nth === 0) {
    nth = reader.uint8();
    if (nth < 16) throw longHeader(reader, start, 'number', nth);
  }
  const field = fieldByHeader(typeCode, nth);
  if (field !== undefined) return field;
  const isEndMarker = nth === 1 && (typeCode === OBJECT_TYPE || typeCode === ARRAY_TYPE);
  if (!isEndMarker) throw reader.error(`has an unknown field, type ${typeCode} number ${nth}`, start, 'Unknown field');
  throw reader.error('has an end marker that closes nothing', start, misplaced[typeCode]);
}

function longHeader(reader: ByteReader, start: number, part: 'type' | 'number', code: number): CodecError {
  const referenceText = `gFID: uncommon ${part === 'type' ? 'type' : 'name'} out of range ${code}`;
  return reader.error(`has a long header for ${part} ${code}`, start, referenceText);
}

type LeafReader = (reader: ByteReader, field: Field) => FieldValue;

const READERS: Partial<Record<FieldType, LeafReader>> = {
  UInt8: readUInt8,
  UInt16: readUInt16,
  UInt32: (reader) => reader.uint32(),
  UInt64: (reader) => reader.uint64(),
  Int32: (reader) => reader.int32(),
  Int64: (reader) => reader.int64(),
  UInt96: (reader) => reader.hex(12),
  Hash128: (reader) => reader.hex(16),
  Hash160: (reader) => reader.hex(20),
  Hash192: (reader) => reader.hex(24),
  Hash256: (reader) => reader.hex(32),
  Hash384: (reader) => reader.hex(48),
  Hash512: (reader) => reader.hex(64),
  Amount: readAmount,
  Blob: (reader) => reader.hex(reader.vlLength()),
  AccountID: readAccount,
  Vector256: readVector256,
  PathSet: readPathSet,
  Number: readNumber,
  Issue: readIssue,
  XChainBridge: readXChainBridge,
  Currency: (reader) => reader.hex(20),
};

/** Readers by type code; none for objects and arrays. */
export const LEAF_READERS: readonly (LeafReader | undefined)[] = byTypeCode(READERS);

function readUInt8(reader: ByteReader, field: Field): FieldValue {
  const start = reader.position;
  const value = reader.uint8();
  if (field.name !== 'TransactionResult') return value;
  const name = terName(value);
  if (name === undefined) throw reader.error(`is ${value}, which is no result code`, start);
  return name;
}

function readUInt16(reader: ByteReader, field: Field): FieldValue {
  const start = reader.position;
  const value = reader.uint16();
  if (field.name === 'TransactionType') {
    // An unknown type number stays a number, as from JSON; the caller refuses it.
    return transactionTypeName(value) ?? value;
  }
  if (field.name === 'LedgerEntryType') {
    const name = ledgerEntryTypeName(value);
    if (name === undefined) throw reader.error(`is ${value}, which is no ledger entry type`, start);
    return name;
  }
  return value;
}

function readVector256(reader: ByteReader): readonly Hash256[] {
  const start = reader.position;
  const length = reader.vlLength('invalid SerialIter getSlice');
  if (length % 32 !== 0) {
    const referenceText = `Bad serialization for STVector256: ${length}`;
    throw reader.error(`has ${length} bytes, no multiple of 32`, start, referenceText);
  }
  const hashes: Hash256[] = [];
  for (let index = 0; index < length; index += 32) hashes.push(reader.hex(32));
  return hashes;
}

/** The parts stay as they are on the wire, but must form a valid number (rippled: STNumber.cpp). */
function readNumber(reader: ByteReader): FieldValue {
  const start = reader.position;
  const value = { mantissa: reader.int64(), exponent: reader.int32() };
  try {
    numOf(value.mantissa, value.exponent);
  } catch (error) {
    if (!(error instanceof AmountOverflowError)) throw error;
    // The lowest 64-bit integer has one digit too many in its magnitude, which the reference notices earlier.
    const place = value.mantissa === -(2n ** 63n) ? '1.5' : '2';
    throw reader.error('is a number beyond every limit', start, `Number::normalize ${place}`);
  }
  return value;
}
