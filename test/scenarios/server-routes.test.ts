/** Routes of a server's port besides the API: health, version, metrics, faucet, explorer, CORS. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { MANUAL_CLOSE } from '../../src/node/close/close-schedule.ts';
import { developmentAccounts } from '../../src/node/development-funds.ts';
import { TEST_THREADS } from '../support/thread-words.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

describe('a server for development', () => {
  let server: RunningServer;
  let url: string;
  before(async () => {
    server = await runServer(
      {
        port: 0,
        webSocketPort: 0,
        host: '127.0.0.1',
        dataDirectory: undefined,
        closing: MANUAL_CLOSE,
        genesisFile: undefined,
        networkId: undefined,
        logLevel: 'silent',
        isDevelopment: true,
        threads: TEST_THREADS,
        corsOrigins: ['https://explorer.example'],
      },
      pino({ level: 'silent' }),
    );
    url = `http://127.0.0.1:${server.port}`;
  });
  after(() => server.stop());

  const call = async (method: string, params: object = {}) => {
    const body = JSON.stringify({ method, params: [params] });
    // biome-ignore lint/suspicious/noExplicitAny: assertions check the answer
    return ((await (await fetch(url, { method: 'POST', body })).json()) as any).result;
  };
  const post = async (body: string) => {
    const response = await fetch(`${url}/accounts`, { method: 'POST', body });
    // biome-ignore lint/suspicious/noExplicitAny: assertions check the answer
    return { status: response.status, body: (await response.json()) as any };
  };

  test('answers /health and /version', async () => {
    const health = await fetch(`${url}/health`);
    assert.equal(health.status, 200);
    const { seconds_since_close: age, ...report } = (await health.json()) as Record<string, unknown>;
    assert.deepEqual(report, { status: 'ok', ledger_index: 3 });
    assert.ok(Number(age) >= 0);
    const version = (await (await fetch(`${url}/version`)).json()) as { name: string; api_versions: number[] };
    assert.equal(version.name, 'weir');
    assert.deepEqual(version.api_versions, [1, 2]);
    const wrong = await fetch(`${url}/health`, { method: 'POST' });
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET']);
  });

  test('serves the explorer to browsers', async () => {
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=UTF-8']);
    assert.equal((await fetch(url)).status, 405);
  });

  test('has ten funded accounts with fixed seeds', async () => {
    assert.equal(developmentAccounts()[0]!.seed, 'sEdSgth9xDJbCUt2myNuRJNHkSAnXbn');
    for (const { address, seed } of developmentAccounts()) {
      const { account_data: data } = await call('account_info', { account: address, ledger_index: 'validated' });
      assert.equal(data.Balance, '100000000000');
      assert.equal((await call('wallet_propose', { seed, key_type: 'ed25519' })).account_id, address);
    }
  });

  test('has room for thousands of transactions in one ledger at the base fee', async () => {
    assert.equal((await call('fee')).expected_ledger_size, '100000');
  });

  test('funds accounts at /accounts', async () => {
    const { address } = developmentAccounts()[0]!;
    const named = await post(JSON.stringify({ destination: address, xrpAmount: '5', userAgent: 'test' }));
    assert.equal(named.status, 200);
    assert.equal(named.body.account.classicAddress, address);
    const fresh = await post('');
    assert.match(fresh.body.seed, /^sEd/);
    await call('ledger_accept');
    const { account_data: data } = await call('account_info', { account: fresh.body.account.address });
    assert.equal(data.Balance, '1000000000');
    for (const wrong of [
      '{',
      '[]',
      '{"xrpAmount":0}',
      '{"xrpAmount":"x"}',
      '{"destination":"r"}',
      '{"destination":1}',
    ]) {
      assert.equal((await post(wrong)).status, 400, wrong);
    }
  });

  test('counts requests by method and outcome, submissions, closes and connections', async () => {
    await call('nope');
    await call('account_info', {});
    const client = await WebSocketClient.connect(server.webSocketPort!);
    await client.call('ping');
    await client.request('submit', { tx_blob: 'AB' });
    await call('submit', {
      secret: 'masterpassphrase',
      tx_json: { TransactionType: 'AccountSet', Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' },
    });
    const response = await fetch(`${url}/metrics`);
    const text = await response.text();
    assert.match(response.headers.get('content-type')!, /^text\/plain/);
    for (const line of [
      /^weir_requests_total\{method="ping",outcome="success"\} 1$/m,
      /^weir_requests_total\{method="account_info",outcome="invalidParams"\} 1$/m,
      /^weir_requests_total\{method="unknown",outcome="unknownCmd"\} 1$/m,
      /^weir_requests_total\{method="submit",outcome="invalidTransaction"\} 1$/m,
      /^weir_submissions_total\{result="tesSUCCESS"\} 1$/m,
      /^weir_request_duration_seconds_count\{method="ping"\} 1$/m,
      /^weir_ledger_close_duration_seconds_count 1$/m,
      /^weir_transactions_total 2$/m,
      /^weir_ledger_index 4$/m,
      /^weir_open_ledger_transactions \d+$/m,
      /^weir_queued_transactions 0$/m,
      /^weir_open_ledger_fee_level 256$/m,
      /^weir_connections\{kind="websocket"\} 1$/m,
      /^weir_store_bytes \d+$/m,
      /^weir_ledger_close_failures_total 0$/m,
      /^weir_ledger_age_seconds [\d.e-]+$/m,
      /^weir_build_info\{version="\d+\.\d+\.\d+[^"]*",node_version="v\d+[^"]*"\} 1$/m,
    ]) {
      assert.match(text, line);
    }
    await client.close();
  });

  test('sends CORS headers to configured origins only', async () => {
    const origins = { good: 'https://explorer.example', bad: 'https://evil.example' };
    const read = (origin: string) => fetch(`${url}/version`, { headers: { origin } });
    assert.equal((await read(origins.good)).headers.get('access-control-allow-origin'), origins.good);
    assert.equal((await read(origins.bad)).headers.get('access-control-allow-origin'), null);
    const ask = (origin: string) => fetch(url, { method: 'OPTIONS', headers: { origin } });
    const allowed = await ask(origins.good);
    assert.deepEqual([allowed.status, allowed.headers.get('access-control-allow-methods')], [204, 'GET, POST']);
    assert.equal((await ask(origins.bad)).status, 405);
    // CORS gives no admin role.
    const headers = { origin: origins.good };
    const body = '{"method":"ledger_accept"}';
    assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 403);
  });
});

describe('a server with --no-explorer', () => {
  for (const threads of [0, 1]) {
    test(`serves no explorer, with ${threads} threads`, async () => {
      const options = parseStartOptions(
        `--port 0 --ephemeral --manual --no-explorer --threads ${threads} --log-level silent`.split(' '),
      );
      const server = await runServer(options, pino({ level: 'silent' }));
      try {
        const url = `http://127.0.0.1:${server.port}`;
        assert.equal((await fetch(url, { headers: { accept: 'text/html' } })).status, 405);
        assert.equal((await fetch(`${url}/explorer/app.js`)).status, 405);
      } finally {
        await server.stop();
      }
    });
  }
});
