/**
 * Which web pages may read answers over HTTP. None by default: a page that a developer happens to visit must not be
 * able to look around on the developer's machine. Pages never become the operator, whatever is allowed here
 * (`caller.ts`).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const PREFLIGHT_SECONDS = '600';

/** Marks the answer as readable for the page that asks, if it is on the list; `*` on the list is every page. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, allowed: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined || allowed.length === 0) return false;
  response.setHeader('vary', 'origin');
  if (!allowed.includes(origin) && !allowed.includes('*')) return false;
  response.setHeader('access-control-allow-origin', origin);
  return true;
}

/** Answers a browser that asks whether it may send a page's request. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'content-type');
  response.setHeader('access-control-max-age', PREFLIGHT_SECONDS);
  // A page from the internet that reaches into this machine or network is asked for separately.
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204);
  response.end();
}
