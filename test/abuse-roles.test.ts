/** Who may sign and administer: on the operator's port whoever is at this machine, on the public port nobody. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../src/cli/run-server.ts';
import { methodTable } from '../src/rpc/table.ts';
import { post } from './support/hostile-sockets.ts';
import { StartedWeir } from './support/started-weir.ts';
import { WebSocketClient } from './support/websocket-client.ts';

const MASTER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const ADMIN_METHODS = [...methodTable.values()].filter(({ role }) => role === 'admin').map(({ name }) => name);
const tx_json = { TransactionType: 'AccountSet', Account: MASTER };
const SIGNING: Readonly<Record<string, object>> = {
  sign: { secret: 'masterpassphrase', tx_json },
  submit: { secret: 'masterpassphrase', tx_json },
  sign_for: { secret: 'masterpassphrase', account: MASTER, tx_json },
  channel_authorize: { secret: 'masterpassphrase', channel_id: '0'.repeat(64), amount: '1' },
};
/** What a client may say of itself. */
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
        closeIntervalMs: undefined,
        genesisFile: undefined,
        networkId: undefined,
        logLevel: 'silent',
        isDevelopment: true,
      },
      pino({ level: 'silent' }),
    );
  });
  after(() => server.stop());

  const call = async (port: number, method: string, params: object, headers = {}) =>
    (await post(port, JSON.stringify({ method, params: [params] }), headers)).body.result;

  for (const claim of CLAIMS) {
    test(`neither signs nor obeys there, whatever a client claims: ${JSON.stringify(claim)}`, async () => {
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

  test('does not on WebSockets and in batches either', async () => {
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

  test('answers everybody else there, and has no figures and no faucet for them', async () => {
    const info = await call(server.publicPort!, 'account_info', { account: MASTER });
    assert.equal(info.account_data.Account, MASTER);
    const url = `http://127.0.0.1:${server.publicPort}`;
    const statuses = [];
    for (const path of ['/health', '/version', '/metrics']) statuses.push((await fetch(url + path)).status);
    statuses.push((await fetch(`${url}/accounts`, { method: 'POST', body: '{}' })).status);
    assert.deepEqual(statuses, [200, 200, 405, 404]);
  });

  test('obeys the operator on his own port, but no page and no proxy', async () => {
    const before = (await call(server.port, 'ledger_accept', {})).ledger_current_index;
    for (const headers of [
      { origin: 'https://evil.example', 'content-type': 'text/plain' },
      { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
      { 'user-agent': 'Mozilla/5.0', 'content-type': 'multipart/form-data; boundary=x' },
      { 'sec-fetch-site': 'same-origin', host: 'rebound.example' },
      { host: `rebound.example:${server.port}` },
      { 'x-forwarded-for': '127.0.0.1' },
    ]) {
      assert.equal((await call(server.port, 'ledger_accept', {}, headers)).error, 'forbidden', JSON.stringify(headers));
      assert.equal((await call(server.port, 'sign', SIGNING.sign!, headers)).error, 'notSupported');
    }
    const curl = { 'user-agent': 'curl/8.5.0', 'content-type': 'application/x-www-form-urlencoded' };
    const after = (await call(server.port, 'ledger_accept', {}, curl)).ledger_current_index;
    assert.equal(after, before + 1, 'no other request closed a ledger');
  });
});

describe('an administrator from elsewhere', () => {
  test('is warned of in the banner and in the log', async () => {
    const args = ['--ephemeral', '--manual', '--host', '0.0.0.0', '--allow-remote-admin', '--log-level', 'warn'];
    const weir = await StartedWeir.start([...args, '--public-port', '0', '--public-host', '127.0.0.1']);
    assert.match(weir.output, /^Warning: --allow-remote-admin makes an administrator of whoever reaches this address/m);
    assert.match(weir.output, /^For everybody: {2}http:\/\/127\.0\.0\.1:\d+ and ws:/m);
    await weir.wrote(/"level":40,.*"host":"0\.0\.0\.0".*whoever reaches this address is the administrator/);
    await weir.stop();
  });
});
