/**
 * Bounds how many connections a port and one client address may have. A few beyond the bound are taken, so that they
 * can be told `tooBusy` by the answer to their first request; the rest are dropped as they come.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerLimits } from './limits.ts';
import { addressBlock } from './rate-limiter.ts';
import { isLoopback } from './request-role.ts';

/** Connections beyond a bound that are told so. */
const TOLD = 16;

export interface ConnectionGuard {
  /** True for a connection beyond the bound: it gets no service. */
  isSurplus(socket: Socket): boolean;
}

/** Watches the connections of a server; `event` is `secureConnection` for TLS. */
export function guardConnections(
  server: Server,
  event: 'connection' | 'secureConnection',
  limits: ServerLimits,
): ConnectionGuard {
  const byAddress = new Map<string, number>();
  const surplus = new WeakSet<Socket>();
  let total = 0;
  // Counts those too whose TLS handshake is not done.
  server.maxConnections = limits.connections + TOLD;
  server.on(event, (socket: Socket) => {
    const { remoteAddress } = socket;
    const key = remoteAddress === undefined ? '' : addressBlock(remoteAddress);
    const isFree = limits.limitLoopback === 0 && isLoopback(remoteAddress);
    const count = (byAddress.get(key) ?? 0) + 1;
    const excess = isFree ? 0 : count - limits.connectionsPerAddress;
    if (excess > TOLD) {
      socket.destroy();
      return;
    }
    total += 1;
    byAddress.set(key, count);
    if (excess > 0 || total > limits.connections) surplus.add(socket);
    socket.on('close', () => {
      total -= 1;
      const left = byAddress.get(key)! - 1;
      if (left === 0) byAddress.delete(key);
      else byAddress.set(key, left);
    });
  });
  return { isSurplus: (socket) => surplus.has(socket) };
}
