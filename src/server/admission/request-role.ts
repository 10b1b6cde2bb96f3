/**
 * Who is asking. The operator is whoever speaks from this machine to a listener that was opened for the operator; nothing
 * that a client can write into a request makes it the operator (the reference trusts addresses too, Role.cpp).
 *
 * An address alone is not enough, because other people's programs run on the operator's machine as well:
 * - A web page in the operator's browser may post to `http://127.0.0.1` without asking (a form, or `fetch` with a plain
 *   content type, needs no permission; the page cannot read the answer, but the deed is done). Browsers send `Origin`
 *   with each such request, so whoever sends one is not the operator. Should one leave it out, it still gives itself
 *   away: by `Sec-Fetch-Site` or `Referer`, or by its own name with a content type that a page may send unasked.
 * - A page may let its own name point to 127.0.0.1 afterwards (DNS rebinding) and then counts as of the same origin. It
 *   still sends its name as `Host`, so only loopback names and bare addresses are the operator's.
 * - A proxy on this machine brings strangers in from loopback. It says so in `Forwarded`, `X-Forwarded-For` or another of
 *   the headers below. One that says nothing at all cannot be told from the operator, so the listener that is open to
 *   the world must not be the operator's.
 * So headers can only take the role away, never give it.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
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

/** Who sent a request that came over a listener. With `limitsLoopback`, only the operator is exempt. */
export function callerOf(request: IncomingMessage, access: AdminAccess, limitsLoopback: boolean): Caller {
  const role = requestRole(request, access);
  const address = request.socket.remoteAddress ?? '';
  const isExempt = role === 'admin' || (!limitsLoopback && isLoopback(address) && !isForwarded(request.headers));
  return { role, address, isExempt };
}

function requestRole({ socket, headers, rawHeaders }: IncomingMessage, access: AdminAccess): Role {
  if (access === 'none' || (access === 'local' && !isLoopback(socket.remoteAddress))) return 'user';
  if (isForwarded(headers) || isFromPage(headers)) return 'user';
  if (headers.host === undefined) return 'admin';
  return isLocalHost(headers.host) && !hasTwoHosts(rawHeaders) ? 'admin' : 'user';
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
