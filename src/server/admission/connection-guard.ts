/**
 * Bounds the connections to a port, in all and from one client address. A few connections over the bound are accepted to answer their
 * first request with `tooBusy`; the rest are dropped at once.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from './caller.ts';
import { addressBlock, type PortCounts, portRooms, SURPLUS_CONNECTIONS } from './client-counts.ts';
import type { ServerLimits } from './limits.ts';

export interface ConnectionGuard {
  /** True for a connection over the bound, which must be refused. */
  isSurplus(socket: Socket): boolean;
}

/** Watches the connections of a server; `event` is `secureConnection` for TLS. */
export function guardConnections(
  server: Server,
  event: 'connection' | 'secureConnection',
  limits: ServerLimits,
  { sockets, connections }: Pick<PortCounts, 'sockets' | 'connections'>,
): ConnectionGuard {
  const surplus = new WeakSet<Socket>();
  // The cheapest way to drop connections of this thread; other threads may listen on the port too.
  server.maxConnections = portRooms(limits).sockets;
  server.on('connection', (socket: Socket) => {
    if (sockets.take(1)) socket.on('close', () => sockets.giveBack(1));
    else socket.destroy();
  });
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
