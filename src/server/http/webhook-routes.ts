/** The routes of the operator for webhooks. They have no secrets and change no address. */
import type { JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import type { Endpoint } from '../../webhooks/endpoint.ts';
import type { Outbox } from '../../webhooks/outbox.ts';
import { JsonFault, parseStrictJson } from '../envelopes/strict-json.ts';
import type { HttpRoute, PlainAnswer } from './http-routes.ts';

export function webhookRoutes({ endpoints }: Outbox): HttpRoute[] {
  const all = () => [...endpoints.values()];
  const forOne = (act: (endpoint: Endpoint, request: JsonObject) => PlainAnswer | Promise<PlainAnswer>) => {
    return (body: string): PlainAnswer | Promise<PlainAnswer> => {
      const request = parseBody(body);
      const endpoint = endpoints.get(String(request?.endpoint));
      if (request === undefined || endpoint === undefined)
        return { status: 400, body: { error: `endpoint must be one of ${[...endpoints.keys()].join(', ')}` } };
      return act(endpoint, request);
    };
  };
  const routes: readonly HttpRoute[] = [
    {
      method: 'GET',
      path: '/webhooks',
      answer: () => ({ status: 200, body: { endpoints: all().map((one) => one.status() as unknown as JsonObject) } }),
    },
    {
      method: 'GET',
      path: '/webhooks/dead',
      answer: () => ({
        status: 200,
        body: {
          dead_letters: all().flatMap(({ settings: { name }, deadLetters }) =>
            deadLetters.map((letter) => ({ endpoint: name, ...letter })),
          ),
        },
      }),
    },
    {
      method: 'POST',
      path: '/webhooks/retry',
      answer: forOne((endpoint, { id }) => {
        if (id !== undefined && typeof id !== 'string') return { status: 400, body: { error: 'id must be a text' } };
        return { status: 200, body: { sent_again: endpoint.retry(id) } };
      }),
    },
    {
      method: 'POST',
      path: '/webhooks/test',
      answer: forOne(async (endpoint) => {
        const reason = await endpoint.test();
        return { status: 200, body: { delivered: reason === undefined, ...(reason !== undefined && { reason }) } };
      }),
    },
  ];
  return routes.map((route) => ({ ...route, isForAdmins: true }));
}

function parseBody(body: string): JsonObject | undefined {
  try {
    const value = parseStrictJson(body);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}
