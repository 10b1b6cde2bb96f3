/**
 * Bounds how many requests of a connection are under way. Node.js reads 64 KB at a time and begins every request in it at once, up to
 * two thousand small ones, so a few such connections would block all others.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Hardly any client sends a second request before the first is answered. */
const MAX_PIPELINED = 100;
const requestsUnderWay = new WeakMap<Socket, number>();

/** Counts a request until the turn after its answer. False for one too many: its connection is closed without an answer. */
export function isWithinPipeline({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return false;
  const count = (requestsUnderWay.get(socket) ?? 0) + 1;
  if (count > MAX_PIPELINED) {
    socket.destroy();
    return false;
  }
  requestsUnderWay.set(socket, count);
  // Not at once: requests of one turn count together, even if each is answered before the next one is read.
  response.once('close', () => setImmediate(() => requestsUnderWay.set(socket, requestsUnderWay.get(socket)! - 1)));
  return true;
}
