/** Answers to clients and requests beyond the limits. Administrators are not limited. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import tls from 'node:tls';
import { DEFAULT_LIMITS, type ServerLimits } from '../../src/server/admission/limits.ts';
import { RequestGate } from '../../src/server/admission/request-gate.ts';
import { party } from '../support/env.ts';
import { exchange, post } from '../support/hostile-sockets.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';
import { TestClock } from '../support/test-clock.ts';
import { SKIP_WITH_THREADS } from '../support/thread-words.ts';
import { until } from '../support/until.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const PING = '{"method":"ping"}';
const SLOW_DOWN = {
  error: 'slowDown',
  error_code: 10,
  error_message: 'You are placing too much load on the server.',
  status: 'error',
};
const TOO_BUSY = { error: 'tooBusy', error_code: 9, error_message: 'The server is too busy to help you now.' };

interface TimedServer extends ServedEnv {
  passTime(milliseconds: number): void;
}

/** A server whose clock only the test moves, so that the budget of a client does not recover by itself. */
async function serve(t: TestContext, limits: Partial<ServerLimits>, options: object = {}): Promise<TimedServer> {
  const served = await serveEnv({ adminAccess: 'none', limits: { limitLoopback: 1, ...limits }, ...options });
  t.after(() => served.stop());
  return { ...served, passTime: (milliseconds) => served.env.clock.advanceMs(milliseconds) };
}

describe('requests a second', () => {
  test('are limited for a client, with the time after which to retry', { skip: SKIP_WITH_THREADS }, async (t) => {
    const { port, passTime } = await serve(t, { requestsPerSecond: 1, requestBurst: 2 });
    assert.equal((await post(port, PING)).status, 200);
    assert.equal((await post(port, PING)).status, 200);
    passTime(400);
    const { status, headers, body } = await post(port, PING);
    assert.deepEqual([status, headers['retry-after']], [429, '1']);
    const { retry_after_ms: retryAfterMs, ...rest } = body.result;
    assert.deepEqual(rest, SLOW_DOWN);
    assert.equal(retryAfterMs, 600);
    passTime(retryAfterMs - 2);
    assert.equal((await post(port, PING)).status, 429);
    passTime(2);
    assert.equal((await post(port, PING)).status, 200);
  });

  test('do not close the connection of a refused client', async (t) => {
    const { port } = await serve(t, { requestsPerSecond: 1, requestBurst: 1 });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    const answers: (string | undefined)[] = [];
    for (let count = 0; count < 3; count++) {
      const request = http.request({ host: '127.0.0.1', port, method: 'POST', agent }).end(PING);
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      answers.push(`${response.statusCode} ${request.reusedSocket}`);
      await once(response.resume(), 'end');
      await nextTurn();
    }
    assert.deepEqual(answers, ['200 false', '429 true', '429 true']);
  });

  test('count each request of a batch', async (t) => {
    const { port } = await serve(t, { requestsPerSecond: 1, requestBurst: 3 });
    const { body } = await post(port, `{"method":"batch","params":[${Array(5).fill(PING).join()}]}`);
    const outcomes = body.map((answer: { error?: { error: { code: number }; retry_after_ms: number } }) =>
      answer.error === undefined ? 'answered' : [answer.error.error.code, answer.error.retry_after_ms > 0],
    );
    assert.deepEqual(outcomes, ['answered', 'answered', 'answered', [-32604, true], [-32604, true]]);
  });

  test('count a long body or message as several, before it is read', async (t) => {
    const { port } = await serve(t, { requestsPerSecond: 1, requestBurst: 50, requestBytes: 100 });
    const long = PING.padEnd(1_900);
    assert.equal((await post(port, long)).status, 200);
    assert.equal((await post(port, long, { 'transfer-encoding': 'chunked' })).status, 200);
    const { status, body } = await post(port, '{'.padEnd(1_900));
    assert.deepEqual([status, body.result.error], [429, 'slowDown']);
    const client = await WebSocketClient.connect(port);
    const refused = await client.send(long);
    assert.deepEqual([refused.error, refused.id, refused.retry_after_ms > 0], ['slowDown', undefined, true]);
    assert.equal((await client.request('ping')).status, 'success');
    assert.equal((await post(port, PING)).status, 200);
    await client.close();
  });

  test('allow one body that is longer than the budget of a burst', async (t) => {
    const { port } = await serve(t, { requestsPerSecond: 1, requestBurst: 5, requestBytes: 10 });
    assert.equal((await post(port, PING.padEnd(900))).status, 200);
    assert.equal((await post(port, PING.padEnd(900))).status, 429);
  });

  test('are counted for all ports together', async (t) => {
    const gate = new RequestGate(
      { ...DEFAULT_LIMITS, requestsPerSecond: 1, requestBurst: 1 },
      { clock: new TestClock() },
    );
    const [first, second] = [await serve(t, {}, { gate }), await serve(t, {}, { gate })];
    assert.equal((await post(first.port, PING)).status, 200);
    assert.equal((await post(second.port, PING)).status, 429);
  });

  test('are not limited for administrators, and for this machine only as a proxy', async (t) => {
    const limits = { requestsPerSecond: 1, requestBurst: 1, messagesPerSecond: 1, messageBurst: 1 };
    const operators = await serve(t, limits, { adminAccess: 'local' });
    const local = await serve(t, { ...limits, limitLoopback: 0 });
    for (const { port } of [operators, local]) {
      for (let count = 0; count < 5; count++) assert.equal((await post(port, PING)).status, 200);
      const client = await WebSocketClient.connect(port);
      for (let count = 0; count < 5; count++) await client.call('ping');
      await client.close();
    }
    const proxied = { 'x-forwarded-for': '10.0.0.1' };
    assert.equal((await post(local.port, PING, proxied)).status, 200);
    assert.equal((await post(local.port, PING, proxied)).status, 429);
  });
});

describe('messages a second on a WebSocket', () => {
  test('are limited; the answer has the id, and a client that continues is disconnected', {
    skip: SKIP_WITH_THREADS,
  }, async (t) => {
    const { port } = await serve(t, { messagesPerSecond: 1, messageBurst: 2, refusalsInARow: 3 });
    const client = await WebSocketClient.connect(port);
    await client.call('ping');
    await client.call('ping');
    const { retry_after_ms: retryAfterMs, ...rest } = await client.request('ping', { secret: 'hush' });
    const request = { command: 'ping', id: 3, secret: '<masked>' };
    assert.deepEqual(rest, { ...SLOW_DOWN, id: 3, type: 'response', request });
    assert.equal(retryAfterMs, 1000);
    await client.request('ping');
    await client.request('ping');
    client.socket.send('{"command":"ping"}');
    assert.deepEqual(await client.closed, { code: 1008, reason: 'slowDown: the client does not.' });
  });

  test('count pings and pongs, which are ignored beyond the limit', async (t) => {
    const { port } = await serve(t, { messagesPerSecond: 1, messageBurst: 3, refusalsInARow: 3 });
    const client = await WebSocketClient.connect(port);
    let pongs = 0;
    client.socket.on('pong', () => {
      pongs += 1;
    });
    for (let count = 0; count < 2; count++) client.socket.ping();
    client.socket.pong();
    client.socket.ping();
    assert.equal((await client.request('ping')).error, 'slowDown');
    assert.equal(pongs, 2);
    for (let count = 0; count < 2; count++) client.socket.ping();
    assert.deepEqual(await client.closed, { code: 1008, reason: 'slowDown: the client does not.' });
  });

  test('count as requests of their client, and so do handshakes', async (t) => {
    const { port } = await serve(t, { requestsPerSecond: 1, requestBurst: 2 });
    const client = await WebSocketClient.connect(port);
    await client.call('ping');
    assert.equal((await client.request('ping')).error, 'slowDown');
    await assert.rejects(WebSocketClient.connect(port), /429/);
    await client.close();
  });
});

describe('requests at the same time', () => {
  test('are bounded for all clients together', async (t) => {
    const gate = new RequestGate({ ...DEFAULT_LIMITS, concurrentRequests: 1 }, { clock: new TestClock() });
    const { port } = await serve(t, {}, { gate });
    const other = { role: 'user', address: '10.0.0.1', isExempt: false } as const;
    gate.enter(other);
    const { status, headers, body } = await post(port, PING);
    assert.deepEqual([status, headers['retry-after']], [503, '1']);
    assert.deepEqual(body.result, { ...TOO_BUSY, retry_after_ms: 1000, status: 'error' });
    const client = await WebSocketClient.connect(port);
    assert.equal((await client.request('ping')).error, 'tooBusy');
    gate.leave(other);
    assert.equal((await post(port, PING)).status, 200);
    assert.equal((await client.request('ping')).status, 'success');
    await client.close();
    assert.equal(gate.underWay, 0);
  });

  test('of one client leave room for other clients', async (t) => {
    const gate = new RequestGate({ ...DEFAULT_LIMITS, concurrentPerAddress: 2 }, { clock: new TestClock() });
    const { port } = await serve(t, {}, { gate });
    const greedy = (end: string) => ({ role: 'user', address: `2001:db8:1:2::${end}`, isExempt: false }) as const;
    gate.enter(greedy('1'));
    gate.enter(greedy('2'));
    assert.throws(() => gate.enter(greedy('3')), /too busy/);
    assert.equal((await post(port, PING)).status, 200);
    gate.leave(greedy('1'));
    gate.enter(greedy('3'));
  });

  test('end on failure too', async (t) => {
    const gate = new RequestGate(DEFAULT_LIMITS, { clock: new TestClock() });
    const { port } = await serve(t, {}, { gate });
    for (const body of ['{', '{"method":"ledger_accept"}', '{"command":"nope"}']) await post(port, body);
    assert.equal(gate.underWay, 0);
  });
});

describe('connections from one address', () => {
  test('are limited: a few more get an error, the rest are dropped', async (t) => {
    const { port } = await serve(t, { connectionsPerAddress: 2 });
    const idle = [net.connect(port, '127.0.0.1'), net.connect(port, '127.0.0.1')];
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    const { status, body } = await post(port, PING);
    assert.deepEqual([status, body.result.error], [503, 'tooBusy']);
    await assert.rejects(WebSocketClient.connect(port), /503/);
    const more = Array.from({ length: 40 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
    const left = () => more.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
    await until(() => left() <= 16, 'the rest are dropped');
    assert.equal((await post(port, PING).catch(() => undefined))?.status, undefined, 'one more is dropped');
    assert.equal(left(), 16);
    for (const socket of [...idle, ...more]) socket.destroy();
    await until(async () => (await post(port, PING).catch(() => undefined))?.status === 200, 'room is made');
  });

  test('are counted until they end, even in the middle of a TLS handshake', async (t) => {
    const [cert, key] = ['cert', 'key'].map((part) =>
      readFileSync(path.join(import.meta.dirname, `../fixtures/tls/first.${part}.pem`), 'utf8'),
    ) as [string, string];
    const { port, listener } = await serve(t, { connections: 2 }, { tls: { cert, key } });
    const none = async () => (await listener.connectionCount()) === 0;
    for (let round = 0; round < 5; round++) {
      const sockets = Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
          : net.connect(port, '127.0.0.1'),
      );
      await Promise.all(sockets.map((socket, at) => once(socket, at % 2 === 0 ? 'secureConnect' : 'connect')));
      for (const socket of sockets) socket.destroy();
      await until(none, 'all are gone');
    }
  });
});

describe('bodies on their way', () => {
  test('count until they are read, refused or aborted', async (t) => {
    const { port } = await serve(t, { bodiesBytes: 1_000 });
    const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2000\r\n\r\n';
    const slow = net.connect(port, '127.0.0.1').on('error', () => {});
    slow.write(head + ' '.repeat(990));
    await until(async () => (await post(port, PING)).status === 503, 'the room is full');
    const { headers, body } = await post(port, PING);
    assert.deepEqual([headers['retry-after'], body.result.error], ['1', 'tooBusy']);
    slow.destroy();
    await until(async () => (await post(port, PING)).status === 200, 'the room is free');
    for (let count = 0; count < 100; count++) assert.equal((await post(port, PING.padEnd(900))).status, 200);
    assert.equal((await post(port, ' '.repeat(1_500))).status, 503);
    assert.equal((await post(port, PING.padEnd(1_000))).status, 200);
    const short = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 900\r\n\r\n${PING.padEnd(900)}`;
    for (let count = 0; count < 3; count++) assert.match(await exchange(port, short, { expected: /HTTP/ }), / 200 OK/);
  });
});

describe('answers that are not read', () => {
  test('count until they are read or the client disconnects', async (t) => {
    const { port } = await serve(t, { unreadBytes: 1_500_000, requestBytes: 10_000_000 });
    // What fails is echoed, so a long request has a long answer.
    const long = JSON.stringify({ method: 'x', params: [{ filler: 'y'.repeat(900_000) }] });
    const silent = net.connect(port, '127.0.0.1').on('error', () => {});
    // The system takes some megabytes of answers off the server, even if they are not read.
    silent
      .pause()
      .write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${long.length}\r\n\r\n${long}`.repeat(20));
    let refused: Awaited<ReturnType<typeof post>> | undefined;
    await until(async () => {
      refused = await post(port, long);
      return refused.status === 503;
    }, 'the room is full');
    assert.deepEqual([refused!.headers['retry-after'], refused!.body.result.error], ['1', 'tooBusy']);
    assert.equal((await post(port, PING)).status, 200, 'short ones always find room');
    silent.destroy();
    await until(async () => (await post(port, long)).status === 200, 'the room is free');
    for (let count = 0; count < 5; count++) assert.equal((await post(port, long)).status, 200);
  });
});

describe('other limits', () => {
  test('of bodies, depth and subscriptions can be set', async (t) => {
    const { port } = await serve(t, { bodyBytes: 100, jsonDepth: 3, subscriptions: 2 });
    assert.match((await post(port, ' '.repeat(101))).body.result.error_what, /over 100 bytes/);
    assert.match((await post(port, '{"a":[[[1]]]}')).body.result.error_what, /nest deeper than 3/);
    const client = await WebSocketClient.connect(port);
    assert.equal((await client.send('{"a":[[[1]]]}')).error, 'jsonInvalid');
    await client.call('subscribe', { accounts: [party('alice').address, party('carol').address] });
    const more = await client.request('subscribe', { accounts: [party('bob').address] });
    assert.deepEqual([more.error, more.error_message], ['invalidParams', 'One connection can watch 2 accounts.']);
    await client.close();
  });
});
