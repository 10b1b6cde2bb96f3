/**
 * JSON text as a part of a result: pages of history are written directly from stored bytes. Parsing them into objects
 * and serializing these again would cost more than the rest of the response.
 *
 * `jsonLine` inserts such a part unchanged. All other code, such as `JSON.stringify`, sees the parsed value.
 */
import { randomBytes } from 'node:crypto';
import type { Json, JsonObject } from '../../protocol/values.ts';

/** Placeholder of a part. It is random, so a client cannot send it to have it echoed. */
const PLACEHOLDER = randomBytes(16).toString('hex');
const QUOTED_PLACEHOLDER = `"${PLACEHOLDER}"`;

/** The parts of the current `jsonLine` call. */
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

/** The value with this JSON text, given in consecutive pieces. */
export function rawJson(bytes: Buffer | readonly Buffer[]): Json {
  return new RawJson(Buffer.isBuffer(bytes) ? [bytes] : bytes) as unknown as Json;
}

/** True for a value that `rawJson` made: it has no members to look through. */
export function isRawJson(value: unknown): boolean {
  return value instanceof RawJson;
}

/** A result for callers in the same process, with raw parts parsed. */
export function withoutRawJson(result: JsonObject): JsonObject {
  const plain = (value: Json | undefined) => (value instanceof RawJson ? (value.toJSON() as Json) : value);
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, plain(value)]));
}

/** The text of a value and a line end: a string, or bytes if it contains raw parts. */
export function jsonLine(value: Json): string | Buffer {
  const line = jsonPieces(value);
  return typeof line === 'string' ? line : Buffer.concat(line);
}

/** The same in pieces, to avoid a copy of many megabytes. */
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
