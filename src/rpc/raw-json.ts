/**
 * JSON that is text already, as a part of a result: pages of history are written straight from stored bytes, and
 * making objects of them only to write these out again would cost more than all the rest of the answer.
 *
 * `jsonLine` puts such a part into the answer as it is. Everything else that meets one, `JSON.stringify` before all,
 * sees the value that it stands for.
 */
import { randomBytes } from 'node:crypto';
import type { Json } from '../protocol/values.ts';

/** Stands where a part goes. No client knows it, so none can send it to have it echoed. */
const PLACEHOLDER = randomBytes(16).toString('hex');
const QUOTED_PLACEHOLDER = `"${PLACEHOLDER}"`;

/** The parts met by the `jsonLine` that is under way. */
let parts: Buffer[] | undefined;

class RawJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  toJSON(): unknown {
    if (parts === undefined) return JSON.parse(this.bytes.toString());
    parts.push(this.bytes);
    return PLACEHOLDER;
  }
}

/** The value whose JSON these bytes are. */
export function rawJson(bytes: Buffer): Json {
  return new RawJson(bytes) as unknown as Json;
}

/** The text of a value and a line end: a string, or bytes if there are raw parts in it. */
export function jsonLine(value: Json): string | Buffer {
  const found: Buffer[] = [];
  parts = found;
  let text: string;
  try {
    text = `${JSON.stringify(value)}\n`;
  } finally {
    parts = undefined;
  }
  return found.length === 0 ? text : joined(text.split(QUOTED_PLACEHOLDER), found);
}

function joined(pieces: readonly string[], found: readonly Buffer[]): Buffer {
  const buffers: Buffer[] = [];
  for (const [at, piece] of pieces.entries()) {
    buffers.push(Buffer.from(piece));
    const part = found[at];
    if (part !== undefined) buffers.push(part);
  }
  return Buffer.concat(buffers);
}
