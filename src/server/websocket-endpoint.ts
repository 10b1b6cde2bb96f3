/**
 * Makes WebSocket connections of HTTP requests that ask for one, and looks after all of them. The library behind it is
 * loaded with the first connection, because a server that nobody connects to should start fast.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import type { RpcServices } from '../rpc/context.ts';
import type { StreamHub } from '../rpc/streams/stream-hub.ts';
import { requestRole } from './request-role.ts';
import { CloseCode, WebSocketConnection } from './websocket-connection.ts';
import { DEFAULT_WEBSOCKET_LIMITS, type WebSocketLimits } from './websocket-limits.ts';

export interface WebSocketOptions {
  readonly services: RpcServices;
  readonly streams: StreamHub;
  readonly isAdminListener: boolean;
  readonly limits?: Partial<WebSocketLimits> | undefined;
  /** Headers beyond this number are refused. */
  readonly headerCount: number;
}

export interface WebSocketEndpoint {
  /** Connections that are open now. */
  readonly connectionCount: number;
  /** Ends every connection and takes no more. */
  close(): void;
}

/** Answers the upgrade requests of an HTTP server. */
export function attachWebSockets(server: Server, options: WebSocketOptions): WebSocketEndpoint {
  const limits = { ...DEFAULT_WEBSOCKET_LIMITS, ...options.limits };
  const connections = new Set<WebSocketConnection>();
  let library: Promise<WebSocketServer> | undefined;
  let isClosed = false;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener an error of a socket that is given up would end the process.
    socket.on('error', () => socket.destroy());
    const refusal = refusalOf(request, options.headerCount, isClosed);
    if (refusal !== undefined) {
      socket.end(refusal);
      return;
    }
    library ??= loadLibrary(limits);
    void library.then((webSockets) => {
      if (socket.destroyed) return;
      webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        const role = requestRole(request, options.isAdminListener);
        const connection = new WebSocketConnection(webSocket, { ...options, role, limits });
        connections.add(connection);
        webSocket.on('close', () => connections.delete(connection));
        if (isClosed) connection.close(CloseCode.goingAway, CLOSING);
      });
    });
  });
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const connection of connections) connection.check(nowMs);
  }, limits.checkIntervalMs).unref();
  return {
    get connectionCount() {
      let count = 0;
      for (const { isOpen } of connections) if (isOpen) count += 1;
      return count;
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const connection of connections) connection.close(CloseCode.goingAway, CLOSING);
    },
  };
}

const CLOSING = 'The server stops.';

async function loadLibrary(limits: WebSocketLimits): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws');
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: limits.messageBytes,
    maxFragments: limits.fragments,
  });
}

/** Bytes of an answer that refuses, or undefined. The library checks what makes a handshake of WebSocket. */
function refusalOf(
  { headers, rawHeaders }: IncomingMessage,
  headerCount: number,
  isClosed: boolean,
): string | undefined {
  if (isClosed) return statusLine('503 Service Unavailable');
  if (rawHeaders.length > headerCount * 2) return statusLine('431 Request Header Fields Too Large');
  if (headers.upgrade?.toLowerCase() !== 'websocket') return statusLine('400 Bad Request');
  return undefined;
}

function statusLine(status: string): string {
  return `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
}
