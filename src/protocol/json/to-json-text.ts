/**
 * Serialized objects to JSON text without the objects between: what `JSON.stringify(decodeToJson(bytes))` gives,
 * several times as fast. It is for bytes that the server serialized itself, so only lengths are checked here;
 * `decode.ts` checks bytes from elsewhere.
 *
 * The most frequent field types are written directly from their bytes, with the same text as `to-json.ts`; all other
 * types go through `to-json.ts`.
 */
import { accountIdToAddress } from '../../crypto/address.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { JsonBuffer } from '../../util/json-buffer.ts';
import { byTypeCode } from '../codec/by-type.ts';
import { ByteReader } from '../codec/byte-cursors.ts';
import { LEAF_READERS } from '../codec/decode.ts';
import type { FieldType } from '../tables/field-table.ts';
import { FIELDS, type Field, type FieldName } from '../tables/fields.ts';
import type { FieldValue } from '../values.ts';
import { currencyText } from './currency-text.ts';
import { writeIssuedValue } from './issued-text.ts';
import { fieldToJson } from './to-json.ts';

const OBJECT_TYPE = 14;
const OBJECT_END = 0xe1;
const ARRAY_END = 0xf1;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
const NUMBERS_PER_TYPE = 256;
/** Upper bound of the text of two bytes: a label, a comma, quotes and the longest name of a value. */
const MAX_EXPANSION = 64;

/** How a member of an object is written. */
interface MemberFormat {
  readonly field: Field;
  /** `"Name":` */
  readonly label: Uint8Array;
  /** Undefined for objects and arrays. */
  readonly writeLeaf: LeafText | undefined;
}

/** Called for each member of the outermost object with the positions of its value in the buffer. */
export type MemberListener = (name: FieldName, start: number, end: number) => void;

/** Writes the object of these bytes, but leaves it open: the caller may add members, and closes it. */
export function writeOpenObject(out: JsonBuffer, bytes: Uint8Array, listener?: MemberListener): void {
  const reader = new ByteReader(bytes);
  out.reserve(64 + bytes.length * MAX_EXPANSION);
  out.byte(OPEN_BRACE);
  for (let isFirst = true; !reader.isAtEnd; isFirst = false) {
    if (!isFirst) out.byte(COMMA);
    const member = readHeader(reader);
    out.raw(member.label);
    const start = out.length;
    writeValue(out, reader, member);
    listener?.(member.field.name, start, out.length);
  }
}

function writeValue(out: JsonBuffer, reader: ByteReader, { field, writeLeaf }: MemberFormat): void {
  if (writeLeaf !== undefined) writeLeaf(out, reader, field);
  else if (field.typeCode === OBJECT_TYPE) writeInnerObject(out, reader);
  else writeArray(out, reader);
}

function writeInnerObject(out: JsonBuffer, reader: ByteReader): void {
  out.byte(OPEN_BRACE);
  for (let isFirst = true; reader.bytes[reader.position] !== OBJECT_END; isFirst = false) {
    if (!isFirst) out.byte(COMMA);
    const member = readHeader(reader);
    out.raw(member.label);
    writeValue(out, reader, member);
  }
  reader.position += 1;
  out.byte(CLOSE_BRACE);
}

/** Each element is an object with one member. */
function writeArray(out: JsonBuffer, reader: ByteReader): void {
  out.byte(OPEN_BRACKET);
  for (let isFirst = true; reader.bytes[reader.position] !== ARRAY_END; isFirst = false) {
    if (!isFirst) out.byte(COMMA);
    const { field, label } = readHeader(reader);
    if (field.typeCode !== OBJECT_TYPE) throw reader.error('stands in an array but is no object');
    out.byte(OPEN_BRACE);
    out.raw(label);
    writeInnerObject(out, reader);
    out.byte(CLOSE_BRACE);
  }
  reader.position += 1;
  out.byte(CLOSE_BRACKET);
}

/** Most field headers are one byte. */
function readHeader(reader: ByteReader): MemberFormat {
  const short = shortHeaders[reader.bytes[reader.position] as number];
  if (short !== undefined) {
    reader.position += 1;
    return short;
  }
  const first = reader.uint8();
  const typeCode = first >> 4 || reader.uint8();
  const nth = first & 15 || reader.uint8();
  const member = members[typeCode * NUMBERS_PER_TYPE + nth];
  if (member === undefined) throw reader.error(`has an unknown field, type ${typeCode} number ${nth}`);
  return member;
}

type LeafText = (out: JsonBuffer, reader: ByteReader, field: Field) => void;

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

const VALUE_BYTES = 20;
const MAX_CHARACTERS = 40;

/**
 * Texts of 20-byte values, by their bytes: addresses of accounts and codes of currencies, which repeat often in
 * metadata. Each value has one slot and replaces the previous one, so the table never grows, and a hit costs one
 * comparison without building a string.
 */
class SlottedTexts {
  readonly #mask: number;
  readonly #textOf: (hex: string) => string;
  readonly #values: Buffer;
  readonly #texts: Buffer;
  readonly #lengths: Uint8Array;

  /** `slots` is a power of two up to 65,536; a text is ASCII of 1 to 40 characters. */
  constructor(slots: number, textOf: (hex: string) => string) {
    this.#mask = slots - 1;
    this.#textOf = textOf;
    this.#values = Buffer.alloc(slots * VALUE_BYTES);
    this.#texts = Buffer.alloc(slots * MAX_CHARACTERS);
    this.#lengths = new Uint8Array(slots);
  }

  /** Appends the text of the value at `start`; there must be room. */
  write(out: JsonBuffer, bytes: Buffer, start: number): void {
    const slot = this.#find(bytes, start);
    const length = this.#lengths[slot] as number;
    const texts = this.#texts;
    const target = out.bytes;
    let from = slot * MAX_CHARACTERS;
    const end = out.length + length;
    for (let at = out.length; at < end; at += 1) target[at] = texts[from++] as number;
    out.length = end;
  }

  /** Accounts are hashes, so any bytes differ; currencies differ in the three bytes of their code. */
  #find(bytes: Buffer, start: number): number {
    const hash = ((bytes[start + 4] as number) << 8) + (bytes[start + 5] as number);
    const code = (bytes[start + 12] as number) * 7 + (bytes[start + 13] as number) * 31 + (bytes[start + 14] as number);
    const slot = (hash + code) & this.#mask;
    const values = this.#values;
    const valueAt = slot * VALUE_BYTES;
    let index = 0;
    while (index < VALUE_BYTES && values[valueAt + index] === bytes[start + index]) index += 1;
    if (index < VALUE_BYTES || this.#lengths[slot] === 0) {
      const value = bytes.subarray(start, start + VALUE_BYTES);
      const text = this.#textOf(bytesToHex(value));
      values.set(value, valueAt);
      this.#lengths[slot] = this.#texts.write(text, slot * MAX_CHARACTERS, MAX_CHARACTERS, 'latin1');
    }
    return slot;
  }
}

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
const LEAF_TEXTS: readonly (LeafText | undefined)[] = LEAF_READERS.map(
  (read, typeCode) => read && (byTypeCode(TEXTS)[typeCode] ?? anyText),
);

/** By type code and number. */
const members: (MemberFormat | undefined)[] = [];
/** By their one-byte header. */
const shortHeaders: (MemberFormat | undefined)[] = new Array(256).fill(undefined);
for (const field of FIELDS) {
  if (!field.isSerialized) continue;
  const label = Buffer.from(`"${field.name}":`, 'latin1');
  const member = { field, label, writeLeaf: LEAF_TEXTS[field.typeCode] };
  members[field.typeCode * NUMBERS_PER_TYPE + field.nth] = member;
  if (field.header.length === 1) shortHeaders[field.header[0] as number] = member;
}

/** Through the decoded value. */
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
  const code = field.type === 'UInt8' ? reader.uint8() : reader.uint16();
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
  if ((first & MPT_BIT) !== 0 || (first & POSITIVE_BIT) === 0) {
    anyText(out, reader, field);
    return;
  }
  const high = reader.uint32() & 0x1fff_ffff;
  const low = reader.uint32();
  out.byte(QUOTE);
  if (high < MAX_EXACT_HIGH) out.decimal(high * TWO_32 + low);
  else out.ascii(String((BigInt(high) << 32n) + BigInt(low)));
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
