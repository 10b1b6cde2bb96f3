/** Answers of another server that never end: each client of one gives up after a limit, and its connection is closed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { WebSocketServer } from 'ws';
import { RecordingProxy } from '../../src/cli/record/recording-proxy.ts';
import { createRpcClient } from '../../src/cli/request/rpc-client.ts';
import { webhooks } from '../../src/cli/webhooks/webhooks.ts';
import { MAX_ANSWER_BYTES } from '../../src/client/answer-bytes.ts';
import { httpLinks } from '../../src/client/http-link.ts';
import type { LedgerLink } from '../../src/client/ledger-link.ts';
import { webSocketLinks } from '../../src/client/websocket-link.ts';
import type { Recorder } from '../../src/recording/recorder.ts';
import { endlessServer } from '../support/endless-server.ts';
import { post } from '../support/hostile-sockets.ts';
import { until } from '../support/until.ts';

const LONG_MS = 1_000_000;
const NO_EVENTS = { onMessage: () => {}, onClosed: () => {} };
/** What may be under way in sockets besides what was read. */
const BUFFERED_BYTES = 32_000_000;

const CLIENTS: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'a link over HTTP': async (url) => (await httpLinks(url, LONG_MS)(NO_EVENTS)).request('ping'),
  'the command line': (url) => createRpcClient(url)('ping', {}),
  'weir webhooks': (url) => webhooks(['status', '--url', url], () => {}),
};

describe('an answer without end', () => {
  for (const [name, ask] of Object.entries(CLIENTS)) {
    test(`ends ${name} with its limit`, async (t) => {
      const server = await endlessServer(t, 'body');
      await assert.rejects(ask(`http://127.0.0.1:${server.port}`), /the answer has more than \d+ MB/);
      await until(() => server.open.size === 0, 'the connection is closed');
      assert.ok(server.sentBytes() < 256_000_000 + BUFFERED_BYTES, `${server.sentBytes()} bytes`);
    });
  }

  test('takes no more memory if many requests of a link have one', async (t) => {
    const server = await endlessServer(t, 'body');
    const link = await httpLinks(`http://127.0.0.1:${server.port}`, LONG_MS)(NO_EVENTS);
    const asked = await Promise.allSettled(Array.from({ length: 3 }, () => link.request('ping')));
    assert.ok(asked.every(({ status }) => status === 'rejected'));
    await until(() => server.open.size === 0, 'the connections are closed');
    assert.ok(server.sentBytes() < 3 * MAX_ANSWER_BYTES, `${server.sentBytes()} bytes`);
  });

  test('is answered by the recording proxy with an error', async (t) => {
    const server = await endlessServer(t, 'body');
    const proxy = await openProxy(t, server.port);
    const { status, text } = await post(proxy, '{"method":"ping"}');
    assert.equal(status, 502);
    assert.match(text, /the answer has more than \d+ MB/);
    await until(() => server.open.size === 0, 'the connection is closed');
  });

  test('is a message of a WebSocket too', async (t) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    t.after(() => server.close());
    server.on('connection', (socket) => {
      socket.on('message', () => {
        const send = () => {
          if (socket.readyState === socket.OPEN) socket.send(Buffer.alloc(1 << 20, 'a'), { fin: false }, send);
        };
        send();
      });
    });
    const { port } = server.address() as { port: number };
    const ended = Promise.withResolvers<string>();
    const link: LedgerLink = await webSocketLinks(
      `ws://127.0.0.1:${port}`,
      LONG_MS,
    )({
      onMessage: () => {},
      onClosed: ended.resolve,
    });
    await assert.rejects(link.request('ping'), /Max payload size exceeded/);
    assert.match(await ended.promise, /Max payload size exceeded/);
  });
});

describe('headers without end', () => {
  const clients: typeof CLIENTS = {
    ...CLIENTS,
    'a link over a WebSocket': (url) => webSocketLinks(url.replace('http', 'ws'), LONG_MS)(NO_EVENTS),
  };
  for (const [name, ask] of Object.entries(clients)) {
    test(`end ${name}`, async (t) => {
      const server = await endlessServer(t, 'headers');
      await assert.rejects(ask(`http://127.0.0.1:${server.port}`));
      await until(() => server.open.size === 0, 'the connection is closed');
      assert.ok(server.sentBytes() < BUFFERED_BYTES, `${server.sentBytes()} bytes`);
    });
  }
});

async function openProxy(t: TestContext, port: number): Promise<number> {
  const proxy = await RecordingProxy.open({
    target: new URL(`http://127.0.0.1:${port}`),
    webSocket: new URL(`ws://127.0.0.1:${port}`),
    port: 0,
    recorder: {} as Recorder,
    onFault: () => {},
  });
  t.after(() => proxy.close());
  return Number(proxy.address.split(':')[1]);
}
