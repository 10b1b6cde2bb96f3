/**
 * The role of a caller. By default the operator is a program that connects from this machine to a listener that was opened for the
 * operator (the reference trusts addresses too, Role.cpp). That is every program of every user of the machine. So a listener may instead
 * require a secret token, or be a unix socket, whose file only its owner can open. Nothing else in a request can make a client the
 * operator.
 *
 * An address alone is not enough, because code of others runs on the operator's machine too:
 * - A web page in the operator's browser may post to `http://127.0.0.1` without permission (a form, or `fetch` with a plain
 *   content type; the page cannot read the answer, but the request has its effect). Browsers send `Origin` with each such
 *   request, so a request with one is not from the operator. Others are recognised by `Sec-Fetch-Site` or `Referer`, or by the name
 *   of a browser with a content type that a page may send without permission. The only page that may be the operator is the explorer,
 *   which this server itself serves: over a WebSocket, and only if the address of the page is exactly the loopback address and port of
 *   the connection. A page from the port of another program (Vite, webpack, a reverse proxy that keeps `Host`) has the address of that
 *   program. `localhost` means 127.0.0.1 and ::1, and another program may have the same port on the other one, so the name is not enough.
 * - A page may let its own name point to 127.0.0.1 afterwards (DNS rebinding) and then has the same origin. It still sends its name as
 *   `Host`, so only loopback names and bare addresses belong to the operator. On a listener that all machines may use as the operator,
 *   names that no page of the internet has belong to it too: those without a dot, such as that of a container, and those of `.internal`.
 * - A proxy on this machine forwards the requests of strangers from loopback. It marks them with `Forwarded`, `X-Forwarded-For` or
 *   another of the headers below. Requests of a proxy that sends none of them look like the operator's, so a listener that is open to
 *   the internet must not be the operator's.
 * So all other headers can only take the role away, and they do so with a token and on a unix socket too.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Role } from '../../rpc/method/context.ts';
import { hasToken } from './admin-token.ts';
import { isInternalName, nameOfHost } from './host-name.ts';

/** Headers that proxies and tunnels add, and that no client of the operator sends. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-original-forwarded-for',
  'x-original-host',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-envoy-internal',
  'x-amzn-trace-id',
  'cdn-loop',
  'cf-connecting-ip',
  'fastly-client-ip',
  'true-client-ip',
] as const;

/** Headers that browsers send for web pages. */
const PAGE_HEADERS = ['origin', 'referer', 'sec-fetch-site'] as const;

/**
 * Which callers of a listener may be the operator: none, those on this machine, all, all of a unix socket, or those that send the token
 * with this hash.
 */
export type AdminAccess = 'none' | 'local' | 'remote' | 'socket' | { readonly tokenHash: string };

export interface Caller {
  readonly role: Role;
  /** The remote address of the connection, independent of its headers. */
  readonly address: string;
  /** True if the limits on numbers of requests do not apply. */
  readonly isExempt: boolean;
}

/** The parts of a request that decide the role. */
export type RequestOrigin = Pick<IncomingMessage, 'socket' | 'headers' | 'rawHeaders'>;

/**
 * The caller of a request. With `limitsLoopback`, only the operator is exempt from limits. With `trustsOwnPage`, the page that this
 * listener serves counts as a program of the operator, if only this machine can open it.
 */
export function callerOf(
  request: RequestOrigin,
  access: AdminAccess,
  limitsLoopback: boolean,
  trustsOwnPage = false,
): Caller {
  const role = requestRole(request, access, trustsOwnPage);
  const address = request.socket.remoteAddress ?? '';
  const isExempt = role === 'admin' || (!limitsLoopback && isLoopback(address) && !isForwarded(request.headers));
  return { role, address, isExempt };
}

function requestRole(request: RequestOrigin, access: AdminAccess, trustsOwnPage: boolean): Role {
  const { headers, rawHeaders } = request;
  if (!isAdmitted(request, access)) return 'user';
  const hasOwnPage = access === 'local' || typeof access === 'object';
  if (trustsOwnPage && hasOwnPage && isOwnPage(request)) return 'admin';
  if (isForwarded(headers) || isFromPage(headers)) return 'user';
  if (headers.host === undefined) return 'admin';
  return isOwnHost(headers.host, access) && !hasTwoHosts(rawHeaders) ? 'admin' : 'user';
}

function isAdmitted({ socket, headers }: RequestOrigin, access: AdminAccess): boolean {
  if (typeof access === 'object') return hasToken(headers, access.tokenHash);
  return access === 'local' ? isLoopback(socket.remoteAddress) : access !== 'none';
}

/** A page that uses a name of its own for this machine has no token, so with a token the name does not matter. */
function isOwnHost(host: string, access: AdminAccess): boolean {
  return isLocalHost(host) || typeof access === 'object' || (access === 'remote' && isInternalHost(host));
}

/**
 * True if the browser sends the request for a page whose address is the local address of this connection. A page cannot choose its
 * `Origin`, and the browser takes `Host` from the address that the page connects to.
 */
function isOwnPage({ socket, headers, rawHeaders }: RequestOrigin): boolean {
  const { host, origin, referer, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (referer !== undefined || site !== 'same-origin') return false;
  if (isForwarded(headers) || hasTwoHosts(rawHeaders)) return false;
  const own = ownHost(socket);
  return own !== undefined && host === own && origin === `${schemeOf(socket)}://${own}`;
}

/**
 * The address to which a browser is redirected that opened the explorer as `localhost`: the same page by the local address of the
 * connection, where the page may be the operator. Undefined for other requests, and with TLS, whose certificate may name only the host.
 */
export function operatorsPageAddress(
  { socket, headers, url }: Pick<IncomingMessage, 'socket' | 'headers' | 'url'>,
  access: AdminAccess,
): string | undefined {
  const own = ownHost(socket);
  if (access === 'none' || access === 'remote' || own === undefined || schemeOf(socket) === 'https') return undefined;
  const port = /:\d+$/.exec(own)?.[0] ?? '';
  return headers.host?.toLowerCase() === `localhost${port}` ? `http://${own}${url}` : undefined;
}

/** The local loopback address and port as browsers write them, without the default port of the scheme. */
function ownHost(socket: Socket): string | undefined {
  const { localAddress, localPort } = socket;
  if (localAddress === undefined || !isLoopback(localAddress)) return undefined;
  const address = localAddress.replace(/^::ffff:/, '');
  const host = address.includes(':') ? `[${address}]` : address;
  return localPort === (schemeOf(socket) === 'https' ? 443 : 80) ? host : `${host}:${localPort}`;
}

function schemeOf(socket: Socket): 'http' | 'https' {
  return 'encrypted' in socket ? 'https' : 'http';
}

/** Node.js silently takes the first of several `Host` headers; the sender may have meant another one. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return PROXY_HEADERS.some((name) => headers[name] !== undefined);
}

/** True for a request that a browser sends for a web page, with or without permission. */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  if (PAGE_HEADERS.some((name) => headers[name] !== undefined)) return true;
  return headers['user-agent']?.startsWith('Mozilla/') === true && isSimpleType(headers['content-type']);
}

/** True for the content types that a page may send without a preflight request, and if there is none. */
function isSimpleType(contentType: string | undefined): boolean {
  const bare = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return (
    bare === '' ||
    bare === 'text/plain' ||
    bare === 'application/x-www-form-urlencoded' ||
    bare === 'multipart/form-data'
  );
}

/** True for 127.0.0.0/8, also mapped to IPv6, and ::1. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.');
}

/** True if a `Host` header is an IP address or `localhost`, with or without a port. */
export function isLocalHost(host: string): boolean {
  if (host === '127.0.0.1') return true;
  const name = nameOfHost(host);
  return name !== undefined && (name === 'localhost' || isIP(name) !== 0);
}

function isInternalHost(host: string): boolean {
  const name = nameOfHost(host);
  return name !== undefined && isInternalName(name);
}
