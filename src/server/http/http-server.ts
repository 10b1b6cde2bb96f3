/**
 * JSON-RPC over HTTP: `POST /`, one request or a batch, in either envelope; WebSockets on the same port by upgrade. Owns
 * sockets, limits and roles, not methods. Every connection passes through here, so the path of a valid request is short:
 * collect, parse, answer, one write.
 */

import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ListenOptions } from 'node:net';
import { promisify } from 'node:util';
import type { RpcServices } from '../../rpc/method/context.ts';
import type { StreamHub } from '../../rpc/streams/stream-hub.ts';
import { type Awaitable, andThen, orElse } from '../../util/awaitable.ts';
import { releasePooled } from '../../util/buffer-pool.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
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
import { OwnHosts } from '../admission/own-hosts.ts';
import { allowOrigin, answerPreflight, forbiddenForPages } from '../admission/page-origins.ts';
import { BUSY_RETRY_MS, RequestGate } from '../admission/request-gate.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';
import { JsonFault } from '../envelopes/strict-json.ts';
import { attachWebSockets } from '../websocket/websocket-endpoint.ts';
import { answerApi } from './api-answers.ts';
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
import { isWithinPipeline } from './pipeline.ts';
import { createServer, type TlsMaterial } from './plain-or-tls.ts';
import { readBody } from './request-body.ts';
import { ShortConnections, type ShortExchange } from './short-connections.ts';

export interface HttpServerOptions {
  readonly services: RpcServices;
  /** Which callers may be the operator on this port. */
  readonly adminAccess: AdminAccess;
  readonly limits?: Partial<ServerLimits> | undefined;
  /** The gate that all listeners of the server share; a new one if absent. */
  readonly gate?: RequestGate | undefined;
  /** The number of the port among those that share the gate, from 0. Each port has its own counts. */
  readonly portNumber?: number | undefined;
  /** With it the listener accepts only `https` and `wss`. */
  readonly tls?: TlsMaterial | undefined;
  /** Paths that the port serves besides the API. */
  readonly routes?: readonly HttpRoute[] | undefined;
  /** With it, browsers that open the port get the explorer. */
  readonly explorer?: ExplorerFiles | undefined;
  /** Origins of web pages that may read answers; `*` for any. None without it. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Names of the server for the header `Host`, besides those that it has anyway; see `own-hosts.ts`. */
  readonly hostNames?: readonly string[] | undefined;
  /** Times idle sockets and dates answers; the machine's clock if absent. */
  readonly socketClock?: Clock | undefined;
  /** The streams that WebSockets subscribe to. Without it the server accepts no WebSockets. */
  readonly streams?: StreamHub | undefined;
}

export interface HttpListener {
  /** The port in use, also if 0 was requested; 0 for a unix socket. */
  readonly port: number;
  /** WebSockets that are open now. */
  readonly webSocketCount: number;
  /** Connections of every kind. */
  connectionCount(): Promise<number>;
  /** Uses another certificate for new connections. Throws if the certificate is unusable, and keeps the old one. */
  renewTls(tls: TlsMaterial): void;
  /** Stops listening, lets requests under way finish, and closes every connection. */
  close(): Promise<void>;
}

/** How long requests under way may take to finish when the server closes. */
const CLOSE_GRACE_MS = 3_000;

/** The server, as the functions below need it. */
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
  readonly hosts: OwnHosts;
  readonly socketClock: Clock;
  readonly server: Server;
}

/** Listens on a port. With `isShared` other threads may have it too. Rejects with the system's error (`EADDRINUSE`, …). */
export function listenHttp(
  options: HttpServerOptions,
  port: number,
  host: string,
  isShared = false,
): Promise<HttpListener> {
  return listen(options, { port, host, reusePort: isShared });
}

/**
 * Listens on a unix socket with this path, whose file only its owner can open. Not in a worker, which cannot choose the rights of files.
 * Rejects with the system's error.
 */
export function listenOnSocket(options: HttpServerOptions, path: string): Promise<HttpListener> {
  // The file exists, with its rights, when `listen` of Node.js returns.
  const umask = process.umask(SOCKET_UMASK);
  try {
    return listen(options, { path });
  } finally {
    process.umask(umask);
  }
}

/** Leaves reading and writing by the owner. */
const SOCKET_UMASK = 0o177;

async function listen(options: HttpServerOptions, place: ListenOptions): Promise<HttpListener> {
  const { services, adminAccess, streams, tls, routes = [], explorer, corsOrigins = [], hostNames = [] } = options;
  const { socketClock = systemClock } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const gate = options.gate ?? new RequestGate(limits, services);
  const { server, renewTls } = createServer(limits, tls);
  const counts = gate.counts.port(options.portNumber ?? 0);
  const hosts = new OwnHosts({
    address: place.host ?? 'localhost',
    machineName: services.program.hostName,
    added: hostNames,
    certificate: tls?.cert,
  });
  const guard = guardConnections(
    server,
    tls === undefined ? 'connection' : 'secureConnection',
    limits,
    counts.connections,
  );
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
    hosts,
    socketClock,
    server,
  };
  server.on('request', (request, response) => {
    if (isWithinPipeline(request, response)) void serve(listening, request, response);
  });
  const hasExplorer = explorer !== undefined;
  const webSockets =
    streams &&
    attachWebSockets(server, { services, streams, adminAccess, limits, gate, guard, hosts, corsOrigins, hasExplorer });
  const shortConnections = tls === undefined ? createShortConnections(listening) : undefined;
  if (shortConnections !== undefined) server.on('connection', (socket) => shortConnections.take(socket));
  server.listen(place);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' ? address!.port : 0,
    get webSocketCount() {
      return webSockets?.connectionCount ?? 0;
    },
    connectionCount: () => promisify(server.getConnections).call(server),
    renewTls(renewed) {
      renewTls(renewed);
      hosts.renewCertificate(renewed.cert);
    },
    close() {
      webSockets?.close();
      return close(server, shortConnections);
    },
  };
}

function createShortConnections(listening: Listening): ShortConnections {
  const { limits, guard, counts, hosts, services, socketClock } = listening;
  return new ShortConnections(listening.server, {
    limits,
    guard,
    counts,
    hosts,
    clock: socketClock,
    pacer: services.longWork?.pacer,
    callerOf: (socket, headers) => callerIn(listening, { socket, headers, rawHeaders: [] }),
    takeRoom: (caller, bytes) => takeRoom(listening, caller, bytes),
    moreHeaders: () => memberHeaders(services),
    answer: (exchange) => serveShort(listening, exchange),
  });
}

function callerIn({ adminAccess, limits }: Listening, origin: RequestOrigin): Caller {
  return callerOf(origin, adminAccess, limits.limitLoopback === 1);
}

async function serve(listening: Listening, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { limits, corsOrigins, guard, hosts } = listening;
  try {
    if (guard.isSurplus(request.socket)) {
      response.shouldKeepAlive = false;
      throw listening.gate.refuse('tooBusy', limits.keepAliveTimeoutMs);
    }
    hosts.check(request.headers.host);
    const isReadable = allowOrigin(request, response, corsOrigins);
    if (request.method === 'OPTIONS' && isReadable) {
      answerPreflight(request, response);
      return;
    }
    const file = listening.explorer?.nameOf(request);
    const route = file === undefined ? findRoute(listening, request) : undefined;
    // A web page that is open on this machine must not be able to use a POST route.
    if (route?.method === 'POST' && !isReadable && isFromPage(request.headers)) throw forbiddenForPages();
    checkHead(request, limits);
    const caller = callerIn(listening, request);
    if (route?.isForAdmins === true && caller.role !== 'admin') throw forbiddenForUsers();
    const text = await readBody(request, route?.bodyBytes ?? limits.bodyBytes, listening.counts.bodies);
    await listening.gate.admit(caller, text.length, async () => {
      if (file !== undefined) {
        const redirect = file === EXPLORER_PAGE ? operatorsPageAddress(request, listening.adminAccess) : undefined;
        sendFile(response, redirect === undefined ? listening.explorer!.answer(file, request) : redirectTo(redirect));
        return;
      }
      if (route === undefined) {
        const { traceparent } = request.headers;
        const trace = typeof traceparent === 'string' ? traceparent : undefined;
        const { status, bytes } = await answerApi(listening, text, caller, () => response.destroyed, trace);
        await send(listening, response, status, bytes, JSON_TYPE, caller);
        return;
      }
      const { status, body, contentType } = await route.answer(text);
      await send(listening, response, status, answerBytes(body, contentType), contentType, caller);
    });
  } catch (error) {
    // The client has disconnected.
    if (request.destroyed && !request.complete) return;
    const refusal = refusalOf(listening, error);
    // The rest of the body is not read, so the connection cannot be used again.
    if (!request.complete) response.shouldKeepAlive = false;
    if (refusal.status === 405) response.setHeader('allow', allowedMethod(listening, request));
    if (refusal.retryAfter !== undefined) response.setHeader('retry-after', refusal.retryAfter);
    await send(listening, response, refusal.status, answerBytes(refusal.toBody()));
  }
}

/** Answers a request that `ShortConnections` has read: always one for the API. */
function serveShort(listening: Listening, { text, caller, isAbandoned, send }: ShortExchange): Awaitable<void> {
  const answer = () =>
    andThen(answerApi(listening, text, caller, isAbandoned), ({ status, bytes }) => send(status, bytes));
  return orElse(
    () => listening.gate.admit(caller, text.length, answer),
    (error) => {
      const refusal = refusalOf(listening, error);
      const headers = refusal.retryAfter === undefined ? {} : { 'retry-after': refusal.retryAfter };
      return send(refusal.status, answerBytes(refusal.toBody()), headers);
    },
  );
}

/** The refusal that the client gets for an error. Errors that are bugs are logged. */
function refusalOf({ services }: Listening, error: unknown): RequestRefusal {
  if (error instanceof RequestRefusal) return error;
  if (error instanceof JsonFault) return new RequestRefusal(`Unable to parse request: ${error.message}`);
  services.log.error({ err: error }, 'a request failed unexpectedly');
  return new RequestRefusal('Internal error.', 500, 'internal');
}

const NO_FAUCET = `POST ${FAUCET_PATH} gives test money only on the administrator's port of a server that was started with --dev.`;

const API_ONLY = 'This is a JSON-RPC server: send a request by POST.';
const PAGE_AND_API = 'In a browser this address shows the explorer; programs send it JSON-RPC requests by POST.';

/** The route of a request; undefined for the API. Throws `RequestRefusal` for an unknown path or a wrong method. */
function findRoute({ routes, explorer }: Listening, { method, url }: IncomingMessage): HttpRoute | undefined {
  if (method === 'POST' && url === '/') return undefined;
  const route = routes.find((one) => one.path === url);
  if (route?.method === method) return route;
  if (route !== undefined) throw new RequestRefusal(`${route.path} accepts only ${route.method} requests.`, 405);
  if (method !== 'POST') throw new RequestRefusal(explorer !== undefined && url === '/' ? PAGE_AND_API : API_ONLY, 405);
  throw new RequestRefusal(url === FAUCET_PATH ? NO_FAUCET : 'Send requests to the path /.', 404);
}

function forbiddenForUsers(): RequestRefusal {
  return new RequestRefusal('Only administrators may do this.', 403, 'noPermission');
}

function allowedMethod({ routes, explorer }: Listening, { url }: IncomingMessage): string {
  if (explorer !== undefined && url !== undefined && isExplorerPath(url)) return 'GET, HEAD';
  return routes.find((one) => one.path === url)?.method ?? 'POST';
}

function checkHead(request: IncomingMessage, limits: ServerLimits): void {
  if (request.rawHeaders.length > limits.headerCount * 2) throw new RequestRefusal('Too many headers.', 431);
  const coding = request.headers['transfer-encoding']?.toLowerCase();
  // HTTP/1.0 has no transfer encodings, so a proxy may have seen another body in such a request.
  if (coding !== undefined && (coding !== 'chunked' || request.httpVersion === '1.0')) {
    throw new RequestRefusal('Unsupported transfer encoding: send the body as it is, or in chunks.');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new RequestRefusal(`Unsupported content encoding: send the body as it is.`, 415);
  }
}

/** Answers up to this length are not counted as unread: a connection has at most one of them. */
const SHORT_ANSWER_BYTES = 16_384;

/**
 * Sends an answer, unless the client has disconnected. A body that is not long takes one write: Node puts the headers and a body
 * that is a string into one buffer.
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
  const giveRoomBack = caller && takeRoom(listening, caller, length);
  if (giveRoomBack !== undefined) response.once('close', giveRoomBack);
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
  // Nearly every answer is ASCII, which is cheaper to copy as Latin-1.
  if (typeof text === 'string') response.end(text, length === text.length ? 'latin1' : 'utf8');
  else {
    writeAnswer(response, text);
    response.end();
  }
  // When all is sent, the timeout of idle connections applies again.
  if (socket !== null && socket.writableLength > 0) socket.setTimeout(limits.stallMs);
}

/** Headers that name the member of a cluster that answered, and its last validated ledger. */
function memberHeaders({ memberName, reader }: RpcServices): readonly string[] {
  if (memberName === undefined) return [];
  return ['weir-node', memberName, 'weir-ledger', String(reader.validated.ledgerIndex)];
}

function redirectTo(address: string): FileAnswer {
  return { status: 307, headers: ['location', address, 'content-length', '0'], body: Buffer.alloc(0) };
}

/** Files are short and cached by browsers, so they do not count as unread answers. */
function sendFile(response: ServerResponse, { status, headers, body }: FileAnswer): void {
  if (response.destroyed) return;
  response.writeHead(status, [...headers]);
  response.end(body);
}

/**
 * Counts a long answer as unread. The returned function ends that: call it when the answer is sent or the connection closed. Throws
 * `RequestRefusal` if clients have not read too many bytes.
 */
function takeRoom({ counts, gate }: Listening, caller: Caller, bytes: number): (() => void) | undefined {
  if (bytes <= SHORT_ANSWER_BYTES) return undefined;
  const room = caller.isExempt ? counts.exemptAnswers : counts.answers;
  if (!room.take(bytes)) throw gate.refuse('tooBusy', BUSY_RETRY_MS);
  return () => room.giveBack(bytes);
}

function close(server: Server, shortConnections: ShortConnections | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
      shortConnections?.destroy();
    }, CLOSE_GRACE_MS);
    server.close((error) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeIdleConnections();
    shortConnections?.close();
  });
}
