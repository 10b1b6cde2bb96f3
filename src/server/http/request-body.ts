/** Collects a request's body, up to a limit; all bodies that are being collected share another one. */
import type { IncomingMessage } from 'node:http';
import type { Room } from '../admission/client-counts.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';

/** How much of a body that is too long is still read, so that its sender gets to read the answer. */
const DRAIN_FACTOR = 4;
/** When to try again if there is no room for the body now. */
const FULL_RETRY_MS = 1_000;

/**
 * How many pieces a body may come in. Each costs time however small it is, and nobody means it well who sends a
 * million chunks of one byte.
 */
const MAX_PIECES = 10_000;
const MIN_CAPACITY = 4_096;

/** Joins pieces as they come: kept apart, those of one byte would take a hundred times the memory of what they hold. */
class PieceBuffer {
  #bytes: Buffer | undefined;
  #length = 0;

  add(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (this.#bytes === undefined) this.#bytes = piece;
    else {
      if (length > this.#bytes.length) this.#grow(length);
      piece.copy(this.#bytes, this.#length);
    }
    this.#length = length;
  }

  /** Nearly always there is one piece, which is never copied. */
  toString(): string {
    return this.#bytes?.toString('utf8', 0, this.#length) ?? '';
  }

  #grow(length: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(MIN_CAPACITY, 2 * length));
    this.#bytes!.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/** The body as text. Rejects with `RequestRefusal` if it is too long, with another error if the client went away. */
export function readBody(request: IncomingMessage, maxBytes: number, room: Room): Promise<string> {
  return new Promise((resolve, reject) => {
    let body: PieceBuffer | undefined = new PieceBuffer();
    let length = 0;
    let pieces = 0;
    let held = 0;
    let isRefused = false;
    const letGo = () => {
      room.giveBack(held);
      held = 0;
      body = undefined;
    };
    const refuse = (refusal: RequestRefusal) => {
      isRefused = true;
      letGo();
      reject(refusal);
    };
    const refuseLength = () => refuse(malformed(`the body is over ${maxBytes} bytes`));
    request.on('data', (piece: Buffer) => {
      // What was read at once with the rest still comes, a piece at a time.
      if (isRefused) return;
      length += piece.length;
      pieces += 1;
      if (pieces > MAX_PIECES) {
        refuse(malformed(`the body comes in over ${MAX_PIECES} pieces`));
      } else if (length > maxBytes) {
        letGo();
        if (length > maxBytes * DRAIN_FACTOR) refuseLength();
      } else if (body !== undefined && room.take(piece.length)) {
        held += piece.length;
        body.add(piece);
      } else {
        refuse(RequestRefusal.forLoad('tooBusy', FULL_RETRY_MS));
      }
    });
    request.on('end', () => {
      if (isRefused) return;
      if (length > maxBytes) refuseLength();
      else resolve(body?.toString() ?? '');
      letGo();
    });
    request.on('error', (error) => {
      letGo();
      reject(error);
    });
  });
}

function malformed(reason: string): RequestRefusal {
  return new RequestRefusal(`Unable to parse request: ${reason}`);
}
