/**
 * JSON text of single values straight from their bytes: the kinds that transactions and metadata are full of. Each
 * writes what `to-json.ts` would give; all other kinds take that way.
 */
import { accountIdToAddress } from '../../crypto/address.ts';
import type { JsonBuffer } from '../../util/json-buffer.ts';
import { byTypeCode } from '../codec/by-type.ts';
import type { ByteReader } from '../codec/byte-reader.ts';
import { LEAF_READERS } from '../codec/leaf-readers.ts';
import type { FieldType } from '../tables/field-table.ts';
import type { Field } from '../tables/fields.ts';
import type { FieldValue } from '../values.ts';
import { currencyText } from './currency-text.ts';
import { writeIssuedValue } from './issued-text.ts';
import { SlottedTexts } from './slotted-texts.ts';
import { fieldToJson } from './to-json.ts';

type LeafText = (out: JsonBuffer, reader: ByteReader, field: Field) => void;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const NOT_XRP_BIT = 0x80;
const MPT_BIT = 0x20;
const POSITIVE_BIT = 0x40;
/** Upper half of a drops amount without its flags, as far as doubles are exact with the lower half. */
const MAX_EXACT_HIGH = 2 ** 21;
const TWO_32 = 2 ** 32;

const ISSUED_BYTES = 48;
const CURRENCY_LABEL = Buffer.from('{"currency":"', 'latin1');
const ISSUER_LABEL = Buffer.from('","issuer":"', 'latin1');
const VALUE_LABEL = Buffer.from('","value":"', 'latin1');
const AMOUNT_END = Buffer.from('"}', 'latin1');

const addresses = new SlottedTexts(8192, accountIdToAddress);
const currencies = new SlottedTexts(256, currencyText);

const TEXTS: Partial<Record<FieldType, LeafText>> = {
  UInt8: (out, reader, field) =>
    field.name === 'TransactionResult' ? named(out, reader, field) : out.decimal(reader.uint8()),
  UInt16: (out, reader, field) =>
    field.name === 'TransactionType' || field.name === 'LedgerEntryType'
      ? named(out, reader, field)
      : out.decimal(reader.uint16()),
  UInt32: (out, reader, field) =>
    field.name === 'PermissionValue' ? anyText(out, reader, field) : out.decimal(reader.uint32()),
  UInt64: uint64Text,
  Hash128: (out, reader) => hexText(out, reader, 16),
  Hash160: (out, reader) => hexText(out, reader, 20),
  Hash192: (out, reader) => hexText(out, reader, 24),
  Hash256: (out, reader) => hexText(out, reader, 32),
  Blob: (out, reader) => hexText(out, reader, reader.vlLength()),
  Amount: amountText,
  AccountID: accountText,
  Vector256: hashesText,
};

/** Writers by type code; none for objects and arrays. */
export const LEAF_TEXTS: readonly (LeafText | undefined)[] = LEAF_READERS.map(
  (read, typeCode) => read && (byTypeCode(TEXTS)[typeCode] ?? anyText),
);

/** By way of the value in memory. */
function anyText(out: JsonBuffer, reader: ByteReader, field: Field): void {
  const read = LEAF_READERS[field.typeCode] as (reader: ByteReader, field: Field) => FieldValue;
  out.ascii(JSON.stringify(fieldToJson(read(reader, field), field)));
}

function hexText(out: JsonBuffer, reader: ByteReader, byteLength: number): void {
  const start = reader.take(byteLength);
  out.hex(reader.bytes, start, start + byteLength);
}

/** Names by the number before them, as JSON text; each kind of field has its own. */
const names = new Map<string, (Uint8Array | undefined)[]>();

/** A number that JSON shows by name. */
function named(out: JsonBuffer, reader: ByteReader, field: Field): void {
  const texts = names.get(field.name) ?? [];
  names.set(field.name, texts);
  const start = reader.position;
  const first = reader.uint8();
  const code = field.type === 'UInt8' ? first : first * 256 + reader.uint8();
  let text = texts[code];
  if (text === undefined) {
    reader.position = start;
    const value = LEAF_READERS[field.typeCode]?.(reader, field);
    text = Buffer.from(JSON.stringify(value), 'latin1');
    texts[code] = text;
  }
  out.raw(text);
}

function uint64Text(out: JsonBuffer, reader: ByteReader, field: Field): void {
  const start = reader.position;
  const high = reader.uint32();
  const low = reader.uint32();
  if (high !== 0 || low > 9) {
    reader.position = start;
    anyText(out, reader, field);
    return;
  }
  out.byte(QUOTE);
  out.decimal(low);
  out.byte(QUOTE);
}

function amountText(out: JsonBuffer, reader: ByteReader, field: Field): void {
  const start = reader.position;
  const first = reader.bytes[start] ?? 0;
  if ((first & NOT_XRP_BIT) !== 0) {
    issuedText(out, reader);
    return;
  }
  const high = (first & MPT_BIT) === 0 && (first & POSITIVE_BIT) !== 0 ? reader.uint32() & 0x1fff_ffff : TWO_32;
  if (high >= MAX_EXACT_HIGH) {
    reader.position = start;
    anyText(out, reader, field);
    return;
  }
  out.byte(QUOTE);
  out.decimal(high * TWO_32 + reader.uint32());
  out.byte(QUOTE);
}

function issuedText(out: JsonBuffer, reader: ByteReader): void {
  const start = reader.take(ISSUED_BYTES);
  out.raw(CURRENCY_LABEL);
  currencies.write(out, reader.bytes, start + 8);
  out.raw(ISSUER_LABEL);
  addresses.write(out, reader.bytes, start + 28);
  out.raw(VALUE_LABEL);
  writeIssuedValue(out, reader.bytes, start);
  out.raw(AMOUNT_END);
}

function accountText(out: JsonBuffer, reader: ByteReader): void {
  const length = reader.vlLength();
  const start = reader.take(length);
  out.byte(QUOTE);
  if (length > 0) addresses.write(out, reader.bytes, start);
  out.byte(QUOTE);
}

function hashesText(out: JsonBuffer, reader: ByteReader): void {
  const length = reader.vlLength();
  out.byte(OPEN_BRACKET);
  for (let done = 0; done < length; done += 32) {
    if (done > 0) out.byte(COMMA);
    hexText(out, reader, 32);
  }
  out.byte(CLOSE_BRACKET);
}
