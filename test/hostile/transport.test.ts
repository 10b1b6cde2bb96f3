/**
 * Clients that violate the protocol: they send too much, too slowly, compressed or ambiguous requests, or do not read. They
 * lose their own connection only; other clients are answered.
 */
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { ALICE, BOB, createFilledServer, type FilledServer } from '../support/filled-server.ts';
import { exchange, post } from '../support/hostile-sockets.ts';
import { processorMs } from '../support/processor-time.ts';
import { until } from '../support/until.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const PING = '{"method":"ping"}';
const HEAD = 'POST / HTTP/1.1\r\nhost: localhost\r\n';
/** Upper bound of the processor time of a message to many subscribers. */
const MOST_WORK_MS = 4_000;
/** Too short for a busy machine, so only for clients that must exceed them. */
const SHORT_TIMES = { headersTimeoutMs: 300, requestTimeoutMs: 600, checkIntervalMs: 50, stallMs: 300 };

describe('a server with hostile clients', () => {
  let filled: FilledServer;
  before(async () => {
    filled = await createFilledServer({ limits: { messageBytes: 100_000, fragments: 100 } });
  });
  after(async () => {
    assert.equal((await filled.call('ping')).result.status, 'success', 'others are answered');
    assert.deepEqual(filled.reports, [], 'the server reports nothing unexpected');
    await filled.stop();
  });

  /** A server for clients that take too long. */
  const withShortTimes = async (work: (impatient: FilledServer) => Promise<void>) => {
    const impatient = await createFilledServer({ limits: SHORT_TIMES });
    try {
      await work(impatient);
      assert.deepEqual(impatient.reports, [], 'the server reports nothing unexpected');
    } finally {
      await impatient.stop();
    }
  };

  const role = async (headers: Record<string, string>) => (await post(filled.port, PING, headers)).body.result.role;

  test('decompresses nothing', async () => {
    const bomb = Buffer.alloc(50_000_000, ' ');
    const packed: readonly (readonly [string, Buffer])[] = [
      ['gzip', gzipSync(bomb)],
      ['deflate', deflateSync(PING)],
      ['br', brotliCompressSync(PING)],
      ['gzip, gzip', gzipSync(gzipSync(PING))],
    ];
    for (const [encoding, body] of packed) {
      const { status, body: answer } = await post(filled.port, body, { 'content-encoding': encoding });
      assert.equal(status, 415, encoding);
      assert.match(answer.result.error_what, /content encoding/);
    }
    const unnamed = await post(filled.port, gzipSync(PING));
    assert.equal(unnamed.status, 400);
    assert.match(unnamed.body.result.error_what, /not valid JSON/);
  });

  test('does not read bodies that are too long, with and without a length', async () => {
    const long = 'x'.repeat(1_000_001);
    assert.equal((await post(filled.port, long)).status, 400);
    assert.equal((await post(filled.port, long, { 'transfer-encoding': 'chunked' })).status, 400);
    const endless = `${HEAD}transfer-encoding: chunked\r\n\r\n${'ffff\r\n'.concat('x'.repeat(65_535), '\r\n').repeat(80)}`;
    assert.match(await exchange(filled.port, endless), /^HTTP\/1.1 400 .*connection: close/is);
    const announced = `${HEAD}content-length: 99999999999\r\n\r\n${'x'.repeat(4_100_000)}`;
    assert.match(await exchange(filled.port, announced), /^HTTP\/1.1 400 /);
  });

  test('limits how long it waits for clients', async () => {
    const slow = [
      'POST / HTTP/1.1\r\nhost: localh',
      `${HEAD}content-length: 20\r\n\r\n{`,
      `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`,
    ];
    await withShortTimes(async ({ port }) => {
      const answers = await Promise.all(slow.map((bytes) => exchange(port, bytes)));
      for (const answer of answers) assert.match(answer, /^HTTP\/1.1 408 /);
    });
  });

  test('limits the number and length of headers', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => `x-${index}: 1\r\n`).join('');
    assert.match(await exchange(filled.port, `${HEAD}${many}content-length: 0\r\n\r\n`), /^HTTP\/1.1 431 /);
    assert.match(await exchange(filled.port, `${HEAD}x: ${'x'.repeat(100_000)}\r\n\r\n`), /^HTTP\/1.1 431 /);
    assert.match(await exchange(filled.port, `POST /${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`), /^HTTP\/1.1 4\d\d /);
  });

  const SMUGGLED = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 26\r\n\r\n{"method":"ledger_accept"}';
  const AMBIGUOUS: readonly (readonly [string, string])[] = [
    ['both lengths', `${HEAD}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ['two lengths', `${HEAD}content-length: 2\r\ncontent-length: 120\r\n\r\n{}${SMUGGLED}`],
    ['a length with a sign', `${HEAD}content-length: +2\r\n\r\n{}${SMUGGLED}`],
    ['a list of lengths', `${HEAD}content-length: 2, 2\r\n\r\n{}${SMUGGLED}`],
    ['a coding that is none', `${HEAD}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ['chunks in disguise', `${HEAD}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ['a folded header', `${HEAD}x: y\r\n transfer-encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ['a chunk size beyond numbers', `${HEAD}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n${SMUGGLED}`],
    ['bare line feeds', `POST / HTTP/1.1\nhost: localhost\ncontent-length: 0\n\n${SMUGGLED}`],
    ['two hosts', `${HEAD}host: evil.example\r\ncontent-length: 0\r\n\r\n`],
  ];
  for (const [name, bytes] of AMBIGUOUS) {
    test(`reads no second request after ${name}`, async () => {
      const { ledgerIndex } = filled.env.node.validated;
      const answer = await exchange(filled.port, bytes);
      assert.ok((answer.match(/^HTTP\/1.1 /gm) ?? []).length <= 1, answer);
      assert.doesNotMatch(answer, /ledger_current_index/);
      assert.equal(filled.env.node.validated.ledgerIndex, ledgerIndex);
    });
  }

  test('gives the admin role for no header', async () => {
    assert.equal(await role({}), 'admin');
    const claims: Record<string, string>[] = [
      { forwarded: 'for=127.0.0.1;by=127.0.0.1' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': '' },
      { 'x-real-ip': '127.0.0.1' },
      { via: '1.1 proxy' },
      { 'x-forwarded-host': 'localhost' },
      { 'cf-connecting-ip': '127.0.0.1' },
      { origin: `http://127.0.0.1:${filled.port}` },
      { origin: 'null' },
    ];
    for (const headers of claims) assert.equal(await role(headers), undefined, JSON.stringify(headers));
    for (const host of ['localhost.evil.example', '127.0.0.1.evil.example', '127.0.0.1@evil.example', 'evil.example'])
      assert.equal((await post(filled.port, PING, { host: `${host}:${filled.port}` })).status, 403, host);
    const form = { origin: 'http://evil.example', 'content-type': 'text/plain' };
    assert.equal((await post(filled.port, '{"method":"ledger_accept"}', form)).status, 403);
  });

  test('answers batches up to a length, and other clients meanwhile', async () => {
    for (let count = 0; count < 100; count++) {
      filled.env.submit(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 1n }, 'tesSUCCESS');
    }
    await filled.env.close();
    const request = { method: 'account_tx', account: ALICE.address, ledger_index_min: -1, ledger_index_max: -1 };
    const params = Array.from({ length: 7_000 }, (_, index) => (index < 6_000 ? request : { method: 'ping' }));
    const batch = post(filled.port, JSON.stringify({ method: 'batch', params }));
    let isAnswered = false;
    void batch.finally(() => {
      isAnswered = true;
    });
    let others = 0;
    while (!isAnswered) {
      await filled.call('ping');
      others += 1;
    }
    const { body } = await batch;
    assert.equal(body.length, params.length);
    assert.ok(body[0].result.transactions.length >= 100);
    assert.equal(body[6_999].error.error.code, -32604);
    assert.ok(others > 5, `${others} pings were answered meanwhile`);
  });

  test('disconnects a client that does not read its answer', async () => {
    const body = '{"method":"server_definitions"}';
    await withShortTimes(async ({ port, listener }) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => {}).pause();
      await until(async () => (await listener.connectionCount()) === 1, 'it is connected');
      for (let sent = 0; sent < 90; sent++) socket.write(`${HEAD}content-length: ${body.length}\r\n\r\n${body}`);
      await until(async () => (await listener.connectionCount()) === 0, 'it is let go');
      socket.destroy();
    });
  });

  describe('on WebSockets', () => {
    const connect = () => WebSocketClient.connect(filled.port);

    test('refuses a message that is too long, in one frame or many', async () => {
      const frame = await connect();
      frame.socket.send('x'.repeat(100_001));
      assert.equal((await frame.closed).code, 1009);
      const fragments = await connect();
      for (let count = 0; count < 200; count++) fragments.socket.send('', { fin: false });
      assert.equal((await fragments.closed).code, 1008);
    });

    test('sends the reason to a client that continues to send', async () => {
      const fragments = await connect();
      for (let count = 0; count < 200; count++) fragments.socket.send('', { fin: false });
      for (let count = 0; count < 100; count++) fragments.socket.send('x'.repeat(100_000), { fin: false });
      assert.equal((await fragments.closed).code, 1008);
    });

    test('keeps serving through a flood of pings', async () => {
      const flood = await connect();
      for (let count = 0; count < 20_000; count++) flood.socket.ping('x'.repeat(100));
      const other = await connect();
      assert.deepEqual(await other.call('ping'), { role: 'admin', unlimited: true });
      await Promise.all([flood.close(), other.close()]);
    });

    test('disconnects a client that sends requests and does not read', async () => {
      const text = `{"command":"account_tx","account":"${ALICE.address}","ledger_index_min":-1,"ledger_index_max":-1}`;
      await withShortTimes(async ({ port, listener, env }) => {
        const client = await WebSocketClient.connect(port);
        client.socket.pause();
        for (let count = 0; count < 2_000; count++) client.socket.send(text);
        const isLetGo = () => {
          env.clock.advanceMs(SHORT_TIMES.checkIntervalMs);
          return listener.webSocketCount === 0;
        };
        await until(isLetGo, 'it is let go');
        client.socket.terminate();
      });
    });

    test('watches the allowed number of accounts, on many connections', async () => {
      const accounts = Array.from({ length: 1_000 }, () => ALICE.address);
      const clients = await Promise.all(Array.from({ length: 50 }, connect));
      await Promise.all(clients.map((client) => client.call('subscribe', { accounts, streams: ['ledger'] })));
      const startedMs = processorMs();
      filled.env.submit(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 1n }, 'tesSUCCESS');
      await filled.env.close();
      await Promise.all(clients.map((client) => client.until(() => client.events.length >= 2)));
      assert.ok(processorMs() - startedMs < MOST_WORK_MS);
      await Promise.all(clients.map((client) => client.close()));
    });
  });
});
