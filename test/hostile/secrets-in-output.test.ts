/**
 * All outputs of a session with secrets are searched for them: the log of a process at the finest level, the report of its
 * crash, its metrics, its data, and errors of the command line. `secrets-in-answers.test.ts` searches answers.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { deriveKeyPair } from '../../src/crypto/key-pair.ts';
import { encodeEd25519Seed, encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { exchange, post } from '../support/hostile-sockets.ts';
import { runWeir } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const PASSPHRASE = 'xyzzy plugh frobozz';
const SEED = seedOfPassphrase(PASSPHRASE);
const MASTER = { passphrase: 'masterpassphrase', key_type: 'secp256k1' };
/** One party's secrets in every spelling. */
const SECRETS = {
  passphrase: PASSPHRASE,
  secret: encodeSeed(SEED),
  seed: encodeEd25519Seed(SEED),
  seed_hex: SEED.toString('hex').toUpperCase(),
};
const FORBIDDEN = [
  ...Object.values(SECRETS),
  ...(['secp256k1', 'ed25519'] as const).map((type) => deriveKeyPair(SEED, type).privateKey.toString('hex')),
];
/** These read secrets. Other methods get the first one only. */
const SIGNING = ['sign', 'sign_for', 'submit', 'channel_authorize', 'wallet_propose'];
const CRASH = ['--import', path.join(import.meta.dirname, '../support/crash-on-signal.ts')];

function assertClean(text: string | Buffer, where: string): void {
  const bytes = Buffer.from(text as string);
  for (const secret of FORBIDDEN) {
    for (const form of [secret, secret.toLowerCase(), Buffer.from(secret).toString('base64')]) {
      assert.ok(!bytes.includes(form), `a secret is in ${where}`);
    }
    if (/^[0-9A-Fa-f]+$/.test(secret)) assert.ok(!bytes.includes(Buffer.from(secret, 'hex')), `bytes are in ${where}`);
  }
}

describe('a session with secrets', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'weir-secrets-'));
  let weir: ServerProcess;
  let account: string;
  before(async () => {
    process.env.CRASH_SECRET = SECRETS.secret;
    weir = await ServerProcess.start(['--data', data, '--manual', '--log-level', 'trace'], { nodeOptions: CRASH });
    delete process.env.CRASH_SECRET;
    const call = async (method: string, params: object) =>
      (await post(weir.ports[0]!, JSON.stringify({ method, params: [params] }))).body.result;
    account = (await call('wallet_propose', { passphrase: PASSPHRASE })).account_id;
    const tx_json = {
      TransactionType: 'Payment',
      Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      Destination: account,
      Amount: '1000000000',
    };
    assert.equal((await call('submit', { ...MASTER, tx_json })).engine_result, 'tesSUCCESS');
    await call('ledger_accept', {});
  });
  after(() => rmSync(data, { recursive: true }));

  test('writes none of them to outputs, figures and data', async () => {
    const port = weir.ports[0]!;
    const tx_json = { TransactionType: 'AccountSet', Account: account };
    const client = await WebSocketClient.connect(port);
    for (const [name, value] of Object.entries(SECRETS)) {
      const key_type = name === 'seed' ? 'ed25519' : 'secp256k1';
      const own = name === 'secret' ? { secret: value } : { [name]: value, key_type };
      for (const method of name === 'secret' ? methodTable.keys() : SIGNING) {
        const params = { ...own, tx_json, account, channel_id: '0'.repeat(64), amount: '1' };
        if (method === 'ledger_accept' || method === 'stop') continue;
        const answers = [await post(port, JSON.stringify({ method, params: [params] }))];
        answers.push(await post(port, JSON.stringify({ method, params: [{ ...params, [name]: { deep: value } }] })));
        const answer = await client.request(method, params);
        if (method !== 'wallet_propose') assertClean(JSON.stringify([answers, answer]), `an answer of ${method}`);
      }
      // Places where a secret does not belong. Only logs and files are searched here.
      await post(port, JSON.stringify({ method: value, params: [{ account: value, ledger_index: value }] }));
      await post(
        port,
        JSON.stringify({ [value]: value, method: 'sign', params: [{ [value]: 1, tx_json: { [value]: 1 } }] }),
      );
      await post(port, JSON.stringify({ method: 'ping', id: value, params: [{ id: value, ripplerpc: value }] }));
      const misplaced = { ...tx_json, Memos: [{ Memo: { MemoData: value } }], Account: value, TxnSignature: value };
      for (const method of ['sign', 'submit', 'simulate']) {
        await post(port, JSON.stringify({ method, params: [{ secret: SECRETS.secret, tx_json: misplaced }] }));
        await post(port, JSON.stringify({ method, params: [{ tx_blob: value, [value]: value, secret: [value] }] }));
      }
      const head = `host: 127.0.0.1\r\norigin: http://${encodeURI(value)}\r\nauthorization: ${value}\r\ncookie: s=${value}\r\n`;
      await exchange(port, `POST /?secret=${encodeURI(value)} HTTP/1.1\r\n${head}content-length: 0\r\n\r\n`, {
        quietMs: 10,
      });
      const upgrade = `upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-protocol: ${value}\r\n`;
      await exchange(port, `GET /?secret=${encodeURI(value)} HTTP/1.1\r\n${head}${upgrade}\r\n`, { quietMs: 10 });
      await exchange(port, `${value} ${value} ${value}\r\n\r\n`, { quietMs: 10 });
      await post(port, `{"secret":"${value}",`);
      await exchange(port, `POST /${encodeURI(value)} HTTP/1.1\r\nx: ${value}\r\nx ${value}: 1\r\n\r\n`, {
        quietMs: 10,
      });
      client.socket.send(`{"command":"sign","secret":"${value}"`);
      await client.request(value, { [value]: value, streams: [value], accounts: [value] });
      await client.request('subscribe', { streams: [value], accounts: [value], url: `http://x/${value}`, id2: value });
    }
    const signed = await client.request('submit', { ...{ secret: SECRETS.secret }, tx_json });
    assert.equal(signed.result.engine_result, 'tesSUCCESS', 'the secrets are real');
    await client.call('ledger_accept');
    await client.close();
    assertClean(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), 'the figures');
    assertClean(weir.output, 'the outputs');
    const files = readdirSync(data).map((name) => path.join(data, name));
    assert.ok(files.length > 0);
    for (const file of files) assertClean(readFileSync(file), file);
  });

  test('writes none when a bug ends it', async () => {
    weir.signal('SIGUSR2');
    assert.equal(await weir.ended(), 1);
    assert.match(
      weir.output,
      /weir: a bug ended the server: Error: cannot use <masked> of \{"secret":"<masked>"\}\n +at /,
    );
    assertClean(weir.output, 'the report of the crash');
  });
});

describe('the command line', () => {
  const MISUSED: readonly (readonly string[])[] = [
    ['submit', SECRETS.secret, '{not json'],
    ['sign', SECRETS.secret],
    ['json', 'sign', `{"secret":"${SECRETS.secret}"`],
    ['json', 'sign', `{"secret":"${SECRETS.secret}"}`, '--url', 'http://127.0.0.1:1'],
    ['submit', SECRETS.secret, '{"TransactionType":"AccountSet"}', 'more', 'words', 'than', 'it', 'takes'],
    ['submit', SECRETS.secret, '{"TransactionType":"AccountSet"}', '--url', 'http://127.0.0.1:1'],
    ['wallet_propose', SECRETS.passphrase, 'x', 'y'],
    ['channel_authorize', SECRETS.secret, 'x', '1', '--nonsense'],
  ];
  test('quotes none of them when it is misused', async () => {
    await Promise.all(
      MISUSED.map(async (words) => {
        const { code, stdout, stderr } = await runWeir(...words);
        assert.notEqual(code, 0, words.join(' '));
        assertClean(stdout + stderr, `what ${words[0]} says: ${stdout}${stderr}`);
      }),
    );
  });
});
