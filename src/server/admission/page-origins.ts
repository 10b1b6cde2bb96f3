/**
 * Which web pages may read answers: over HTTP (CORS) those of the listed origins, and over WebSockets, which browsers open to every
 * server, also the page that this server serves itself. No others: a page that a developer visits must not read data of a server on the
 * developer's machine. A page that is allowed here still never has the role of the operator (`caller.ts`).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RequestRefusal } from './request-refusal.ts';

const PREFLIGHT_SECONDS = '600';

/** Allows the page to read the answer if its origin is on the list; `*` on the list allows every page. Returns whether it may. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, allowed: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined || allowed.length === 0) return false;
  response.setHeader('vary', 'origin');
  if (!allowed.includes(origin) && !allowed.includes('*')) return false;
  response.setHeader('access-control-allow-origin', origin);
  return true;
}

/** Whether the sender may open a WebSocket: every program, since only browsers send `Origin`, the own page, and the allowed origins. */
export function mayOpenWebSocket({ headers, socket }: IncomingMessage, allowed: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || allowed.includes(origin) || allowed.includes('*')) return true;
  const page = URL.parse(origin);
  // Without TLS here, a proxy in front may have it.
  const hasScheme = page?.protocol === 'https:' || (page?.protocol === 'http:' && !('encrypted' in socket));
  return page !== null && hasScheme && URL.parse(`${page.protocol}//${host}`)?.host === page.host;
}

export function forbiddenForPages(): RequestRefusal {
  return new RequestRefusal('A web page may do this only if --cors-origin names its origin.', 403, 'forbidden');
}

/** Answers a preflight request. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'content-type');
  response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
  // Browsers ask separately before a public page may reach this machine or its network.
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204);
  response.end();
}
