/**
 * The HTTP interface of the watch, on the loopback only: submit claims, request redemptions, read state and metrics. Requests of
 * web pages are refused, as the server does (server/admission/caller.ts).
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';
import { isFromPage, isLocalHost } from '../server/admission/caller.ts';
import { Room } from '../server/admission/client-counts.ts';
import { RequestRefusal } from '../server/admission/request-refusal.ts';
import { readBody } from '../server/http/request-body.ts';
import { MalformedClaimError, parseReceivedClaim } from './claim-text.ts';
import { isGenuine } from './claim-verdict.ts';
import type { ClaimAnswer, PayeeWatch } from './payee-watch.ts';
import { answerJson, stateJson } from './watch-json.ts';
import type { WatchMetrics } from './watch-metrics.ts';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 1_000_000;
const MAX_BODIES_BYTES = 20_000_000;
const MAX_CONNECTIONS = 100;

interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly contentType?: string;
}

type Route = (body: string) => Answer | Promise<Answer>;

export interface WatchListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on a port of the loopback; 0 lets the system choose one. Rejects with the system's error. */
export async function serveWatch(watch: PayeeWatch, metrics: WatchMetrics, port: number): Promise<WatchListener> {
  const routes = routesOf(watch, metrics);
  const room = new Room(MAX_BODIES_BYTES);
  const server = createServer((request, response) => {
    answer(request, routes, room)
      .catch((error: unknown) => failure(error))
      .then((done) => send(response, done));
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listen(server, port);
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, close };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function routesOf(watch: PayeeWatch, metrics: WatchMetrics): ReadonlyMap<string, Route> {
  return new Map<string, Route>([
    ['GET /state', () => ({ status: 200, body: stateJson(watch) })],
    [
      'GET /metrics',
      async () => {
        const { text, contentType } = await metrics.text();
        return { status: 200, body: text, contentType };
      },
    ],
    ['POST /claims', (body) => takeClaims(watch, parseBody(body))],
    ['POST /redeem', (body) => redeem(watch, parseBody(body))],
  ]);
}

async function answer(request: IncomingMessage, routes: ReadonlyMap<string, Route>, room: Room): Promise<Answer> {
  const { headers, method = '', url = '' } = request;
  if (isFromPage(headers) || !isLocalHost(headers.host ?? HOST)) {
    return fault(403, 'web pages and other machines are not served');
  }
  const path = url.split('?', 1)[0]!;
  const route = routes.get(`${method} ${path}`);
  if (route !== undefined) return route(method === 'POST' ? await readBody(request, MAX_BODY_BYTES, room) : '');
  return fault(404, `unknown route; the routes are ${[...routes.keys()].join(', ')}`);
}

/** Answers one claim, or an array of claims with an array in the same order. */
async function takeClaims(watch: PayeeWatch, json: unknown): Promise<Answer> {
  if (Array.isArray(json)) {
    const answers = await Promise.all(json.map((one) => takeClaim(watch, one)));
    return { status: 200, body: { claims: answers.map(({ body }) => body) } };
  }
  return takeClaim(watch, json);
}

async function takeClaim(watch: PayeeWatch, json: unknown): Promise<Answer> {
  try {
    const claim = parseReceivedClaim(json);
    const answered = await watch.takeClaim(claim);
    return { status: statusOf(answered), body: answerJson(claim.channelId, claim.drops, answered) };
  } catch (error) {
    if (!(error instanceof MalformedClaimError)) throw error;
    return { status: 400, body: { verdict: 'malformed', kept: false, message: error.message } };
  }
}

function statusOf({ code }: ClaimAnswer): number {
  if (code === 'unreachable' || code === 'notDurable') return 503;
  return isGenuine(code) ? 200 : 422;
}

function redeem(watch: PayeeWatch, json: unknown): Answer {
  const wanted: JsonObject = isJsonObject(json) ? json : {};
  const { channel_id, all } = wanted;
  if (all !== true && typeof channel_id !== 'string') {
    return fault(400, "'channel_id' must name a channel, or 'all' must be true");
  }
  const ids = all === true ? [...watch.state.claims.keys()] : [(channel_id as string).toUpperCase()];
  const redeeming = ids.filter((id) => watch.redeem(id));
  return { status: redeeming.length === 0 && all !== true ? 422 : 202, body: { redeeming } };
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function fault(status: number, message: string): Answer {
  return { status, body: { error: message } };
}

function failure(error: unknown): Answer {
  if (error instanceof RequestRefusal) return fault(error.status, error.message);
  return fault(500, error instanceof Error ? error.message : 'failed');
}

function send(response: ServerResponse, { status, body, contentType = 'application/json' }: Answer): void {
  response.writeHead(status, { 'content-type': contentType });
  response.end(typeof body === 'string' ? body : `${JSON.stringify(body)}\n`);
}
