/**
 * Which web pages may read answers over HTTP (CORS). None by default: a page that a developer visits must not read data of a server on
 * the developer's machine. A page that is allowed here still never has the role of the operator (`caller.ts`).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

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
