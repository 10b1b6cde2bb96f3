/**
 * JSON that is text already, as a part of a result: pages of history are written straight from stored bytes, and
 * making objects of them only to write these out again would cost more than all the rest of the answer.
 *
 * `jsonLine` puts such a part into the answer as it is. Everything else that meets one, `JSON.stringify` before all,
 * sees the value that it stands for.
 */
import { randomBytes } from 'node:crypto';
import type { Json, JsonObject } from '../../protocol/values.ts';

/** Stands where a part goes. No client knows it, so none can send it to have it echoed. */
const PLACEHOLDER = randomBytes(16).toString('hex');
const QUOTED_PLACEHOLDER = `"${PLACEHOLDER}"`;

/** The parts met by the `jsonLine` that is under way. */
let parts: (readonly Buffer[])[] | undefined;

class RawJson {
  readonly pieces: readonly Buffer[];

  constructor(pieces: readonly Buffer[]) {
    this.pieces = pieces;
  }

  toJSON(): unknown {
    if (parts === undefined) return JSON.parse(Buffer.concat(this.pieces).toString());
    parts.push(this.pieces);
    return PLACEHOLDER;
  }
}

/** The value whose JSON these bytes are, one piece behind the other. */
export function rawJson(bytes: Buffer | readonly Buffer[]): Json {
  return new RawJson(Buffer.isBuffer(bytes) ? [bytes] : bytes) as unknown as Json;
}

/** True for a value that `rawJson` made: it has no members to look through. */
export function isRawJson(value: unknown): boolean {
  return value instanceof RawJson;
}

/** A result for callers in the same process: what was text already is a value like all others. */
export function withoutRawJson(result: JsonObject): JsonObject {
  const plain = (value: Json | undefined) => (value instanceof RawJson ? (value.toJSON() as Json) : value);
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, plain(value)]));
}

/** The text of a value and a line end: a string, or bytes if there are raw parts in it. */
export function jsonLine(value: Json): string | Buffer {
  const line = jsonPieces(value);
  return typeof line === 'string' ? line : Buffer.concat(line);
}

/** The same without putting the bytes together: many megabytes are not copied in passing. */
export function jsonPieces(value: Json): string | Buffer[] {
  const found: (readonly Buffer[])[] = [];
  parts = found;
  let text: string;
  try {
    text = `${JSON.stringify(value)}\n`;
  } finally {
    parts = undefined;
  }
  return found.length === 0 ? text : joined(text.split(QUOTED_PLACEHOLDER), found);
}

function joined(texts: readonly string[], found: readonly (readonly Buffer[])[]): Buffer[] {
  return texts.flatMap((text, at) => [Buffer.from(text), ...(found[at] ?? [])]);
}
