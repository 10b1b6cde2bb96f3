/** Collects a request's body, up to a limit; all bodies that are being collected share another one. */
import type { IncomingMessage } from 'node:http';
import { RequestRefusal } from './request-refusal.ts';

/** How much of a body that is too long is still read, so that its sender gets to read the answer. */
const DRAIN_FACTOR = 4;
/** When to try again if there is no room for the body now. */
const FULL_RETRY_MS = 1_000;

/** Room for the bodies that clients are sending. Without it, many slow ones could fill the memory. */
export class BodyRoom {
  #freeBytes: number;

  constructor(bytes: number) {
    this.#freeBytes = bytes;
  }

  get freeBytes(): number {
    return this.#freeBytes;
  }

  /** False, and nothing is taken, if there is no room. */
  take(bytes: number): boolean {
    if (bytes > this.#freeBytes) return false;
    this.#freeBytes -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#freeBytes += bytes;
  }
}

/** The body as text. Rejects with `RequestRefusal` if it is too long, with another error if the client went away. */
export function readBody(request: IncomingMessage, maxBytes: number, room: BodyRoom): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] | undefined = [];
    let length = 0;
    let held = 0;
    const letGo = () => {
      room.giveBack(held);
      held = 0;
      chunks = undefined;
    };
    const refuse = () => reject(new RequestRefusal(`Unable to parse request: the body is over ${maxBytes} bytes`));
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        letGo();
        if (length > maxBytes * DRAIN_FACTOR) refuse();
      } else if (chunks !== undefined && room.take(chunk.length)) {
        held += chunk.length;
        chunks.push(chunk);
      } else {
        letGo();
        reject(RequestRefusal.forLoad('tooBusy', FULL_RETRY_MS));
      }
    });
    request.on('end', () => {
      if (length > maxBytes) refuse();
      else if (chunks !== undefined)
        resolve(chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString());
      letGo();
    });
    request.on('error', (error) => {
      letGo();
      reject(error);
    });
  });
}
