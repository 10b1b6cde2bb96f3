/**
 * The bytes of answers. One of many megabytes is written piece by piece, as the client reads it: encrypting or copying all
 * of it in one go would hold up everybody else.
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Json } from '../../protocol/values.ts';
import { jsonPieces } from '../../rpc/json/raw-json.ts';
import type { Pacer } from '../../util/steps.ts';

export const JSON_TYPE = 'application/json; charset=UTF-8';

/** The text of a body, or its bytes, and how many these are. */
export interface AnswerBytes {
  readonly text: string | readonly Buffer[];
  readonly length: number;
}

/** What is sent of a body: its JSON, unless it has another type. */
export function answerBytes(body: Json, contentType = JSON_TYPE): AnswerBytes {
  const text = contentType === JSON_TYPE ? jsonPieces(body) : String(body);
  const length =
    typeof text === 'string' ? Buffer.byteLength(text) : text.reduce((sum, piece) => sum + piece.length, 0);
  return { text, length };
}

/** How much is handed to the system at a time. */
const WRITE_BYTES = 256 * 1024;

/** An answer up to this length is written at once. */
export const LONG_ANSWER_BYTES = WRITE_BYTES;

/** What an answer is written to: a socket, or Node's response, which has one. */
export type AnswerStream = Writable & { readonly socket?: Writable | null };

/** Writes the body behind a head that was written. Returns early if the client goes away. */
export async function writeLongAnswer(
  response: AnswerStream,
  pieces: Iterable<Buffer>,
  pacer: Pacer | undefined,
): Promise<void> {
  for (const block of blocksOf(pieces)) {
    if (response.destroyed) return;
    if (!writeAnswer(response, block)) await drained(response);
    const turn = pacer?.();
    if (turn !== undefined) await turn;
  }
}

/** Writes pieces in one go without putting them together. False if the response has as much as it takes. */
export function writeAnswer(response: AnswerStream, pieces: Iterable<Buffer>): boolean {
  const { socket = response } = response;
  let takesMore = true;
  // Not the response: it says that it takes no more while it is corked, and does not say when it does.
  socket?.cork();
  for (const piece of pieces) takesMore = response.write(piece);
  socket?.uncork();
  return takesMore;
}

/** The same bytes in blocks that are neither small nor large, each in the parts that it has. */
function* blocksOf(pieces: Iterable<Buffer>): Generator<readonly Buffer[], void> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += WRITE_BYTES) {
      const part = piece.subarray(at, at + WRITE_BYTES);
      parts.push(part);
      bytes += part.length;
      if (bytes < WRITE_BYTES) continue;
      yield parts;
      parts = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield parts;
}

/** Resolves when the response takes more, or is closed. */
async function drained(response: Writable): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  const events = ['drain', 'close'].map((name) => once(response, name, { signal }));
  await Promise.race(events).catch(() => {});
  ended.abort();
  await Promise.allSettled(events);
}
