/** Who may sign and administer: clients of this machine on the admin port, no client on the public port. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { MANUAL_CLOSE } from '../../src/node/close/close-schedule.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { startHostKeepingProxy } from '../support/host-keeping-proxy.ts';
import { exchange, post } from '../support/hostile-sockets.ts';
import { ServerProcess } from '../support/server-process.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const MASTER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const ADMIN_METHODS = [...methodTable.values()].filter(({ role }) => role === 'admin').map(({ name }) => name);
const tx_json = { TransactionType: 'AccountSet', Account: MASTER };
const SIGNING: Readonly<Record<string, object>> = {
  sign: { secret: 'masterpassphrase', tx_json },
  submit: { secret: 'masterpassphrase', tx_json },
  sign_for: { secret: 'masterpassphrase', account: MASTER, tx_json },
  channel_authorize: { secret: 'masterpassphrase', channel_id: '0'.repeat(64), amount: '1' },
};
/** Headers in which clients claim to be local or administrators. */
const CLAIMS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'x-forwarded-for': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1;host=localhost;proto=https' },
  { host: '127.0.0.1' },
  { host: 'localhost' },
  { origin: 'http://127.0.0.1:5005' },
  { 'x-user': 'admin', authorization: 'Basic YWRtaW46YWRtaW4=' },
];

describe('a server with a public port', () => {
  let server: RunningServer;
  before(async () => {
    server = await runServer(
      {
        port: 0,
        host: '127.0.0.1',
        publicPort: 0,
        publicHost: '127.0.0.1',
        dataDirectory: undefined,
        closing: MANUAL_CLOSE,
        genesisFile: undefined,
        networkId: undefined,
        logLevel: 'silent',
        isDevelopment: true,
        hostNames: ['rebound.example'],
      },
      pino({ level: 'silent' }),
    );
  });
  after(() => server.stop());

  const call = async (port: number, method: string, params: object, headers = {}) =>
    (await post(port, JSON.stringify({ method, params: [params] }), headers)).body.result;

  for (const claim of CLAIMS) {
    test(`does not sign or administer there, with headers: ${JSON.stringify(claim)}`, async () => {
      for (const [method, params] of Object.entries(SIGNING)) {
        assert.equal((await call(server.publicPort!, method, params, claim)).error, 'notSupported', method);
      }
      assert.ok(ADMIN_METHODS.includes('ledger_accept') && ADMIN_METHODS.includes('wallet_propose'));
      for (const method of ADMIN_METHODS) {
        const { status, body } = await post(server.publicPort!, JSON.stringify({ method }), claim);
        assert.deepEqual([status, body.result.error], [403, 'forbidden'], method);
        const flat = await post(server.publicPort!, JSON.stringify({ command: method }), claim);
        assert.equal(flat.body.error, 'forbidden', method);
      }
    });
  }

  test('does not on WebSockets and in batches', async () => {
    const client = await WebSocketClient.connect(server.publicPort!);
    for (const method of ADMIN_METHODS) assert.equal((await client.request(method)).error, 'forbidden');
    for (const [method, params] of Object.entries(SIGNING)) {
      assert.equal((await client.request(method, { ...params })).error, 'notSupported');
    }
    await client.close();
    const batch = { method: 'batch', params: [{ method: 'ledger_accept' }, { method: 'sign', ...SIGNING.sign }] };
    const { body } = await post(server.publicPort!, JSON.stringify(batch));
    assert.equal(body[0].error.error.code, -32605);
    assert.equal(body[1].result.error, 'notSupported');
  });

  test('answers other requests there, without metrics and faucet', async () => {
    const info = await call(server.publicPort!, 'account_info', { account: MASTER });
    assert.equal(info.account_data.Account, MASTER);
    const url = `http://127.0.0.1:${server.publicPort}`;
    const statuses = [];
    for (const path of ['/health', '/version', '/metrics']) statuses.push((await fetch(url + path)).status);
    statuses.push((await fetch(`${url}/accounts`, { method: 'POST', body: '{}' })).status);
    assert.deepEqual(statuses, [200, 200, 405, 404]);
  });

  test('obeys administrators on the admin port, but no web page and no proxy', async () => {
    const before = (await call(server.port, 'ledger_accept', {})).ledger_current_index;
    for (const headers of [
      { origin: 'https://evil.example', 'content-type': 'text/plain' },
      { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
      { 'user-agent': 'Mozilla/5.0', 'content-type': 'multipart/form-data; boundary=x' },
      { 'sec-fetch-site': 'same-origin', host: 'rebound.example' },
      { host: `rebound.example:${server.port}` },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-client-ip': '127.0.0.1' },
    ]) {
      assert.equal((await call(server.port, 'ledger_accept', {}, headers)).error, 'forbidden', JSON.stringify(headers));
      assert.equal((await call(server.port, 'sign', SIGNING.sign!, headers)).error, 'notSupported');
    }
    const curl = { 'user-agent': 'curl/8.5.0', 'content-type': 'application/x-www-form-urlencoded' };
    const after = (await call(server.port, 'ledger_accept', {}, curl)).ledger_current_index;
    assert.equal(after, before + 1, 'no other request closed a ledger');
  });

  test('does not obey pages behind a proxy that keeps the host, at any port and address', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const proxy = await startHostKeepingProxy(server.port);
      try {
        const authority = `${host}:${proxy.port}`;
        const page = { origin: `http://${authority}`, host: authority, 'sec-fetch-site': 'same-origin' };
        const client = await WebSocketClient.connect(proxy.port, { headers: page });
        assert.equal((await client.request('server_info')).status, 'success');
        assert.equal((await client.request('ledger_accept')).error, 'forbidden', authority);
        assert.equal((await client.request('sign', { ...SIGNING.sign })).error, 'notSupported', authority);
        await client.close();
        assert.equal((await call(proxy.port, 'ledger_accept', {}, page)).error, 'forbidden', authority);
      } finally {
        await proxy.stop();
      }
    }
    const own = { origin: `http://127.0.0.1:${server.port}` };
    const page = await WebSocketClient.connect(server.port, own);
    assert.equal((await page.request('ledger_accept')).status, 'success');
    await page.close();
  });

  test('does not pay from the faucet for a web page', async () => {
    const ask = async (headers: object) =>
      (await fetch(`http://127.0.0.1:${server.port}/accounts`, { method: 'POST', body: '{}', headers: { ...headers } }))
        .status;
    const pages = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of pages) assert.equal(await ask(headers), 403, JSON.stringify(headers));
    assert.equal(await ask({}), 200);
  });

  test('accepts neither of two Host headers', async () => {
    const head = 'POST / HTTP/1.1\r\nconnection: close\r\ncontent-length: 17\r\n';
    const own = `host: 127.0.0.1:${server.port}\r\n`;
    const ping = (hosts: string) => exchange(server.port, `${head}${hosts}\r\n{"method":"ping"}`);
    assert.match(await ping(own), /"role":"admin"/);
    const answer = await ping(`${own}Host: rebound.example\r\n`);
    assert.match(answer, /"status":"success"/);
    assert.doesNotMatch(answer, /admin/);
  });

  // What no header may say, a target or another spelling may not say either.
  test('accepts one spelling of methods and paths', async () => {
    const spellings = (name: string) => [
      name.toUpperCase(),
      ` ${name}`,
      `${name} `,
      `${name}\0`,
      `${name[0]!.toUpperCase()}${name.slice(1)}`,
    ];
    for (const method of [...ADMIN_METHODS, 'sign'].flatMap(spellings)) {
      assert.equal((await call(server.publicPort!, method, SIGNING.sign!)).error, 'unknownCmd', JSON.stringify(method));
    }
    const hidden: readonly (readonly [object, RegExp])[] = [
      [{ method: 'ping', params: [{ method: 'ledger_accept', command: 'ledger_accept' }] }, /unknownCmd/],
      [{ method: 'ping', command: 'ledger_accept' }, /^{"result":{"status":"success"}}$/],
      [{ method: 'json', params: ['ledger_accept', {}] }, /params unparsable/],
      [{ method: 'batch', params: [{ method: 'batch', params: [{ method: 'ledger_accept' }] }] }, /unknownCmd/],
      [{ method: 'ledger_accept', params: [{ role: 'admin', admin: true, user: 'a', password: 'b' }] }, /forbidden/],
      [{ method: 'ledger_accept', params: [{ api_version: 2 }] }, /forbidden/],
      [{ command: 'ledger_accept', method: 'ledger_accept' }, /forbidden/],
    ];
    const { ledger_current_index: before } = await call(server.port, 'ledger_current', {});
    for (const [request, answer] of hidden) {
      const { body } = await post(server.publicPort!, JSON.stringify(request));
      assert.match(JSON.stringify(body), answer, JSON.stringify(request));
    }
    for (const path of [
      '/accounts',
      '//accounts',
      '/accounts?',
      '/./accounts',
      '/%61ccounts',
      'http://127.0.0.1/accounts',
      '*',
    ]) {
      const answer = await exchange(
        server.publicPort!,
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`,
      );
      assert.match(answer, /^HTTP\/1.1 404 /, path);
    }
    assert.equal((await call(server.port, 'ledger_current', {})).ledger_current_index, before);
  });
});

describe('an administrator of another machine', () => {
  test('causes a warning in the banner and in the log', async () => {
    const args = ['--ephemeral', '--manual', '--host', '0.0.0.0', '--allow-remote-admin', '--log-level', 'warn'];
    const weir = await ServerProcess.start([...args, '--public-port', '0', '--public-host', '127.0.0.1']);
    assert.match(weir.output, /^Warning: --allow-remote-admin makes all clients of this address administrators/m);
    assert.match(weir.output, /^Public port: {4}http:\/\/127\.0\.0\.1:\d+ and ws:/m);
    await weir.wrote(/"level":40,.*"host":"0\.0\.0\.0".*all clients of this address are administrators/);
    await weir.stop();
  });
});
