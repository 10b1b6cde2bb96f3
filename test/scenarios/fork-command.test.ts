/** `weir start --fork` between two processes: the reads of a fork block its thread. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type DevelopmentAccount, developmentAccount } from '../../src/node/development-funds.ts';
import { ForkOrigin } from '../support/fork-origin/fork-origin.ts';
import { post } from '../support/hostile-sockets.ts';
import type { Answer } from '../support/rpc-call.ts';
import { refusedStart, runWeir } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';

const [ONE, TWO] = [0, 1].map(developmentAccount) as [DevelopmentAccount, DevelopmentAccount];

describe('weir start --fork', () => {
  let origin: ServerProcess;
  let scratch: string;
  before(async () => {
    scratch = mkdtempSync(path.join(tmpdir(), 'weir-fork-'));
    origin = await ServerProcess.start(['--ephemeral', '--manual', '--dev']);
    await pay(origin);
    await origin.call('ledger_accept');
  });
  after(async () => {
    await origin.stop();
    rmSync(scratch, { recursive: true });
  });

  const words = (...more: string[]) => ['--fork', origin.url, '--manual', '--threads', '0', ...more];
  const start = (...more: string[]) =>
    ServerProcess.start(words(...more), { environment: { XDG_CACHE_HOME: scratch } });

  async function pay(server: ServerProcess): Promise<Answer> {
    const tx_json = { TransactionType: 'Payment', Account: ONE.address, Destination: TWO.address, Amount: '1000000' };
    return server.call('submit', { secret: ONE.seed, tx_json });
  }

  async function balance(server: ServerProcess, ledger_index: string | number): Promise<string> {
    const { account_data }: Answer = await server.call('account_info', { account: TWO.address, ledger_index });
    return account_data.Balance;
  }

  test('continues a ledger of a running server, and keeps the continuation', async () => {
    const data = path.join(scratch, 'data');
    const fork = await start('--data', data);
    const { info, weir }: Answer = await fork.call('server_info');
    const first = info.validated_ledger.seq;
    assert.deepEqual(weir.fork, { url: origin.url, ledger_index: first, ledger_hash: info.validated_ledger.hash });
    assert.match(fork.output, new RegExp(`Fork of: +${origin.url}, ledger ${first} \\([0-9A-F]{64}\\)`));
    assert.equal(await balance(fork, 'validated'), '100001000000');
    assert.equal((await pay(fork)).engine_result, 'tesSUCCESS');
    await fork.call('ledger_accept');
    assert.deepEqual([await balance(fork, 'validated'), await balance(fork, first)], ['100002000000', '100001000000']);
    assert.equal(await balance(origin, 'validated'), '100001000000');
    const { ledger }: Answer = await fork.call('ledger', { ledger_index: first, transactions: true });
    assert.equal(ledger.transactions.length, 1);
    const { state }: Answer = await fork.call('ledger_data', { ledger_index: 'validated', limit: 2048 });
    assert.ok(state.length > 12);
    await fork.stop();

    const plain = await runWeir('start', '--data', data, '--port', '0');
    assert.match(plain.stderr, /weir: the data are of a fork of ledger \d+ \(\w+\) of http.*: start with --fork/);
    const other = await runWeir('start', ...words('--data', data, '--port', '0', '--fork-ledger', String(first - 1)));
    assert.match(other.stderr, /weir: the data are of a fork of ledger \d+ .*, not of \d+: omit --fork-ledger/);
    const verified = await runWeir('verify', '--data', data, '--deep');
    assert.equal(verified.code, 0);
    assert.match(verified.stdout, /A fork of ledger \d+ of http.*: only its own ledgers/);
    const again = await start('--data', data);
    assert.equal(await balance(again, 'validated'), '100002000000');
    await again.stop();
  });

  test('is a test bench: funds, keys that are not needed, snapshots', async () => {
    const fork = await start();
    const account = 'rrrrrrrrrrrrrrrrrrrn5RM1rHd';
    const begin = ((await fork.call('weir_snapshot')) as Answer).snapshot;
    const funded: Answer = await fork.call('weir_fund', { account, amount: '50000000' });
    assert.equal(funded.engine_result, 'tesSUCCESS');
    await fork.call('ledger_accept');
    const tx_json = { TransactionType: 'AccountSet', Account: account };
    const answer: Answer = await fork.call('weir_impersonate', { tx_json });
    assert.equal(answer.engine_result, 'tesSUCCESS');
    await fork.call('ledger_accept');
    const back: Answer = await fork.call('weir_revert', { snapshot: begin });
    assert.equal(back.error, undefined, JSON.stringify(back));
    assert.equal(
      ((await fork.call('account_info', { account, ledger_index: 'validated' })) as Answer).error,
      'actNotFound',
    );
    await fork.stop();
  });

  test('answers /health and what it has while its server is silent', async (t) => {
    const silent = await ForkOrigin.start();
    t.after(() => silent.stop());
    const environment = { XDG_CACHE_HOME: scratch };
    const fork = await ServerProcess.start(['--fork', silent.httpUrl, '--manual', '--public-port', '0'], {
      environment,
    });
    await silent.set({ answers: 'none' });
    const publicPort = Number(/Public port: +http:\/\/[\d.]+:(\d+)/.exec(fork.output)![1]);
    const params = { account: 'rrrrrrrrrrrrrrrrrrrn5RM1rHd' };
    const user = post(publicPort, JSON.stringify({ method: 'account_info', params: [params] }));
    let isAnswered = false;
    const admin = fork.call('account_info', params).catch(() => {
      isAnswered = true;
    });
    assert.equal((await fetch(`${fork.url}/health`)).status, 200);
    const own: Answer = await fork.call('account_info', { account: ONE.address });
    assert.equal(own.account_data.Account, ONE.address);
    assert.equal(isAnswered, false);
    assert.equal((await user).body.result.error, 'noNetwork');
    await fork.kill('SIGKILL');
    await admin;
  });

  test('says what it cannot be combined with', async () => {
    for (const [more, message] of [
      [['--fork', 'http://127.0.0.1:1', '--genesis', 'g.json'], /--genesis and --fork exclude each other/],
      [['--fork', 'http://127.0.0.1:1', '--threads', '2'], /--threads and --fork exclude each other/],
      [['--fork', 'http://127.0.0.1:1', '--durable-submit'], /--durable-submit needs --data/],
      [['--fork', 'example.com'], /--fork must be an http, https, ws or wss URL/],
      [['--fork', 'http://127.0.0.1:1', '--fork-ledger', 'x'], /--fork-ledger must be the index or the hash/],
      [['--fork-ledger', '7'], /--fork-ledger needs --fork/],
    ] as const) {
      const { stderr } = await refusedStart(...more).catch((error) => ({ stderr: `weir: ${error.message}` }));
      assert.match(stderr, message);
    }
  });
});
