/**
 * Bounds the connections to a port, in all and from one client address. A few connections over the bound are accepted to answer their
 * first request with `tooBusy`; the rest are dropped at once.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from './caller.ts';
import { addressBlock, type ClientCounter } from './client-counts.ts';
import type { ServerLimits } from './limits.ts';

/** Connections beyond a bound that are still answered, with `tooBusy`. */
const SURPLUS_CONNECTIONS = 16;

export interface ConnectionGuard {
  /** True for a connection over the bound, which must be refused. */
  isSurplus(socket: Socket): boolean;
}

/** Watches the connections of a server; `event` is `secureConnection` for TLS. */
export function guardConnections(
  server: Server,
  event: 'connection' | 'secureConnection',
  limits: ServerLimits,
  connections: ClientCounter,
): ConnectionGuard {
  const surplus = new WeakSet<Socket>();
  // Of every kind, also those whose TLS handshake is not done.
  server.maxConnections = limits.connections + SURPLUS_CONNECTIONS;
  server.on(event, (socket: Socket) => {
    const { remoteAddress } = socket;
    if (socket.destroyed) return;
    const client = remoteAddress === undefined ? '' : addressBlock(remoteAddress);
    const isFree = limits.limitLoopback === 0 && isLoopback(remoteAddress);
    const count = connections.add(client);
    const excess = isFree ? 0 : count - limits.connectionsPerAddress;
    if (excess > SURPLUS_CONNECTIONS) {
      connections.remove(client);
      socket.destroy();
      return;
    }
    if (excess > 0 || connections.total > limits.connections) surplus.add(socket);
    socket.on('close', () => connections.remove(client));
  });
  return { isSurplus: (socket) => surplus.has(socket) };
}
