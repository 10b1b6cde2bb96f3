/**
 * Who is asking. The operator is a program that connects from this machine to a listener that was opened for the operator;
 * nothing that a client can write into a request makes it the operator (the reference trusts addresses too, Role.cpp).
 *
 * An address alone is not enough, because other people's programs run on the operator's machine as well:
 * - A web page in the operator's browser may post to `http://127.0.0.1` without asking (a form, or `fetch` with a plain
 *   content type, needs no permission; the page cannot read the answer, but the request has its effect). Browsers send
 *   `Origin` with each such request, so a request with one is not the operator's. A request without it still shows where it
 *   comes from: by `Sec-Fetch-Site` or `Referer`, or by a browser's name with a content type that a page may send unasked.
 *   The one page that may be the operator is the explorer, which this server itself serves: over a WebSocket, and only
 *   if the page's address is exactly the loopback address and port that the connection arrived at. A page behind another
 *   program's port (Vite, webpack, a reverse proxy that keeps `Host`) has that program's address. `localhost` stands for
 *   127.0.0.1 and ::1, and another program may have the same port of the other one, so that name is not enough.
 * - A page may let its own name point to 127.0.0.1 afterwards (DNS rebinding) and then counts as of the same origin. It
 *   still sends its name as `Host`, so only loopback names and bare addresses are the operator's.
 * - A proxy on this machine passes on strangers' requests from loopback. It says so in `Forwarded`, `X-Forwarded-For` or
 *   another of the headers below. A proxy that sends none of them looks like the operator, so the listener that is open to
 *   the world must not be the operator's.
 * So headers can only take the role away, never give it.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Role } from '../../rpc/method/context.ts';

/** Added by proxies and tunnels; never by a client that the operator starts. */
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

/** Sent by browsers on behalf of web pages. */
const PAGE_HEADERS = ['origin', 'referer', 'sec-fetch-site'] as const;

/** Which callers of a listener may be the operator: nobody, those from this machine, or those from anywhere. */
export type AdminAccess = 'none' | 'local' | 'remote';

export interface Caller {
  readonly role: Role;
  /** The address it speaks from, whatever headers say of others. */
  readonly address: string;
  /** True if the limits on numbers of requests are not for it. */
  readonly isExempt: boolean;
}

/** What is known of where a request came from. */
export type RequestOrigin = Pick<IncomingMessage, 'socket' | 'headers' | 'rawHeaders'>;

/**
 * Who sent a request that came over a listener. With `limitsLoopback`, only the operator is exempt. With `trustsOwnPage` the
 * page that this listener serves is taken for the operator's program, where nobody but this machine can open it.
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
  const { socket, headers, rawHeaders } = request;
  if (access === 'none' || (access === 'local' && !isLoopback(socket.remoteAddress))) return 'user';
  if (trustsOwnPage && access === 'local' && isOwnPage(request)) return 'admin';
  if (isForwarded(headers) || isFromPage(headers)) return 'user';
  if (headers.host === undefined) return 'admin';
  return isLocalHost(headers.host) && !hasTwoHosts(rawHeaders) ? 'admin' : 'user';
}

/**
 * True if the browser says that the request comes from a page whose address is the server's end of this connection. A page
 * cannot choose its `Origin`, and the browser writes `Host` from the address that the page connects to.
 */
function isOwnPage({ socket, headers, rawHeaders }: RequestOrigin): boolean {
  const { host, origin, referer, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (referer !== undefined || site !== 'same-origin') return false;
  if (isForwarded(headers) || hasTwoHosts(rawHeaders)) return false;
  const own = ownHost(socket);
  return own !== undefined && host === own && origin === `${schemeOf(socket)}://${own}`;
}

/**
 * The address that a browser is sent to which opened the explorer as `localhost`: the same page by the address of the
 * server's end, where it is the operator's. Undefined for other requests, and with TLS, whose certificate may have the name only.
 */
export function operatorsPageAddress(
  { socket, headers, url }: Pick<IncomingMessage, 'socket' | 'headers' | 'url'>,
  access: AdminAccess,
): string | undefined {
  const own = ownHost(socket);
  if (access !== 'local' || own === undefined || schemeOf(socket) === 'https') return undefined;
  const port = /:\d+$/.exec(own)?.[0] ?? '';
  return headers.host?.toLowerCase() === `localhost${port}` ? `http://${own}${url}` : undefined;
}

/** The loopback address and port of the server's end as browsers write them, without the scheme's usual port. */
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

/** Node takes the first of several and says nothing; whoever sent it may have meant another. */
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

/** True for what a browser sends for a web page, whether or not the page needed permission. */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  if (PAGE_HEADERS.some((name) => headers[name] !== undefined)) return true;
  return headers['user-agent']?.startsWith('Mozilla/') === true && isSimpleType(headers['content-type']);
}

/** True for the content types, and for their absence, that a page sends without asking first. */
function isSimpleType(contentType: string | undefined): boolean {
  const bare = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return (
    bare === '' ||
    bare === 'text/plain' ||
    bare === 'application/x-www-form-urlencoded' ||
    bare === 'multipart/form-data'
  );
}

/** True for 127.0.0.0/8 and ::1, also where IPv4 arrives in its IPv6 form. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address.startsWith('127.') || address === '::1' || address.startsWith('::ffff:127.');
}

/** True if a `Host` header is an address or the name of this machine's loopback, with or without a port. */
export function isLocalHost(host: string): boolean {
  if (host === '127.0.0.1') return true;
  const name = /^(?:\[(?<v6>[^\]]+)\]|(?<other>[^:]+))(?::\d+)?$/.exec(host)?.groups;
  if (name === undefined) return false;
  const bare = (name.v6 ?? name.other ?? '').toLowerCase();
  return bare === 'localhost' || isIP(bare) !== 0;
}
