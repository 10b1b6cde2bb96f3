/** What the two servers of this example share: JSON requests and answers over Node's HTTP server. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

const MAX_BODY_BYTES = 65_536;

export interface JsonAnswer {
  readonly status: number;
  readonly body: object;
  readonly headers?: { readonly [name: string]: string };
}

/** A request that is wrong in itself: status 400. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

/** The routes are named like `POST /verify`. An exception of a route is an answer with status 500. */
export function createJsonServer(routes: {
  readonly [route: string]: (request: IncomingMessage) => Promise<JsonAnswer>;
}): Server {
  return createServer(async (request, response) => {
    const path = (request.url ?? '/').replace(/\?.*/s, '');
    const name = `${request.method} ${path}`;
    const route = Object.hasOwn(routes, name) ? routes[name] : undefined;
    try {
      if (route === undefined) send(response, { status: 404, body: { error: `there is no ${name}` } });
      else send(response, await route(request));
    } catch (error) {
      send(response, { status: error instanceof BadRequest ? 400 : 500, body: { error: (error as Error).message } });
    }
  });
}

/** @throws BadRequest if it is too long or not JSON */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new BadRequest(`the body has more than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new BadRequest('the body is not JSON');
  }
}

function send(response: ServerResponse, { status, body, headers = {} }: JsonAnswer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(`${JSON.stringify(body)}\n`);
}
