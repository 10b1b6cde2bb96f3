/**
 * Serialized objects to JSON text without the objects between: what `JSON.stringify(decodeToJson(bytes))` gives, several
 * times as fast. It is for bytes that the server serialized itself, so only lengths are checked here; whether bytes
 * from elsewhere are canonical is for `decode.ts` to say.
 */
import type { JsonBuffer } from '../../util/json-buffer.ts';
import { ByteReader } from '../codec/byte-reader.ts';
import { FIELDS, type Field, type FieldName, fieldByHeader } from '../tables/fields.ts';
import { LEAF_TEXTS } from './leaf-text.ts';

const OBJECT_TYPE = 14;
const OBJECT_END = 0xe1;
const ARRAY_END = 0xf1;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
const NUMBERS_PER_TYPE = 256;
/** No two bytes become more than a label, a comma, quotes and the longest name of a value. */
const MAX_EXPANSION = 64;

/** `"Name":` of each field, by type code and number. */
const labels: Uint8Array[] = [];
for (const { name, typeCode, nth } of FIELDS) {
  if (typeCode > 0) labels[typeCode * NUMBERS_PER_TYPE + nth] = Buffer.from(`"${name}":`, 'latin1');
}

/** Told of every member of the outermost object, and between which positions of the buffer its value stands. */
export type MemberListener = (name: FieldName, start: number, end: number) => void;

/** Writes the object of these bytes, but leaves it open: the caller may add members, and closes it. */
export function writeOpenObject(out: JsonBuffer, bytes: Uint8Array, listener?: MemberListener): void {
  const reader = new ByteReader(bytes);
  out.reserve(64 + bytes.length * MAX_EXPANSION);
  out.byte(OPEN_BRACE);
  for (let isFirst = true; !reader.isAtEnd; isFirst = false) {
    if (!isFirst) out.byte(COMMA);
    const field = readHeader(reader);
    out.raw(labels[field.typeCode * NUMBERS_PER_TYPE + field.nth] as Uint8Array);
    const start = out.length;
    writeValue(out, reader, field);
    listener?.(field.name, start, out.length);
  }
}

function writeValue(out: JsonBuffer, reader: ByteReader, field: Field): void {
  const writeLeaf = LEAF_TEXTS[field.typeCode];
  if (writeLeaf !== undefined) writeLeaf(out, reader, field);
  else if (field.typeCode === OBJECT_TYPE) writeInnerObject(out, reader);
  else writeArray(out, reader);
}

function writeInnerObject(out: JsonBuffer, reader: ByteReader): void {
  out.byte(OPEN_BRACE);
  for (let isFirst = true; reader.bytes[reader.position] !== OBJECT_END; isFirst = false) {
    if (!isFirst) out.byte(COMMA);
    const field = readHeader(reader);
    out.raw(labels[field.typeCode * NUMBERS_PER_TYPE + field.nth] as Uint8Array);
    writeValue(out, reader, field);
  }
  reader.position += 1;
  out.byte(CLOSE_BRACE);
}

/** Each element is an object with one member. */
function writeArray(out: JsonBuffer, reader: ByteReader): void {
  out.byte(OPEN_BRACKET);
  for (let isFirst = true; reader.bytes[reader.position] !== ARRAY_END; isFirst = false) {
    if (!isFirst) out.byte(COMMA);
    const field = readHeader(reader);
    if (field.typeCode !== OBJECT_TYPE) throw reader.error('stands in an array but is no object');
    out.byte(OPEN_BRACE);
    out.raw(labels[field.typeCode * NUMBERS_PER_TYPE + field.nth] as Uint8Array);
    writeInnerObject(out, reader);
    out.byte(CLOSE_BRACE);
  }
  reader.position += 1;
  out.byte(CLOSE_BRACKET);
}

function readHeader(reader: ByteReader): Field {
  const first = reader.uint8();
  const typeCode = first >> 4 || reader.uint8();
  const nth = first & 15 || reader.uint8();
  const field = fieldByHeader(typeCode, nth);
  if (field === undefined) throw reader.error(`has an unknown field, type ${typeCode} number ${nth}`);
  return field;
}
