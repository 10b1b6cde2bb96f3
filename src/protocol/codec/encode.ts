/**
 * In-memory objects to bytes, always in canonical order: ascending type, then number (rippled: STObject.cpp, `add`).
 *
 * One writer for each wire type that holds no other fields: the in-memory form (values.ts), checked, to bytes.
 */

import type { FieldType } from '../tables/field-table.ts';
import { type Field, fieldByName } from '../tables/fields.ts';
import { terCode } from '../tables/ter.ts';
import { ledgerEntryTypeCode, transactionTypeCode } from '../tables/type-codes.ts';
import type { Amount, FieldValue, Issue, NumberValue, PathSet, StArray, StObject, XChainBridge } from '../values.ts';
import { writeAmount } from './amount-bytes.ts';
import { byTypeCode } from './by-type.ts';
import { ByteWriter } from './byte-cursors.ts';
import { CodecError } from './codec-error.ts';
import { writeAccount, writeIssue, writePathSet, writeXChainBridge } from './issue-bytes.ts';

export interface EncodeOptions {
  /** Omits the object's own signatures and signers, for the data to be signed; inner objects stay whole. */
  readonly signingOnly?: boolean;
}

const OBJECT_TYPE = 14;
const OBJECT_END = 0xe1;
const ARRAY_END = 0xf1;
/** The deepest that the decoder reads back (decode.ts). */
const MAX_DEPTH = 10;

/** Encoding is synchronous, so one buffer serves every call. */
const writer = new ByteWriter();

/**
 * Serializes the object. Fields whose value is undefined, and those that exist in JSON only (`hash`, `index`), are left out.
 * @throws CodecError for a name that is no field, and for a value that does not fit its field.
 */
export function encodeObject(object: StObject, options: EncodeOptions = {}): Buffer {
  writer.reset();
  writeFields(object, options.signingOnly === true, 0);
  return writer.toBuffer();
}

/**
 * Writes an object field by field, for a caller that has the fields in canonical order: no object is built and sorted.
 */
export interface FieldWriter {
  /** A whole field; each object's in canonical order. */
  field(field: Field, value: FieldValue): void;
  /** Begins the object or array of a field, or an element of an array. */
  open(field: Field): void;
  closeObject(): void;
  closeArray(): void;
}

/** Serializes what `write` writes. `write` must not encode anything else. */
export function encodePieces(write: (out: FieldWriter) => void): Buffer {
  writer.reset();
  write(PIECES);
  return writer.toBuffer();
}

/** The object that `write` writes, including values that bytes cannot express, such as an issuer of zeros. */
export function objectOfPieces(write: (out: FieldWriter) => void): StObject {
  const object: Record<string, FieldValue> = {};
  const holders: (Record<string, FieldValue> | Record<string, StObject>[])[] = [object];
  const put = ({ name }: Field, value: FieldValue) => {
    const holder = holders.at(-1)!;
    if (Array.isArray(holder)) holder.push({ [name]: value as StObject });
    else holder[name] = value;
  };
  const close = () => void holders.pop();
  write({
    field: put,
    open(field) {
      const inner = field.typeCode === OBJECT_TYPE ? {} : [];
      put(field, inner);
      holders.push(inner);
    },
    closeObject: close,
    closeArray: close,
  });
  return object;
}

/** The depth of field values: at most this. */
const VALUE_DEPTH = 4;

const PIECES: FieldWriter = {
  field: (field, value) => writeField(field, value, VALUE_DEPTH),
  open: ({ header }) => writer.bytes(header),
  closeObject: () => writer.uint8(OBJECT_END),
  closeArray: () => writer.uint8(ARRAY_END),
};

function writeFields(object: StObject, signingOnly: boolean, depth: number): void {
  if (typeof object !== 'object' || object === null) throw writer.error('is not an object');
  for (const field of sortedFields(object, signingOnly)) writeField(field, object[field.name] as FieldValue, depth);
}

function writeField(field: Field, value: FieldValue, depth: number): void {
  writer.field = field.name;
  if (depth >= MAX_DEPTH) throw writer.error(`is nested deeper than ${MAX_DEPTH} levels`);
  writer.bytes(field.header);
  const writeLeaf = LEAF_WRITERS[field.typeCode];
  if (writeLeaf !== undefined) writeLeaf(writer, value, field);
  else if (field.typeCode === OBJECT_TYPE) writeNested(value as StObject, depth + 1);
  else writeArray(value as StArray, field, depth + 1);
}

function writeNested(object: StObject, depth: number): void {
  writeFields(object, false, depth);
  writer.uint8(OBJECT_END);
}

function writeArray(elements: StArray, field: Field, depth: number): void {
  if (!Array.isArray(elements)) throw writer.error('is not an array');
  for (const element of elements as StArray) {
    writer.field = field.name;
    const [name, ...others] = Object.keys(element ?? {});
    const wrapper = name === undefined || others.length > 0 ? undefined : fieldByName(name);
    if (wrapper === undefined || wrapper.typeCode !== OBJECT_TYPE)
      throw writer.error('has an element that is no object');
    writer.field = wrapper.name;
    if (depth >= MAX_DEPTH) throw writer.error(`is nested deeper than ${MAX_DEPTH} levels`);
    writer.bytes(wrapper.header);
    writeNested(element[wrapper.name] as StObject, depth + 1);
  }
  writer.uint8(ARRAY_END);
}

/** The object as its bytes have it: only serialized fields, in canonical order. */
export function inFieldOrder(object: StObject): StObject {
  const ordered: Record<string, FieldValue> = {};
  for (const { name } of sortedFields(object, false)) ordered[name] = object[name] as FieldValue;
  return ordered;
}

/** The fields to write, in order. Objects are mostly ordered already, so insertion from the end is cheapest. */
function sortedFields(object: StObject, signingOnly: boolean): Field[] {
  const fields: Field[] = [];
  for (const name in object) {
    if (object[name] === undefined) continue;
    const field = fieldByName(name);
    if (field === undefined) throw new CodecError(name, writer.position, 'is no field');
    if (!field.isSerialized || (signingOnly && !field.isSigning)) continue;
    let index = fields.length;
    while (index > 0 && (fields[index - 1] as Field).order > field.order) {
      fields[index] = fields[index - 1] as Field;
      index--;
    }
    fields[index] = field;
  }
  return fields;
}

type LeafWriter = (writer: ByteWriter, value: FieldValue, field: Field) => void;

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;
const MIN_INT64 = -0x8000_0000_0000_0000n;
const MAX_INT64 = 0x7fff_ffff_ffff_ffffn;

const WRITERS: Partial<Record<FieldType, LeafWriter>> = {
  UInt8: (writer, value, field) =>
    writer.uint8(integer(writer, field.name === 'TransactionResult' ? codeOf(value, terCode) : value, 0, 255)),
  UInt16: writeUInt16,
  UInt32: (writer, value) => writer.uint32(integer(writer, value, 0, 0xffff_ffff)),
  UInt64: (writer, value) => writer.uint64(bigInteger(writer, value, 0n, MAX_UINT64)),
  Int32: (writer, value) => writer.uint32(integer(writer, value, -0x8000_0000, 0x7fff_ffff)),
  Int64: (writer, value) => writer.int64(bigInteger(writer, value, MIN_INT64, MAX_INT64)),
  UInt96: (writer, value) => writer.hex(text(writer, value), 12),
  Hash128: (writer, value) => writer.hex(text(writer, value), 16),
  Hash160: (writer, value) => writer.hex(text(writer, value), 20),
  Hash192: (writer, value) => writer.hex(text(writer, value), 24),
  Hash256: (writer, value) => writer.hex(text(writer, value), 32),
  Hash384: (writer, value) => writer.hex(text(writer, value), 48),
  Hash512: (writer, value) => writer.hex(text(writer, value), 64),
  Amount: (writer, value) => writeAmount(writer, value as Amount),
  Blob: writeBlob,
  AccountID: (writer, value) => writeAccount(writer, text(writer, value)),
  Vector256: writeVector256,
  PathSet: (writer, value) => writePathSet(writer, value as PathSet),
  Number: writeNumber,
  Issue: (writer, value) => writeIssue(writer, value as Issue),
  XChainBridge: (writer, value) => writeXChainBridge(writer, value as XChainBridge),
  Currency: (writer, value) => writer.hex(text(writer, value), 20),
};

/** Writers by type code; none for objects and arrays. */
const LEAF_WRITERS: readonly (LeafWriter | undefined)[] = byTypeCode(WRITERS);

function integer(writer: ByteWriter, value: unknown, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw writer.error('is not an integer');
  if (value < min || value > max) throw writer.error('is out of range');
  return value;
}

function bigInteger(writer: ByteWriter, value: unknown, min: bigint, max: bigint): bigint {
  if (typeof value !== 'bigint') throw writer.error('is not a bigint');
  if (value < min || value > max) throw writer.error('is out of range');
  return value;
}

function text(writer: ByteWriter, value: unknown): string {
  if (typeof value !== 'string') throw writer.error('is not hex');
  return value;
}

/** The number of a name. Numbers pass unchanged, since JSON may give one without a name. */
function codeOf(value: FieldValue, codeByName: (name: string) => number | undefined): unknown {
  return typeof value === 'string' ? codeByName(value) : value;
}

function writeUInt16(writer: ByteWriter, value: FieldValue, field: Field): void {
  let code: unknown = value;
  if (field.name === 'TransactionType') code = codeOf(value, transactionTypeCode);
  else if (field.name === 'LedgerEntryType') code = codeOf(value, ledgerEntryTypeCode);
  writer.uint16(integer(writer, code, 0, 65_535));
}

function writeBlob(writer: ByteWriter, value: FieldValue): void {
  const hex = text(writer, value);
  if (hex.length % 2 !== 0) throw writer.error('is not hex');
  writer.vlLength(hex.length / 2);
  writer.hex(hex, hex.length / 2);
}

function writeVector256(writer: ByteWriter, value: FieldValue): void {
  if (!Array.isArray(value)) throw writer.error('is not a list of hashes');
  writer.vlLength(value.length * 32);
  for (const hash of value) writer.hex(text(writer, hash), 32);
}

function writeNumber(writer: ByteWriter, value: FieldValue): void {
  const number = value as NumberValue;
  if (typeof number !== 'object' || number === null) throw writer.error('is not a number');
  writer.int64(bigInteger(writer, number.mantissa, MIN_INT64, MAX_INT64));
  writer.uint32(integer(writer, number.exponent, -0x8000_0000, 0x7fff_ffff));
}
