/**
 * Bounds how many requests a connection has under way. Node reads 64 KB at a time and begins every request in it at
 * once, two thousand small ones; a few connections that send nothing else would leave no turn to others.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
