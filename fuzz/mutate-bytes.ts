/**
 * Damages to serialized objects, aware of how these are built: besides bits and bytes, whole fields are left out,
 * doubled, moved, nested and given to another object, and lengths lie.
 */
import { decodeObject } from '../src/protocol/codec/decode.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import type { StObject } from '../src/protocol/values.ts';
import type { SeededRandom } from '../test/support/seeded-random.ts';

type Mutation = (bytes: Buffer, random: SeededRandom, other: Buffer) => Buffer;

/** Holds of an object and its end, and of an array and its end: Memo in Memos. */
const OBJECT_OPEN = Buffer.from('EA', 'hex');
const OBJECT_END = Buffer.from('E1', 'hex');
const ARRAY_OPEN = Buffer.from('F9', 'hex');
const ARRAY_END = Buffer.from('F1', 'hex');
const TELLING_BYTES = [0x00, 0x01, 0x10, 0x14, 0x7f, 0x80, 0xc0, 0xc1, 0xe1, 0xf0, 0xf1, 0xfe, 0xff];

const MUTATIONS: readonly Mutation[] = [
  flipBit,
  setByte,
  truncate,
  insertBytes,
  removeBytes,
  addTail,
  splice,
  dropField,
  doubleField,
  swapFields,
  takeField,
  wrap,
  lieAboutLength,
];

/** One to three damages, one upon the other. `other` is where foreign parts come from. */
export function mutateBytes(bytes: Buffer, other: Buffer, random: SeededRandom): Buffer {
  let result = bytes;
  for (let count = random.pick([1, 1, 1, 2, 2, 3]); count > 0; count--) {
    result = random.pick(MUTATIONS)(result, random, other);
  }
  return result;
}

function flipBit(bytes: Buffer, random: SeededRandom): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length > 0) changed[random.below(changed.length)]! ^= 1 << random.below(8);
  return changed;
}

function setByte(bytes: Buffer, random: SeededRandom): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length > 0) changed[random.below(changed.length)] = random.pick(TELLING_BYTES);
  return changed;
}

function truncate(bytes: Buffer, random: SeededRandom): Buffer {
  return bytes.subarray(0, random.below(bytes.length + 1));
}

function insertBytes(bytes: Buffer, random: SeededRandom): Buffer {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), random.bytes(random.between(1, 4)), bytes.subarray(at)]);
}

function removeBytes(bytes: Buffer, random: SeededRandom): Buffer {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.between(1, 4))]);
}

function addTail(bytes: Buffer, random: SeededRandom): Buffer {
  return Buffer.concat([bytes, random.bytes(random.between(1, 40))]);
}

function splice(bytes: Buffer, random: SeededRandom, other: Buffer): Buffer {
  const head = bytes.subarray(0, random.below(bytes.length + 1));
  return Buffer.concat([head, other.subarray(random.below(other.length + 1))]);
}

function dropField(bytes: Buffer, random: SeededRandom): Buffer {
  return withFields(bytes, (fields) => fields.toSpliced(random.below(fields.length), 1));
}

function doubleField(bytes: Buffer, random: SeededRandom): Buffer {
  return withFields(bytes, (fields) => {
    const at = random.below(fields.length);
    return fields.toSpliced(at, 0, fields[at] as Buffer);
  });
}

function swapFields(bytes: Buffer, random: SeededRandom): Buffer {
  return withFields(bytes, (fields) => {
    const [one, two] = [random.below(fields.length), random.below(fields.length)];
    return fields.with(one, fields[two] as Buffer).with(two, fields[one] as Buffer);
  });
}

/** Puts a foreign field where it belongs or anywhere else. */
function takeField(bytes: Buffer, random: SeededRandom, other: Buffer): Buffer {
  const foreign = fieldsOf(other);
  if (foreign === undefined || foreign.length === 0) return bytes;
  return withFields(bytes, (fields) => fields.toSpliced(random.below(fields.length + 1), 0, random.pick(foreign)));
}

/** Into an object in an array, once or until it is too deep. */
function wrap(bytes: Buffer, random: SeededRandom): Buffer {
  let result = bytes;
  for (let depth = random.pick([1, 2, 4, 5, 6, 11]); depth > 0; depth--) {
    result = Buffer.concat([ARRAY_OPEN, OBJECT_OPEN, result, OBJECT_END, ARRAY_END]);
  }
  return result;
}

/** In a field of variable length the byte behind the header is the length, or its first part. */
function lieAboutLength(bytes: Buffer, random: SeededRandom): Buffer {
  const fields = fieldsOf(bytes)?.map((field) => Buffer.from(field)) ?? [];
  const lying = fields.filter((field) => (field[0] as number) >> 4 === 7 || (field[0] as number) >> 4 === 8);
  if (lying.length === 0) return setByte(bytes, random);
  const field = random.pick(lying);
  const at = ((field[0] as number) & 15) === 0 ? 2 : 1;
  field[at] = random.pick([0, 1, (field[at] as number) + 1, (field[at] as number) - 1, 192, 193, 241, 254, 255]) & 255;
  return Buffer.concat(fields);
}

function withFields(bytes: Buffer, change: (fields: Buffer[]) => Buffer[]): Buffer {
  const fields = fieldsOf(bytes);
  return fields === undefined || fields.length === 0 ? bytes : Buffer.concat(change(fields));
}

let lastBytes: Buffer | undefined;
let lastFields: Buffer[] | undefined;

/** The bytes of each field of the outermost object; undefined for bytes that are none. */
function fieldsOf(bytes: Buffer): Buffer[] | undefined {
  if (bytes === lastBytes) return lastFields;
  lastBytes = bytes;
  try {
    const object: StObject = decodeObject(bytes);
    lastFields = Object.keys(object).map((name) => encodeObject({ [name]: object[name] }));
  } catch {
    lastFields = undefined;
  }
  return lastFields;
}
