/**
 * What must hold of the codec whatever it is given. Bytes: refused with a `CodecError`, or decoded so that they encode
 * to themselves and both ways to JSON agree. JSON: refused with a `JsonFieldError`, or read so that the object survives
 * its bytes. Anything else that happens is a defect.
 */

import assert from 'node:assert/strict';
import { CodecError } from '../src/protocol/codec/codec-error.ts';
import { decodeObject } from '../src/protocol/codec/decode.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import { objectFromJson } from '../src/protocol/json/from-json.ts';
import { JsonFieldError } from '../src/protocol/json/json-field-error.ts';
import { objectToJson } from '../src/protocol/json/to-json.ts';
import { writeOpenObject } from '../src/protocol/json/to-json-text.ts';
import { FIELDS } from '../src/protocol/tables/fields.ts';
import { transactionTypeNames } from '../src/protocol/tables/type-codes.ts';
import { InvalidTransactionError, parseTransaction } from '../src/protocol/transaction/transaction.ts';
import type { Json, JsonObject, StObject } from '../src/protocol/values.ts';
import { JsonBuffer } from '../src/util/json-buffer.ts';
import type { SeededRandom } from '../test/support/seeded-random.ts';
import type { FuzzRound, FuzzTarget } from './fuzz-target.ts';
import { HostileValues, type KnownNames } from './hostile-values.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { mutateJson } from './mutate-json.ts';

/** Bytes of an object, or JSON that may be one. */
type CodecInput = Buffer | { readonly json: Json };

/** Fields that spell several values alike: numbers, and permissions beyond 16 bits, as in the reference. */
const AMBIGUOUS_NAMES = FIELDS.filter(({ name, type }) => type === 'Number' || name === 'PermissionValue').map(
  ({ name }) => name,
);
/** Values of multi-purpose tokens beyond 63 bits, which only bytes can say. */
const LONG_MPT_VALUE = /"value":"-?\d{19,}"/;
const NOBODY: KnownNames = { accounts: [], currencies: [], publicKeys: [], entries: [] };
/** Number of objects that each round generates, beside those of the corpus. */
const NEW_OBJECTS = 40;

export const codecTarget: FuzzTarget<CodecInput> = {
  name: 'codec',
  casesPerRound: 2_000,
  async createRound(corpus, random) {
    return new CodecRound(corpus, random);
  },
};

class CodecRound implements FuzzRound<CodecInput> {
  readonly #blobs: readonly Buffer[];
  readonly #objects: readonly JsonObject[];
  readonly #given: readonly CodecInput[];

  constructor(corpus: readonly string[], random: SeededRandom) {
    this.#given = corpus.map((line) => this.parse(line));
    const values = new HostileValues(random, NOBODY);
    const made = Array.from({ length: NEW_OBJECTS }, () =>
      random.chance(0.7) ? values.transaction(random.pick(transactionTypeNames())) : values.object(3),
    );
    const given = this.#given.filter((input) => Buffer.isBuffer(input));
    this.#blobs = [...given, ...made.map((object) => encoded(object) ?? Buffer.alloc(0))];
    this.#objects = [...this.#given.flatMap(asJson), ...made.map(objectToJson)];
  }

  makeInput(random: SeededRandom): CodecInput {
    if (random.chance(0.02) && this.#given.length > 0) return random.pick(this.#given);
    if (random.chance(0.2)) return { json: mutateJson(random.pick(this.#objects), random) };
    return mutateBytes(random.pick(this.#blobs), random.pick(this.#blobs), random);
  }

  run(input: CodecInput): string {
    return Buffer.isBuffer(input) ? tryBytes(input) : tryJson(input.json);
  }

  async finish(): Promise<void> {}

  print(input: CodecInput): string {
    return Buffer.isBuffer(input) ? input.toString('hex') : JSON.stringify(input);
  }

  parse(line: string): CodecInput {
    return line.startsWith('{') ? (JSON.parse(line) as CodecInput) : Buffer.from(line, 'hex');
  }
}

function asJson(input: CodecInput): JsonObject[] {
  if (!Buffer.isBuffer(input)) return [input.json as JsonObject];
  const object = decoded(input);
  return object === undefined ? [] : [objectToJson(object)];
}

/** The kind of outcome: what a case led to, for the statistics. */
function tryBytes(bytes: Buffer): string {
  const object = decoded(bytes);
  const isTransaction = isParsed(bytes);
  if (object === undefined) {
    assert.ok(!isTransaction, 'a transaction is an object');
    return 'refused bytes';
  }
  assert.ok(encodeObject(object).equals(bytes), 'what was decoded encodes to the same bytes');
  const text = JSON.stringify(objectToJson(object));
  assert.ok(jsonTextOf(bytes) === text, 'both ways to JSON agree');
  return `${isTransaction ? 'a transaction' : 'an object'}, ${isTakenBack(text, bytes) ? 'from its JSON too' : 'not from its JSON'}`;
}

/**
 * Some objects have a JSON form that is not accepted as input; one that is must be the same object, except where, as in
 * the reference, several values are spelled alike or one is rounded when it is read.
 */
function isTakenBack(text: string, bytes: Buffer): boolean {
  const again = readJson(JSON.parse(text));
  if (again === undefined) return false;
  if (encodeObject(again).equals(bytes)) return true;
  const isAmbiguous = AMBIGUOUS_NAMES.some((name) => text.includes(`"${name}":`)) || LONG_MPT_VALUE.test(text);
  assert.ok(isAmbiguous, 'JSON leads back to the same bytes');
  return true;
}

function tryJson(json: Json): string {
  const object = readJson(json);
  if (object === undefined) return 'refused JSON';
  const bytes = encoded(object);
  if (bytes === undefined) return 'JSON without a serialization';
  // As in the reference, JSON may say what bytes may not (an issuer of zeros); whoever signs it reads it back first.
  const again = decoded(bytes);
  if (again === undefined) return 'JSON whose bytes are refused';
  assert.ok(encodeObject(again).equals(bytes), 'what JSON said survives its bytes');
  return 'accepted JSON';
}

function decoded(bytes: Buffer): StObject | undefined {
  return orUndefined(CodecError, () => decodeObject(bytes));
}

/** Undefined for what is nested too deep. */
function encoded(object: StObject): Buffer | undefined {
  return orUndefined(CodecError, () => encodeObject(object));
}

function readJson(json: Json): StObject | undefined {
  return orUndefined(JsonFieldError, () => objectFromJson(json, 'tx_json'));
}

function isParsed(bytes: Buffer): boolean {
  return orUndefined(InvalidTransactionError, () => parseTransaction(bytes).blob.equals(bytes)) === true;
}

/** Only the expected kind of error is an answer. */
function orUndefined<Value>(
  expected: abstract new (...words: never[]) => Error,
  attempt: () => Value,
): Value | undefined {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof expected) return undefined;
    throw error;
  }
}

const out = new JsonBuffer(4096);

function jsonTextOf(bytes: Buffer): string {
  out.length = 0;
  writeOpenObject(out, bytes);
  return `${out.bytes.toString('latin1', 0, out.length)}}`;
}
