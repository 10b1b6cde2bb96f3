/** The facilitator's HTTP interface. It is for resource servers of the same operator: let no other program reach it. */
import type { IncomingMessage, Server } from 'node:http';
import type { Facilitator } from './facilitator.ts';
import { BadRequest, createJsonServer, readJson } from './json-server.ts';

/** It does not listen yet. */
export function createFacilitatorServer(facilitator: Facilitator): Server {
  return createJsonServer({
    'GET /supported': async () => ({ status: 200, body: facilitator.supported() }),
    'POST /verify': async (request) => {
      const { paymentPayload, paymentRequirements } = await readBody(request);
      return { status: 200, body: await facilitator.verify(paymentPayload, paymentRequirements) };
    },
    'POST /settle': async (request) => {
      const { paymentPayload, paymentRequirements } = await readBody(request);
      return { status: 200, body: await facilitator.settle(paymentPayload, paymentRequirements) };
    },
  });
}

async function readBody(
  request: IncomingMessage,
): Promise<{ paymentPayload?: unknown; paymentRequirements?: unknown }> {
  const body = await readJson(request);
  if (typeof body === 'object' && body !== null) return body;
  throw new BadRequest('the body must be an object with paymentPayload and paymentRequirements');
}
