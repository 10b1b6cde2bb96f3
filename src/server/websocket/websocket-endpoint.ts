/**
 * Accepts WebSocket upgrades of HTTP requests, and keeps the open connections. The library `ws` is loaded with the first connection,
 * because a server should start fast.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import type { RpcServices } from '../../rpc/method/context.ts';
import type { StreamHub } from '../../rpc/streams/stream-hub.ts';
import { TOKEN_PROTOCOL } from '../admission/admin-token.ts';
import { type AdminAccess, type Caller, callerOf } from '../admission/caller.ts';
import { EXEMPT_FACTOR } from '../admission/client-counts.ts';
import type { ConnectionGuard } from '../admission/connection-guard.ts';
import type { ServerLimits } from '../admission/limits.ts';
import type { OwnHosts } from '../admission/own-hosts.ts';
import { forbiddenForPages, mayOpenWebSocket } from '../admission/page-origins.ts';
import type { RequestGate } from '../admission/request-gate.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';
import { UnreadMessages } from './unread-messages.ts';
import { CloseCode, WebSocketConnection } from './websocket-connection.ts';

export interface WebSocketOptions {
  readonly services: RpcServices;
  readonly streams: StreamHub;
  readonly adminAccess: AdminAccess;
  readonly limits: ServerLimits;
  readonly gate: RequestGate;
  readonly guard: ConnectionGuard;
  readonly hosts: OwnHosts;
  /** Origins of web pages that may connect, besides the own page; `*` for any. */
  readonly corsOrigins: readonly string[];
  /** True if the listener serves the explorer. */
  readonly hasExplorer: boolean;
}

export interface WebSocketEndpoint {
  /** Connections that are open now. */
  readonly connectionCount: number;
  /** Closes all connections, and refuses new ones. */
  close(): void;
}

/** Answers the upgrade requests of an HTTP server. */
export function attachWebSockets(server: Server, options: WebSocketOptions): WebSocketEndpoint {
  const { limits, adminAccess } = options;
  const { clock } = options.services;
  const connections = new Set<WebSocketConnection>();
  const ofClients = new UnreadMessages(limits.unreadBytes);
  const ofExempt = new UnreadMessages(EXEMPT_FACTOR * limits.unreadBytes);
  let library: Promise<WebSocketServer> | undefined;
  let isClosed = false;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener, an error of a refused socket would end the process.
    socket.on('error', () => socket.destroy());
    const caller = callerOf(request, adminAccess, limits.limitLoopback === 1, options.hasExplorer);
    const refusal = isClosed ? statusLine('503 Service Unavailable') : refusalOf(request, caller, options);
    if (refusal !== undefined) {
      socket.end(refusal);
      return;
    }
    library ??= loadLibrary(limits);
    void library.then((webSockets) => {
      if (socket.destroyed) return;
      webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = new WebSocketConnection(webSocket, {
          ...options,
          caller,
          unread: caller.isExempt ? ofExempt : ofClients,
        });
        connections.add(connection);
        webSocket.on('close', () => connections.delete(connection));
        if (isClosed) connection.close(CloseCode.goingAway, CLOSING);
      });
    });
  });
  const check = () => {
    for (const connection of connections) connection.check();
  };
  const timer = clock.every(limits.checkIntervalMs, check).unref();
  return {
    get connectionCount() {
      let count = 0;
      for (const { isOpen } of connections) if (isOpen) count += 1;
      return count;
    },
    close() {
      isClosed = true;
      timer.cancel();
      for (const connection of connections) connection.close(CloseCode.goingAway, CLOSING);
    },
  };
}

const CLOSING = 'The server stops.';

async function loadLibrary(limits: ServerLimits): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    // Of the protocols that a client offers the first one, but never the one with a token, which no answer repeats.
    handleProtocols: (offered) => [...offered].find((name) => !name.startsWith(TOKEN_PROTOCOL)) ?? false,
    maxPayload: limits.messageBytes,
    maxFragments: limits.fragments,
  });
}

/** The HTTP answer that refuses an upgrade; undefined to accept. The library checks the rest of the handshake. */
function refusalOf(
  request: IncomingMessage,
  caller: Caller,
  { limits, gate, guard, hosts, corsOrigins }: WebSocketOptions,
): string | undefined {
  const { headers, rawHeaders, socket } = request;
  if (rawHeaders.length > limits.headerCount * 2) return statusLine('431 Request Header Fields Too Large');
  if (headers.upgrade?.toLowerCase() !== 'websocket') return statusLine('400 Bad Request');
  try {
    if (guard.isSurplus(socket)) throw gate.refuse('tooBusy', limits.keepAliveTimeoutMs);
    hosts.check(headers.host);
    if (!mayOpenWebSocket(request, corsOrigins)) throw forbiddenForPages();
    gate.charge(caller);
    return undefined;
  } catch (error) {
    if (error instanceof RequestRefusal) return refusalText(error);
    throw error;
  }
}

function statusLine(status: string): string {
  return `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
}

function refusalText(refusal: RequestRefusal): string {
  const body = `${JSON.stringify(refusal.toBody())}\n`;
  const { status, retryAfter } = refusal;
  // Not imported: see `plain-or-tls.ts`.
  const reason = process.getBuiltinModule('node:http').STATUS_CODES[status];
  const retry = retryAfter === undefined ? '' : `retry-after: ${retryAfter}\r\n`;
  const type = 'content-type: application/json; charset=UTF-8';
  return `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\n${retry}${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
