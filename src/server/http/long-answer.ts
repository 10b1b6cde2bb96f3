/**
 * The bytes of answers. An answer of many megabytes is written in pieces as the client reads it, because to encrypt or copy all of it at
 * once would block other requests.
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Json } from '../../protocol/values.ts';
import { jsonPieces } from '../../rpc/json/raw-json.ts';
import type { Pacer } from '../../util/steps.ts';

export const JSON_TYPE = 'application/json; charset=UTF-8';

/** A body as a string or as bytes, and its length in bytes. */
export interface AnswerBytes {
  readonly text: string | readonly Buffer[];
  readonly length: number;
}

/** The bytes of a body: its JSON, unless it has another content type. */
export function answerBytes(body: Json, contentType = JSON_TYPE): AnswerBytes {
  const text = contentType === JSON_TYPE ? jsonPieces(body) : String(body);
  const length =
    typeof text === 'string' ? Buffer.byteLength(text) : text.reduce((sum, piece) => sum + piece.length, 0);
  return { text, length };
}

/** How much is written at a time. */
const WRITE_BYTES = 256 * 1024;

/** An answer up to this length is written at once. */
export const LONG_ANSWER_BYTES = WRITE_BYTES;

/** What an answer is written to: a socket, or a response of Node.js, which has one. */
export type AnswerStream = Writable & { readonly socket?: Writable | null };

/** Writes a body after its head. Stops if the client disconnects. */
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

/** Writes pieces at once without joining them. False if the response is full and emits `drain` later. */
export function writeAnswer(response: AnswerStream, pieces: Iterable<Buffer>): boolean {
  const { socket = response } = response;
  let takesMore = true;
  // Not the response: while it is corked, its `write` returns false and no `drain` follows.
  socket?.cork();
  for (const piece of pieces) takesMore = response.write(piece);
  socket?.uncork();
  return takesMore;
}

/** The same bytes in blocks of about `WRITE_BYTES`, each as the parts that it consists of. */
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

/** Resolves when the response has room again, or is closed. */
async function drained(response: Writable): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  const events = ['drain', 'close'].map((name) => once(response, name, { signal }));
  await Promise.race(events).catch(() => {});
  ended.abort();
  await Promise.allSettled(events);
}
