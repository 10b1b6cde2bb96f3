import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import { bareServices } from '../../../test/support/rpc-call.ts';
import { LongWork } from '../../rpc/method/long-work.ts';
import { type HttpListener, listenHttp } from './http-server.ts';

const UNREAD_BYTES = 100_000;

test('answers to clients that have disconnected take no room from others', async (t) => {
  const batch = Promise.withResolvers<void>();
  let pause: Promise<void> | undefined = batch.promise;
  let onPause = () => {};
  const listener = await listenHttp(
    {
      services: bareServices({
        longWork: new LongWork(() => {
          onPause();
          return pause;
        }),
      }),
      adminAccess: 'none',
      limits: { unreadBytes: UNREAD_BYTES, limitLoopback: 1 },
    },
    0,
    '127.0.0.1',
  );
  t.after(() => listener.close());

  const paused = new Promise<void>((resolve) => {
    onPause = resolve;
  });
  const left = post(listener, longBatch());
  left.on('error', () => {});
  await paused;
  left.destroy();
  while ((await listener.connectionCount()) > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  pause = undefined;
  batch.resolve();

  assert.equal((await reply(post(listener, longBatch()))).statusCode, 200);
});

test('answers that were read take no room from later ones', async (t) => {
  const limits = { unreadBytes: 3 * UNREAD_BYTES, limitLoopback: 1 };
  const listener = await listenHttp({ services: bareServices(), adminAccess: 'none', limits }, 0, '127.0.0.1');
  const agent = new http.Agent({ keepAlive: true });
  t.after(() => {
    agent.destroy();
    return listener.close();
  });
  // One answer is a text, the other consists of pieces; each takes at least a fifth of the room.
  for (const body of [longBatch(), JSON.stringify({ method: 'server_definitions' })]) {
    for (let times = 0; times < 8; times++) assert.equal((await reply(post(listener, body, agent))).statusCode, 200);
  }
});

/** Its answer repeats it, and takes more than half of the room. */
function longBatch(): string {
  return JSON.stringify({ method: 'batch', params: [{ method: '', text: 'x'.repeat(UNREAD_BYTES * 0.6) }] });
}

function post({ port }: HttpListener, body: string, agent: http.Agent | false = false): http.ClientRequest {
  return http.request({ host: '127.0.0.1', port, method: 'POST', agent }).end(body);
}

async function reply(request: http.ClientRequest): Promise<http.IncomingMessage> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}
