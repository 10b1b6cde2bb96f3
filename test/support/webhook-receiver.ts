/** A receiver of webhooks on a port of the loopback. It verifies signatures as the Standard Webhooks convention says. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SentEvent } from './hooked-ledger.ts';

export const SECRET = 'whsec_V2VpciB0ZXN0cyBhIHdlYmhvb2sncyBzaWduYXR1cmU=';

function isSigned(headers: IncomingMessage['headers'], body: string, secret = SECRET): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

export class WebhookReceiver {
  readonly #server: Server;
  /** The events in the order in which they arrived, with those that were not taken. */
  readonly arrived: SentEvent[] = [];
  /** The events that were answered with success. */
  readonly taken: SentEvent[] = [];
  /** Answers a request; by default with status 204. */
  answer: (response: ServerResponse, event: SentEvent) => void | Promise<void> = (response) => {
    response.writeHead(204).end();
  };

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await text(request).catch(() => undefined);
      if (body === undefined) return;
      assert.equal(request.method, 'POST');
      assert.equal(request.headers['content-type'], 'application/json');
      assert.ok(isSigned(request.headers, body), 'the message is signed');
      const event = { id: request.headers['webhook-id'] as string, ...JSON.parse(body) };
      this.arrived.push(event);
      response.on('finish', () => {
        if (response.statusCode < 300) this.taken.push(event);
      });
      await this.answer(response, event);
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook?token=hush`;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
