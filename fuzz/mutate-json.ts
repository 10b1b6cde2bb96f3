/** Damages to JSON values: members of another type, left out, doubled under odd names, nested, or beyond every number. */
import type { Json, JsonObject } from '../src/protocol/values.ts';
import type { SeededRandom } from '../test/support/seeded-random.ts';

export const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  '0x10',
  '1.5',
  '99999999999999999999',
  '00',
  'null',
  'FFFFFFFF',
  'xrp',
  'XRP',
  '\u0000',
  '\ud800',
  '💧',
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'A'.repeat(64),
  '0'.repeat(64),
  'f'.repeat(40),
  '__proto__',
  'constructor',
];
export const ODD_NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  1.5,
  255,
  256,
  65_535,
  65_536,
  2 ** 31,
  -(2 ** 31),
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53,
  1e-320,
  1e300,
];
const ODD_NAMES = ['__proto__', 'constructor', 'toString', '', 'hash', 'index', 'Flags', 'Memos', 'NotAField', 'a.b'];
const MAX_DEPTH = 8;

/** A copy with one to three damages somewhere inside. */
export function mutateJson(json: Json, random: SeededRandom): Json {
  let result = json;
  for (let count = random.pick([1, 1, 2, 3]); count > 0; count--) result = mutateAt(result, random, 0);
  return result;
}

/** Goes down to a random place and damages it there. */
function mutateAt(json: Json, random: SeededRandom, depth: number): Json {
  if (typeof json !== 'object' || json === null || depth > MAX_DEPTH || random.chance(0.12))
    return damaged(json, random);
  if (Array.isArray(json)) {
    const items = json as readonly Json[];
    if (items.length === 0) return [oddValue(random)];
    const at = random.below(items.length);
    const kind = random.below(8);
    if (kind === 0) return items.toSpliced(at, 1);
    if (kind === 1) return items.toSpliced(at, 0, items[at] as Json);
    return items.with(at, mutateAt(items[at] as Json, random, depth + 1));
  }
  return mutateMember(json as JsonObject, random, depth);
}

function mutateMember(object: JsonObject, random: SeededRandom, depth: number): JsonObject {
  const names = Object.keys(object);
  if (names.length === 0 || random.chance(0.08)) return withMember(object, random.pick(ODD_NAMES), oddValue(random));
  const name = random.pick(names);
  const kind = random.below(10);
  const { [name]: value, ...rest } = object;
  if (kind === 0) return rest;
  if (kind === 1) return withMember(rest, random.pick([...ODD_NAMES, ...names]), value as Json);
  return withMember(object, name, mutateAt(value as Json, random, depth + 1));
}

/** As JSON.parse makes members: `__proto__` is a name like any other. */
function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  const copy = { ...object };
  return Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
}

function damaged(json: Json, random: SeededRandom): Json {
  const kind = random.below(7);
  if (typeof json === 'string' && kind < 3) return damagedText(json, random);
  if (typeof json === 'number' && kind < 2) return json + random.pick([1, -1, 0.5, 2 ** 32, -json]);
  if (kind === 5) return [json];
  return kind === 6 ? { value: json } : oddValue(random);
}

function damagedText(text: string, random: SeededRandom): string {
  const at = random.below(text.length + 1);
  const kind = random.below(5);
  if (kind === 0) return text.slice(0, at);
  if (kind === 1) return text + random.pick(ODD_TEXTS);
  if (kind === 2) return text.toLowerCase();
  if (kind === 3) return `${text.slice(0, at)}${random.pick(['0', 'F', 'z', '-', '.', 'e', ' '])}${text.slice(at + 1)}`;
  return text.slice(0, at) + text.slice(at + 1);
}

function oddValue(random: SeededRandom): Json {
  const kind = random.below(8);
  if (kind < 3) return random.pick(ODD_TEXTS);
  if (kind < 5) return random.pick(ODD_NUMBERS);
  return random.pick<Json>([null, true, false, [], {}, [[]], [{}], { value: {} }, 'x'.repeat(300)]);
}
