/** WebSocket connections: the envelope, roles, limits, and how a connection ends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import { MASTER, party } from '../support/env.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';
import { SKIP_WITH_THREADS } from '../support/thread-words.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const ALICE = party('alice');

describe('a WebSocket', () => {
  let served: ServedEnv;
  let client: WebSocketClient;
  before(async () => {
    served = await serveEnv({ hostNames: ['evil.example'] });
    client = await WebSocketClient.connect(served.port);
  });
  after(() => served.stop());

  test('answers a command with its id, the result beside status and type', async () => {
    assert.deepEqual(await client.request('ping'), {
      id: 1,
      result: { role: 'admin', unlimited: true },
      status: 'success',
      type: 'response',
    });
  });

  test('echoes an id of any kind, and answers without one', async () => {
    for (const id of [null, 'a', -1, 1.5, true, [1, { a: 2 }], { deep: [] }]) {
      const answer = await client.send(JSON.stringify({ id, command: 'ping', api_version: 2 }));
      assert.deepEqual(answer.id, id);
      assert.equal(answer.api_version, 2);
    }
    assert.deepEqual(await client.send('{"method":"ping"}'), {
      result: { role: 'admin', unlimited: true },
      status: 'success',
      type: 'response',
    });
  });

  test('puts the fields of an error at the top, with the request and its secrets masked', async () => {
    assert.deepEqual(await client.send('{"id":7,"command":"account_info","secret":"hush","jsonrpc":"2.0"}'), {
      error: 'invalidParams',
      error_code: 31,
      error_message: "Missing field 'account'.",
      error_what: "Field 'account' is a string: address of the account.",
      id: 7,
      jsonrpc: '2.0',
      request: { command: 'account_info', id: 7, jsonrpc: '2.0', secret: '<masked>' },
      status: 'error',
      type: 'response',
    });
    assert.equal((await client.request('nope')).error, 'unknownCmd');
  });

  const MALFORMED: readonly (readonly [string, string])[] = [
    ['{"id":1}', 'missingCommand'],
    ['{"command":1}', 'missingCommand'],
    ['{"command":null,"method":"ping"}', 'missingCommand'],
    ['{"command":"ping","method":null}', 'missingCommand'],
    ['{"command":"ping","method":"fee"}', 'missingCommand'],
    ['{"command":"ping","api_version":9}', 'invalid_API_version'],
    ['{"command":', 'jsonInvalid'],
    ['[]', 'jsonInvalid'],
    ['"ping"', 'jsonInvalid'],
    ['{"command":"ping","command":"ping"}', 'jsonInvalid'],
    [`{"command":"ping","x":${'['.repeat(30)}${']'.repeat(30)}}`, 'jsonInvalid'],
  ];
  for (const [text, error] of MALFORMED) {
    test(`answers ${error} to ${text.slice(0, 40)}`, async () => {
      const answer = await client.send(text);
      assert.equal(answer.error, error);
      assert.equal(answer.type, error === 'jsonInvalid' ? 'error' : 'response');
    });
  }

  test('does not repeat a text that it cannot read', async () => {
    assert.doesNotMatch(JSON.stringify(await client.send('{"secret":"hush"')), /hush/);
  });

  test('takes binary frames and fragments as text', async () => {
    client.socket.send(Buffer.from('{"id":"binary","command":'), { binary: true, fin: false });
    client.socket.send(Buffer.from('"ping"}'), { fin: true });
    await client.until(() => client.events.some(({ id }) => id === 'binary'));
  });

  test('answers many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => client.request('ledger_current')));
    assert.equal(new Set(answers.map(({ id }) => id)).size, 500);
    assert.ok(answers.every(({ result }) => result.ledger_current_index === 3));
  });

  test('answers pings, and offers no compression', async () => {
    client.socket.ping('hello');
    const [data] = await once(client.socket, 'pong');
    assert.equal(String(data), 'hello');
    assert.equal(client.socket.extensions, '');
  });

  test('gives no admin role to web pages and proxies', async () => {
    for (const headers of [
      { origin: 'http://evil.example', host: 'evil.example' },
      { host: 'evil.example' },
      { 'x-forwarded-for': '10.0.0.1' },
    ]) {
      const page = await WebSocketClient.connect(served.port, { headers });
      assert.deepEqual(await page.call('ping'), {});
      assert.equal((await page.request('ledger_accept')).error, 'forbidden');
      await page.close();
    }
  });

  test('is counted while it is open', { skip: SKIP_WITH_THREADS }, async () => {
    const count = served.listener.webSocketCount;
    const second = await WebSocketClient.connect(served.port);
    assert.equal(served.listener.webSocketCount, count + 1);
    await second.close();
    while (served.listener.webSocketCount > count) await new Promise((resolve) => setImmediate(resolve));
  });

  test('is refused without a handshake', async () => {
    const headers = { connection: 'upgrade', upgrade: 'h2c' };
    const request = http.get({ host: '127.0.0.1', port: served.port, headers, agent: false });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    assert.equal(response.resume().statusCode, 405);
  });
});

describe('the limits of a WebSocket', () => {
  const limits = {
    messageBytes: 10_000,
    fragments: 10,
    socketBytes: 1_000,
    answerBytes: 10_000,
    queueBytes: 20_000,
    stallMs: 200,
    pingMs: 60,
    checkIntervalMs: 20,
  };
  let served: ServedEnv;
  before(async () => {
    served = await serveEnv({ limits });
    await served.env.fund(1000, ALICE);
  });
  after(() => served.stop());

  test('end a connection whose message is too long, in one frame or in many', async () => {
    const frame = await WebSocketClient.connect(served.port);
    frame.socket.send('x'.repeat(10_001));
    assert.equal((await frame.closed).code, 1009);
    const fragments = await WebSocketClient.connect(served.port);
    for (let count = 0; count < 11; count++) fragments.socket.send('x', { fin: false });
    assert.equal((await fragments.closed).code, 1008);
  });

  test('end a connection that does not answer pings, and no other', async () => {
    const silent = await WebSocketClient.connect(served.port, { autoPong: false });
    const lively = await WebSocketClient.connect(served.port);
    const pinged = Promise.all([silent, lively].map(({ socket }) => once(socket, 'ping')));
    served.env.clock.advanceMs(limits.pingMs);
    await pinged;
    // The pong of the earlier ping arrives before this.
    await lively.call('ping');
    served.env.clock.advanceMs(limits.pingMs);
    assert.deepEqual(await silent.closed, {
      code: 1008,
      reason: 'The client is too slow: no answer to a ping for 0 s.',
    });
    assert.deepEqual(await lively.call('ping'), { role: 'admin', unlimited: true });
    await lively.close();
  });

  test('leave requests unread for a client that does not read, and answer them all when it does', {
    skip: SKIP_WITH_THREADS,
  }, async () => {
    const client = await WebSocketClient.connect(served.port);
    client.socket.pause();
    const answers = Array.from({ length: 200 }, () => client.request('server_info'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.socket.resume();
    assert.equal((await Promise.all(answers)).length, 200);
    await client.close();
  });

  test('end the connection of a client that stops reading, with the reason', { skip: SKIP_WITH_THREADS }, async () => {
    const client = await WebSocketClient.connect(served.port);
    await client.call('subscribe', { streams: ['transactions_proposed'] });
    client.socket.pause();
    const memo = { Memo: { MemoData: 'AB'.repeat(900) } };
    const pay = { TransactionType: 'Payment', Destination: MASTER.id, Amount: 1n, Memos: [memo] };
    for (let count = 0; served.listener.webSocketCount > 0; count++) {
      served.env.submit(ALICE, pay, 'tesSUCCESS');
      if (count % 50 === 49) await served.env.close();
    }
    client.socket.resume();
    const { code, reason } = await client.closed;
    assert.equal(code, 1008);
    assert.match(reason, /^The client is too slow: .+\. Continue with start_ledger \d+\.$/);
  });

  test('end the connection with the most unread bytes when all have too many, also from this machine', {
    skip: SKIP_WITH_THREADS,
  }, async (t) => {
    const own = await serveEnv({ limits: { unreadBytes: 5_000, socketBytes: 1_000 } });
    t.after(() => own.stop());
    await own.env.fund(1000, ALICE);
    const silent = await WebSocketClient.connect(own.port);
    const lively = await WebSocketClient.connect(own.port);
    await silent.call('subscribe', { streams: ['transactions_proposed'] });
    silent.socket.pause();
    const memo = { Memo: { MemoData: 'AB'.repeat(900) } };
    const pay = { TransactionType: 'Payment', Destination: MASTER.id, Amount: 1n, Memos: [memo] };
    for (let count = 1; own.listener.webSocketCount > 1; count++) {
      own.env.submit(ALICE, pay, 'tesSUCCESS');
      if (count % 50 === 0) await own.env.close();
      await lively.call('ping');
    }
    silent.socket.resume();
    const { code, reason } = await silent.closed;
    assert.equal(code, 1008);
    assert.match(
      reason,
      /^The client is too slow: it has the most of all unread bytes\. Continue with start_ledger \d+\.$/,
    );
    await lively.close();
  });

  test('close with 1001 when the server stops', async () => {
    const own = await serveEnv();
    const client = await WebSocketClient.connect(own.port);
    const stopped = own.stop();
    assert.deepEqual(await client.closed, { code: 1001, reason: 'The server stops.' });
    await stopped;
  });
});
