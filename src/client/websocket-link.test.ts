import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import type { JsonObject } from '../protocol/values.ts';
import { LinkError } from './ledger-link.ts';
import { webSocketLinks } from './websocket-link.ts';

/** A timeout that does not expire, and one that a test waits for. */
const LONG_MS = 1_000_000;
const SHORT_MS = 5;

describe('a link over a WebSocket', () => {
  let server: WebSocketServer;
  let url: string;
  before(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });

  /** Connects to a server that handles each request with `serve`. */
  async function connect(
    serve: (socket: WebSocket, request: JsonObject) => void,
    answerMs = LONG_MS,
    silenceMs = LONG_MS,
  ) {
    const messages: JsonObject[] = [];
    const closed = Promise.withResolvers<string>();
    server.once('connection', (socket) => {
      socket.on('message', (data) => serve(socket, JSON.parse(String(data))));
    });
    const open = webSocketLinks(url, answerMs, silenceMs);
    const link = await open({ onMessage: (message) => messages.push(message), onClosed: closed.resolve });
    return { link, messages, closed: closed.promise };
  }

  test('matches answers with requests, and forwards messages', async () => {
    const waiting: [WebSocket, JsonObject][] = [];
    const { link, messages } = await connect((socket, request) => {
      waiting.push([socket, request]);
      if (waiting.length < 2) return;
      socket.send(JSON.stringify({ type: 'ledgerClosed', ledger_index: 5 }));
      socket.send('no JSON');
      for (const [, { id, command }] of waiting.toReversed()) {
        const isGood = command === 'one';
        const answer = isGood ? { result: { n: 1 }, status: 'success' } : { error: 'noSuch', status: 'error', request };
        socket.send(JSON.stringify({ id, type: 'response', ...answer }));
      }
    });
    const [one, two] = await Promise.all([link.request('one', { a: 1 }), link.request('two')]);
    assert.deepEqual(one, { n: 1 });
    assert.deepEqual(two, { error: 'noSuch', type: 'response' });
    assert.deepEqual(messages, [{ type: 'ledgerClosed', ledger_index: 5 }]);
    link.close();
    await assert.rejects(link.request('three'), LinkError);
  });

  test('closes with its requests if the server closes, or does not answer', async () => {
    const gone = await connect((socket) => socket.close(1001, 'stopping'));
    await assert.rejects(gone.link.request('one'), LinkError);
    assert.match(await gone.closed, /stopping \(1001\)/);
    const mute = await connect(() => {}, SHORT_MS);
    await assert.rejects(mute.link.request('one'), /no answer to one/);
    await mute.closed;
    // Without a request the silence is noticed.
    const silent = await connect(() => {}, SHORT_MS, SHORT_MS);
    const keepAlive = setInterval(() => {}, LONG_MS);
    assert.match(await silent.closed, /no answer to ping/);
    clearInterval(keepAlive);
  });

  test('gives up a handshake that does not end', async (t) => {
    const drip = createServer((socket) => {
      const head = 'HTTP/1.1 101 Switching Protocols\r\nx: ';
      let sent = 0;
      const timer = setInterval(() => socket.write(head[sent++] ?? 'a'), 1);
      socket.on('error', () => {}).on('close', () => clearInterval(timer));
    });
    drip.listen(0, '127.0.0.1');
    await once(drip, 'listening');
    t.after(() => drip.close());
    const open = webSocketLinks(`ws://127.0.0.1:${(drip.address() as AddressInfo).port}`, LONG_MS, LONG_MS, SHORT_MS);
    await assert.rejects(open({ onMessage: () => {}, onClosed: () => {} }), /no connection in 0.005 s/);
  });

  test('names the URL if it cannot connect', async () => {
    const open = webSocketLinks('ws://127.0.0.1:1');
    await assert.rejects(open({ onMessage: () => {}, onClosed: () => {} }), /cannot reach ws:\/\/127\.0\.0\.1:1/);
  });
});
