/**
 * In-memory objects to bytes, always in canonical order: ascending type, then number (rippled: STObject.cpp, `add`).
 */
import type { Field } from '../tables/fields.ts';
import { fieldByName } from '../tables/fields.ts';
import type { FieldValue, StArray, StObject } from '../values.ts';
import { ByteWriter } from './byte-writer.ts';
import { CodecError } from './codec-error.ts';
import { LEAF_WRITERS } from './leaf-writers.ts';

export interface EncodeOptions {
  /** Leave out the object's own signatures and signers, as for a hash that is to be signed; objects in it stay whole. */
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

function writeFields(object: StObject, signingOnly: boolean, depth: number): void {
  if (typeof object !== 'object' || object === null) throw writer.error('is not an object');
  for (const field of sortedFields(object, signingOnly)) {
    writer.field = field.name;
    if (depth >= MAX_DEPTH) throw writer.error(`is nested deeper than ${MAX_DEPTH} levels`);
    const value = object[field.name] as FieldValue;
    writer.bytes(field.header);
    const writeLeaf = LEAF_WRITERS[field.typeCode];
    if (writeLeaf !== undefined) writeLeaf(writer, value, field);
    else if (field.typeCode === OBJECT_TYPE) writeNested(value as StObject, depth + 1);
    else writeArray(value as StArray, field, depth + 1);
  }
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
