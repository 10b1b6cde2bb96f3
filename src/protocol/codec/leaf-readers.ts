/** One reader for each wire type that holds no other fields: bytes to the in-memory form (values.ts). */
import { AmountOverflowError } from '../amounts/amount-errors.ts';
import { numOf } from '../amounts/number.ts';
import type { FieldType } from '../tables/field-table.ts';
import type { Field } from '../tables/fields.ts';
import { terName } from '../tables/ter.ts';
import { ledgerEntryTypeName, transactionTypeName } from '../tables/type-codes.ts';
import type { FieldValue, Hash256 } from '../values.ts';
import { readAmount } from './amount-bytes.ts';
import { readAccount, readIssue, readPathSet, readXChainBridge } from './asset-bytes.ts';
import { byTypeCode } from './by-type.ts';
import type { ByteReader } from './byte-reader.ts';

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
    // A number that names no type stays a number, as from JSON: it is for the caller to refuse.
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

/** The parts stay as they are on the wire, but must be those of a number that there is (rippled: STNumber.cpp). */
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
