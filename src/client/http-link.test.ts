import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { httpLinks } from './http-link.ts';
import { LinkError } from './ledger-link.ts';

const LONG_MS = 1_000_000;
const NO_EVENTS = { onMessage: () => {}, onClosed: () => {} };

describe('a link over HTTP', () => {
  let reply: { readonly status: number; readonly text: string } | undefined;
  let body = '';
  const server = createServer(async (request, response) => {
    body = '';
    for await (const chunk of request) body += chunk;
    if (reply !== undefined) response.writeHead(reply.status).end(reply.text);
  });
  let url = '';
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  async function ask(status: number, text: string) {
    reply = { status, text };
    return (await httpLinks(url, LONG_MS)(NO_EVENTS)).request('ping', { a: 1 });
  }

  test('gives the result of a method, also if that is an error', async () => {
    assert.deepEqual(await ask(200, '{"result": {"n": 1}}'), { n: 1 });
    assert.deepEqual(JSON.parse(body), { method: 'ping', params: [{ a: 1 }] });
    assert.deepEqual(await ask(400, '{"result": {"error": "noSuch"}}'), { error: 'noSuch' });
  });

  test('reads a refusal for too many requests as the error of a WebSocket', async () => {
    for (const status of [429, 503]) assert.deepEqual(await ask(status, 'busy'), { error: 'slowDown' });
  });

  test('fails for another text, a late answer, and without a server', async () => {
    await assert.rejects(ask(200, 'hello'), new LinkError(`${url} answered 200, but not as a ledger server does`));
    reply = undefined;
    const late = await httpLinks(url, 5)(NO_EVENTS);
    await assert.rejects(late.request('ping'), new LinkError('no answer to ping in 0.005 s'));
    const none = await httpLinks('http://127.0.0.1:1', LONG_MS)(NO_EVENTS);
    await assert.rejects(none.request('ping'), /^LinkError: cannot reach http:\/\/127\.0\.0\.1:1: /);
  });
});
