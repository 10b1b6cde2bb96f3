/** Collects the body of a request, up to a limit. All bodies that are being collected share a second limit. */
import type { IncomingMessage } from 'node:http';
import type { Room } from '../admission/client-counts.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';

/** A body that is too long is read up to this multiple of the limit, so that its sender can receive the answer. */
const DRAIN_FACTOR = 4;
/** When to retry if there is no room for the body. */
const FULL_RETRY_MS = 1_000;

/** Number of pieces in which a body may arrive. Each costs time however small it is, so a million chunks of one byte are an attack. */
const MAX_PIECES = 10_000;
const MIN_CAPACITY = 4_096;

/** Joins pieces as they arrive: kept apart, pieces of one byte would take a hundred times the memory of their content. */
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

  /** Nearly every body is one piece, which is not copied. */
  toString(): string {
    return this.#bytes?.toString('utf8', 0, this.#length) ?? '';
  }

  #grow(length: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(MIN_CAPACITY, 2 * length));
    this.#bytes!.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

/** The body as text. Rejects with `RequestRefusal` if it is too long, with another error if the client has disconnected. */
export function readBody(request: IncomingMessage, maxBytes: number, room: Room): Promise<string> {
  return new Promise((resolve, reject) => {
    let body: PieceBuffer | undefined = new PieceBuffer();
    let length = 0;
    let pieces = 0;
    let held = 0;
    let isRefused = false;
    const release = () => {
      room.giveBack(held);
      held = 0;
      body = undefined;
    };
    const refuse = (refusal: RequestRefusal) => {
      isRefused = true;
      release();
      reject(refusal);
    };
    const refuseLength = () => refuse(malformed(`the body is over ${maxBytes} bytes`));
    request.on('data', (piece: Buffer) => {
      // Pieces that were already read still arrive.
      if (isRefused) return;
      length += piece.length;
      pieces += 1;
      if (pieces > MAX_PIECES) {
        refuse(malformed(`the body comes in over ${MAX_PIECES} pieces`));
      } else if (length > maxBytes) {
        release();
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
      release();
    });
    request.on('error', (error) => {
      release();
      reject(error);
    });
  });
}

function malformed(reason: string): RequestRefusal {
  return new RequestRefusal(`Unable to parse request: ${reason}`);
}
