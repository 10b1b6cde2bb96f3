/**
 * Writes an answer of many megabytes piece by piece, as the client reads it: encrypting or copying all of it in one go
 * would hold up everybody else.
 */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Pacer } from '../../util/steps.ts';

/** How much is handed to the system at a time. */
const WRITE_BYTES = 256 * 1024;

/** An answer up to this length is written at once. */
export const LONG_ANSWER_BYTES = WRITE_BYTES;

/** Writes the body behind a head that was written, in one go and without putting its pieces together. */
export function writeAnswer(response: ServerResponse, pieces: Iterable<Buffer>): void {
  writeTogether(response, pieces);
  response.end();
}

/** Writes the body behind a head that was written, and ends the response. Returns early if the client goes away. */
export async function writeLongAnswer(
  response: ServerResponse,
  pieces: Iterable<Buffer>,
  pacer: Pacer | undefined,
): Promise<void> {
  for (const block of blocksOf(pieces)) {
    if (response.destroyed) return;
    if (!writeTogether(response, block)) await drained(response);
    const turn = pacer?.();
    if (turn !== undefined) await turn;
  }
  response.end();
}

/** False if the response has as much as it takes. */
function writeTogether(response: ServerResponse, parts: Iterable<Buffer>): boolean {
  const { socket } = response;
  let takesMore = true;
  // Not the response: it says that it takes no more while it is corked, and does not say when it does.
  socket?.cork();
  for (const part of parts) takesMore = response.write(part);
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
async function drained(response: ServerResponse): Promise<void> {
  const ended = new AbortController();
  const { signal } = ended;
  const events = ['drain', 'close'].map((name) => once(response, name, { signal }));
  await Promise.race(events).catch(() => {});
  ended.abort();
  await Promise.allSettled(events);
}
