/**
 * Collects a request's body, up to a limit; all bodies that are being collected share another one.
 *
 * Which web pages may read answers over HTTP. None by default: a page that a developer happens to visit must not be
 * able to look around on the developer's machine. Pages never become the operator, whatever is allowed here
 * (`request-gate.ts`).
 *
 * Bounds how many requests a connection has under way. Node reads 64 KB at a time and begins every request in it at
 * once, two thousand small ones; a few connections that send nothing else would leave no turn to anybody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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

const PREFLIGHT_SECONDS = '600';

/** Marks the answer as readable for the page that asks, if it is on the list; `*` on the list is every page. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, allowed: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined || allowed.length === 0) return false;
  response.setHeader('vary', 'origin');
  if (!allowed.includes(origin) && !allowed.includes('*')) return false;
  response.setHeader('access-control-allow-origin', origin);
  return true;
}

/** Answers a browser that asks whether it may send a page's request. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'content-type');
  response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
  // A page from the internet that reaches into this machine or network is asked for separately.
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204);
  response.end();
}

/** Hardly any client sends a second request before the first is answered. */
const MAX_PIPELINED = 100;

const requestsUnderWay = new WeakMap<Socket, number>();

/**
 * Counts a request until the turn after it is answered. False for one too many: its connection is ended, and it gets no
 * answer.
 */
export function isWithinPipeline({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return false;
  const count = (requestsUnderWay.get(socket) ?? 0) + 1;
  if (count > MAX_PIPELINED) {
    socket.destroy();
    return false;
  }
  requestsUnderWay.set(socket, count);
  // Not at once: those of one turn count together, also if each is answered before the next is read.
  response.once('close', () => setImmediate(() => requestsUnderWay.set(socket, requestsUnderWay.get(socket)! - 1)));
  return true;
}
