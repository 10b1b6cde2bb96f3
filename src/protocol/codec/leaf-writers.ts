/** One writer for each wire type that holds no other fields: the in-memory form (values.ts), checked, to bytes. */
import type { FieldType } from '../tables/field-table.ts';
import type { Field } from '../tables/fields.ts';
import { terCode } from '../tables/ter.ts';
import { ledgerEntryTypeCode, transactionTypeCode } from '../tables/type-codes.ts';
import type { Amount, FieldValue, Issue, NumberValue, PathSet, XChainBridge } from '../values.ts';
import { writeAmount } from './amount-bytes.ts';
import { writeAccount, writeIssue, writePathSet, writeXChainBridge } from './asset-bytes.ts';
import { byTypeCode } from './by-type.ts';
import type { ByteWriter } from './byte-writer.ts';

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
export const LEAF_WRITERS: readonly (LeafWriter | undefined)[] = byTypeCode(WRITERS);

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

/** The number behind a name. A number passes as it is: JSON may give one that has no name. */
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
