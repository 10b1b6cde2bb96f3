/**
 * JSON-RPC over HTTP: `POST /`, one request or a batch, in either envelope; WebSockets on the same port by upgrade. Owns
 * sockets, limits and roles; what a method means is the rpc layer's. Every connection of every client passes here, so the
 * path of a good request is short: collect, parse, answer, one write.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import type { RpcServices } from '../../rpc/method/context.ts';
import type { StreamHub } from '../../rpc/streams/stream-hub.ts';
import { releasePooled } from '../../util/buffer-pool.ts';
import { type Clock, processClock } from '../../util/clock.ts';
import {
  type AdminAccess,
  type Caller,
  callerOf,
  isFromPage,
  operatorsPageAddress,
  type RequestOrigin,
} from '../admission/caller.ts';
import type { PortCounts } from '../admission/client-counts.ts';
import { type ConnectionGuard, guardConnections } from '../admission/connection-guard.ts';
import { DEFAULT_LIMITS, type ServerLimits } from '../admission/limits.ts';
import { BUSY_RETRY_MS, RequestGate } from '../admission/request-gate.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';
import { attachWebSockets, type WebSocketEndpoint } from '../websocket/websocket-endpoint.ts';
import { ApiAnswers } from './api-answers.ts';
import { EXPLORER_PAGE, type ExplorerFiles, type FileAnswer, isExplorerPath } from './explorer-files.ts';
import { FAUCET_PATH, type HttpRoute } from './http-routes.ts';
import {
  type AnswerBytes,
  answerBytes,
  JSON_TYPE,
  LONG_ANSWER_BYTES,
  writeAnswer,
  writeLongAnswer,
} from './long-answer.ts';
import { allowOrigin, answerPreflight } from './page-origins.ts';
import { isWithinPipeline } from './pipeline.ts';
import { createServer, type TlsMaterial } from './plain-or-tls.ts';
import { readBody } from './request-body.ts';
import { ShortConnections, type ShortExchange } from './short-connections.ts';

export interface HttpServerOptions {
  readonly services: RpcServices;
  /** Who may be the operator here. */
  readonly adminAccess: AdminAccess;
  readonly limits?: Partial<ServerLimits> | undefined;
  /** That of the whole server, where it has several listeners. */
  readonly gate?: RequestGate | undefined;
  /** The number of the port among those of the gate, from 0: each has counts of its own. */
  readonly portNumber?: number | undefined;
  /** With it the listener speaks `https` and `wss`, and nothing else. */
  readonly tls?: TlsMaterial | undefined;
  /** What it serves besides the API. */
  readonly routes?: readonly HttpRoute[] | undefined;
  /** With them, browsers that open the port see the explorer. */
  readonly explorer?: ExplorerFiles | undefined;
  /** Origins of web pages that may read answers; `*` for any. None without it. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** By what idle sockets are ended and answers dated; the machine's if absent. */
  readonly socketClock?: Clock | undefined;
  /** What WebSockets subscribe to. Without it the server takes none. */
  readonly streams?: StreamHub | undefined;
}

export interface HttpListener {
  /** The real port, when 0 was asked for. */
  readonly port: number;
  /** WebSockets that are open now. */
  readonly webSocketCount: number;
  /** Connections of every kind. */
  connectionCount(): Promise<number>;
  /** Uses another certificate for connections from now on. Throws if it cannot, and goes on with the old one. */
  renewTls(tls: TlsMaterial): void;
  /** Stops listening, lets requests under way finish, and closes every connection. */
  close(): Promise<void>;
}

export interface HttpServer {
  /** With `isShared` other threads may have the same port. Rejects with the system's error (`EADDRINUSE`, …). */
  listen(port: number, host: string, isShared?: boolean): Promise<HttpListener>;
}

/** How long requests under way may take to finish when the server closes. */
const CLOSE_GRACE_MS = 3_000;

/** What the functions below need to know of their server. */
interface Listening {
  readonly services: RpcServices;
  readonly adminAccess: AdminAccess;
  readonly limits: ServerLimits;
  readonly gate: RequestGate;
  readonly guard: ConnectionGuard;
  readonly counts: PortCounts;
  readonly routes: readonly HttpRoute[];
  readonly explorer: ExplorerFiles | undefined;
  readonly corsOrigins: readonly string[];
  readonly api: ApiAnswers;
  readonly socketClock: Clock;
  readonly server: Server;
}

/** Makes a server that does not listen yet. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { services, adminAccess, streams, tls, routes = [], explorer, corsOrigins = [] } = options;
  const { socketClock = processClock } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const gate = options.gate ?? new RequestGate(limits, services);
  const { server, renewTls } = createServer(limits, tls);
  const counts = gate.counts.port(options.portNumber ?? 0);
  const guard = guardConnections(server, tls === undefined ? 'connection' : 'secureConnection', limits, counts);
  const api = new ApiAnswers({ services, limits, gate });
  const listening = {
    services,
    adminAccess,
    limits,
    gate,
    guard,
    counts,
    routes,
    explorer,
    corsOrigins,
    api,
    socketClock,
    server,
  };
  server.on('request', (request, response) => {
    if (isWithinPipeline(request, response)) void serve(listening, request, response);
  });
  const hasExplorer = explorer !== undefined;
  const webSockets =
    streams && attachWebSockets(server, { services, streams, adminAccess, limits, gate, guard, hasExplorer });
  const shortWay = tls === undefined ? shortWayOf(listening) : undefined;
  if (shortWay !== undefined) server.on('connection', (socket) => shortWay.take(socket));
  const parts = { server, shortWay, webSockets, renewTls };
  return { listen: (port, host, isShared = false) => listen(parts, { port, host, reusePort: isShared }) };
}

function shortWayOf(listening: Listening): ShortConnections {
  const { limits, guard, counts, services, socketClock } = listening;
  return new ShortConnections(listening.server, {
    limits,
    guard,
    counts,
    clock: socketClock,
    pacer: services.longWork?.pacer,
    callerOf: (socket, headers) => whoAsks(listening, { socket, headers, rawHeaders: [] }),
    takeRoom: (caller, bytes) => takeRoom(listening, caller, bytes),
    moreHeaders: () => memberHeaders(services),
    answer: (exchange) => serveShort(listening, exchange),
  });
}

function whoAsks({ adminAccess, limits }: Listening, origin: RequestOrigin): Caller {
  return callerOf(origin, adminAccess, limits.limitLoopback === 1);
}

async function serve(listening: Listening, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { limits, corsOrigins, guard } = listening;
  try {
    if (guard.isSurplus(request.socket)) {
      response.shouldKeepAlive = false;
      throw listening.gate.refuse('tooBusy', limits.keepAliveTimeoutMs);
    }
    const isReadable = allowOrigin(request, response, corsOrigins);
    if (request.method === 'OPTIONS' && isReadable) {
      answerPreflight(request, response);
      return;
    }
    const file = listening.explorer?.nameOf(request);
    const route = file === undefined ? findRoute(listening, request) : undefined;
    // What a route does by POST is not done for pages that happen to be open on this machine.
    if (route?.method === 'POST' && !isReadable && isFromPage(request.headers)) throw forbiddenForPages();
    checkHead(request, limits);
    const text = await readBody(request, limits.bodyBytes, listening.counts.bodies);
    const caller = whoAsks(listening, request);
    await listening.gate.admit(caller, text.length, async () => {
      if (file !== undefined) {
        const elsewhere = file === EXPLORER_PAGE ? operatorsPageAddress(request, listening.adminAccess) : undefined;
        sendFile(response, elsewhere === undefined ? listening.explorer!.answer(file, request) : sentTo(elsewhere));
        return;
      }
      if (route === undefined) {
        const { status, bytes } = await listening.api.answer(text, caller, () => response.destroyed);
        await send(listening, response, status, bytes, JSON_TYPE, caller);
        return;
      }
      const { status, body, contentType } = await route.answer(text);
      await send(listening, response, status, answerBytes(body, contentType), contentType, caller);
    });
  } catch (error) {
    // The client went away; there is nobody to answer.
    if (request.destroyed && !request.complete) return;
    const refusal = refusalOf(listening, error);
    // What is left of the body is not read, so the connection cannot be used again.
    if (!request.complete) response.shouldKeepAlive = false;
    if (refusal.status === 405) response.setHeader('allow', allowedMethod(listening, request));
    if (refusal.retryAfter !== undefined) response.setHeader('retry-after', refusal.retryAfter);
    await send(listening, response, refusal.status, answerBytes(refusal.toBody()));
  }
}

/** Answers a request that came the short way, which has neither a file nor a route for its target. */
async function serveShort(listening: Listening, { text, caller, isAbandoned, send }: ShortExchange): Promise<void> {
  try {
    await listening.gate.admit(caller, text.length, async () => {
      const { status, bytes } = await listening.api.answer(text, caller, isAbandoned);
      await send(status, bytes);
    });
  } catch (error) {
    const refusal = refusalOf(listening, error);
    const headers = refusal.retryAfter === undefined ? {} : { 'retry-after': refusal.retryAfter };
    await send(refusal.status, answerBytes(refusal.toBody()), headers);
  }
}

/** What an error says to the client; one that was not meant for it is reported. */
function refusalOf({ services }: Listening, error: unknown): RequestRefusal {
  if (error instanceof RequestRefusal) return error;
  services.log.error({ err: error }, 'a request failed unexpectedly');
  return new RequestRefusal('Internal error.', 500, 'internal');
}

const NO_FAUCET = `POST ${FAUCET_PATH} gives test money on the operator's port of a server that was started with --dev. This is none.`;

const API_ONLY = 'This is a JSON-RPC server: send a request by POST.';
const PAGE_AND_API =
  'This address is two things: a browser that opens it shows the explorer, and programs send JSON-RPC requests to it by POST.';

/** The route that a request goes to; undefined for the API. Throws `RequestRefusal` for what goes nowhere. */
function findRoute({ routes, explorer }: Listening, { method, url }: IncomingMessage): HttpRoute | undefined {
  if (method === 'POST' && url === '/') return undefined;
  const route = routes.find((one) => one.path === url);
  if (route?.method === method) return route;
  if (route !== undefined) throw new RequestRefusal(`Ask for ${route.path} by ${route.method}.`, 405);
  if (method !== 'POST') throw new RequestRefusal(explorer !== undefined && url === '/' ? PAGE_AND_API : API_ONLY, 405);
  throw new RequestRefusal(url === FAUCET_PATH ? NO_FAUCET : 'Requests go to the path /.', 404);
}

function forbiddenForPages(): RequestRefusal {
  return new RequestRefusal('Web pages need their origin in --cors-origin for this.', 403, 'forbidden');
}

function allowedMethod({ routes, explorer }: Listening, { url }: IncomingMessage): string {
  if (explorer !== undefined && url !== undefined && isExplorerPath(url)) return 'GET, HEAD';
  return routes.find((one) => one.path === url)?.method ?? 'POST';
}

function checkHead(request: IncomingMessage, limits: ServerLimits): void {
  if (request.rawHeaders.length > limits.headerCount * 2) throw new RequestRefusal('Too many headers.', 431);
  const coding = request.headers['transfer-encoding']?.toLowerCase();
  // HTTP/1.0 has none, so whoever passed such a request on may have seen another body in it.
  if (coding !== undefined && (coding !== 'chunked' || request.httpVersion === '1.0')) {
    throw new RequestRefusal('Unsupported transfer encoding: send the body as it is, or in chunks.');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new RequestRefusal(`Unsupported content encoding: send the body as it is.`, 415);
  }
}

/** Answers up to this length are not counted: there is never more than one for a connection. */
const SHORT_ANSWER_BYTES = 16_384;

/**
 * One write, if the body is not long: with a text as the body Node puts headers and body into one buffer. Nothing for a
 * client that went away while its request waited or was answered.
 */
async function send(
  listening: Listening,
  response: ServerResponse,
  status: number,
  { text, length }: AnswerBytes,
  contentType = JSON_TYPE,
  caller?: Caller,
): Promise<void> {
  if (response.destroyed) return;
  const { limits, services } = listening;
  const leaveRoom = caller && takeRoom(listening, caller, length);
  if (leaveRoom !== undefined) response.once('close', leaveRoom);
  if (!listening.server.listening) response.shouldKeepAlive = false;
  response.writeHead(status, [
    'content-type',
    contentType,
    'content-length',
    String(length),
    ...memberHeaders(services),
  ]);
  const { socket } = response;
  if (typeof text !== 'string') response.once('finish', () => text.forEach(releasePooled));
  if (typeof text !== 'string' && length > LONG_ANSWER_BYTES) {
    socket?.setTimeout(limits.stallMs);
    await writeLongAnswer(response, text, services.longWork?.pacer);
    response.end();
    return;
  }
  // Plain ASCII, as nearly every answer is, is cheaper to copy as Latin-1.
  if (typeof text === 'string') response.end(text, length === text.length ? 'latin1' : 'utf8');
  else {
    writeAnswer(response, text);
    response.end();
  }
  // When all is sent, the time that a connection may be idle takes over.
  if (socket !== null && socket.writableLength > 0) socket.setTimeout(limits.stallMs);
}

/** Which of several servers answered, and how far it is. */
function memberHeaders({ memberName, reader }: RpcServices): readonly string[] {
  if (memberName === undefined) return [];
  return ['weir-node', memberName, 'weir-ledger', String(reader.validated.ledgerIndex)];
}

function sentTo(address: string): FileAnswer {
  return { status: 307, headers: ['location', address, 'content-length', '0'], body: Buffer.alloc(0) };
}

/** A file is short, and read by nobody twice. */
function sendFile(response: ServerResponse, { status, headers, body }: FileAnswer): void {
  if (response.destroyed) return;
  response.writeHead(status, [...headers]);
  response.end(body);
}

/**
 * Counts a long answer until it is read, or its client gone: the function says so. Throws `RequestRefusal` if there are
 * too many.
 */
function takeRoom({ counts, gate }: Listening, caller: Caller, bytes: number): (() => void) | undefined {
  if (caller.isExempt || bytes <= SHORT_ANSWER_BYTES) return undefined;
  if (!counts.answers.take(bytes)) throw gate.refuse('tooBusy', BUSY_RETRY_MS);
  return () => counts.answers.giveBack(bytes);
}

interface Parts {
  readonly server: Server;
  readonly shortWay: ShortConnections | undefined;
  readonly webSockets: WebSocketEndpoint | undefined;
  renewTls(tls: TlsMaterial): void;
}

function listen({ server, shortWay, webSockets, renewTls }: Parts, place: ListenOptions): Promise<HttpListener> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(place, () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        get webSocketCount() {
          return webSockets?.connectionCount ?? 0;
        },
        connectionCount: () =>
          new Promise((settle, fail) => {
            server.getConnections((error, count) => (error === null ? settle(count) : fail(error)));
          }),
        renewTls,
        close() {
          webSockets?.close();
          return close(server, shortWay);
        },
      });
    });
  });
}

function close(server: Server, shortWay: ShortConnections | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
      shortWay?.destroy();
    }, CLOSE_GRACE_MS);
    server.close((error) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeIdleConnections();
    shortWay?.close();
  });
}
