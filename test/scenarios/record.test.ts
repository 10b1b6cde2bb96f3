/** `weir record` in front of a server, and `weir replay` of what it wrote. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { record } from '../../src/cli/record/record.ts';
import { replay } from '../../src/cli/replay/replay.ts';
import { LinkError } from '../../src/client/ledger-link.ts';
import { Recorder } from '../../src/recording/recorder.ts';
import { parseRecording, type RpcLine } from '../../src/recording/recording.ts';
import { party } from '../support/env.ts';
import { Service } from '../support/service.ts';
import { until } from '../support/until.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const ALICE = party('record alice');
const BOB = party('record bob');
const PAYMENT = { TransactionType: 'Payment', Account: ALICE.address, Destination: BOB.address, Amount: '5000000' };

describe('a recording', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-record-'));
  const file = path.join(directory, 'problem.jsonl');
  const printed: string[] = [];
  let text = '';
  const rpcLines = () => parseRecording('problem.jsonl', text.trim().split('\n')).lines as readonly RpcLine[];

  before(async () => {
    const service = await Service.start({ isTestBench: true });
    try {
      await service.fund(ALICE, BOB);
      await recordExchanges(service, file, printed);
    } finally {
      await service.stop();
    }
    text = readFileSync(file, 'utf8');
  });
  after(() => rmSync(directory, { recursive: true }));

  test('gives the same ledgers and answers in a new chain', async () => {
    const lines: string[] = [];
    assert.equal(await replay([file], (line) => lines.push(line)), 0, lines.join('\n'));
    assert.match(lines.join('\n'), /^problem\.jsonl: 4 ledgers and \d+ answers compared, no difference$/);
    assert.match(
      printed.at(-1)!,
      /problem\.jsonl: ledgers 2 to 5 and 6 answers; 2 requests with secrets or subscriptions/,
    );
  });

  test('has what came over HTTP and over a WebSocket, errors too', () => {
    const answers = rpcLines().filter(({ kind, skip }) => kind === 'rpc' && skip === undefined);
    const shown = answers.map(
      ({ method, result }) => `${method} ${result.engine_result ?? result.error ?? result.status}`,
    );
    assert.deepEqual(shown, [
      'submit tesSUCCESS',
      'account_info success',
      'submit tesSUCCESS',
      'account_info actNotFound',
      'account_info success',
      'ping success',
    ]);
  });

  test('has a ledger that another client closed before the answer that saw it', () => {
    const kinds = rpcLines().map(({ kind, method }) => method ?? kind);
    assert.deepEqual(kinds.slice(-4, -1), ['account_info', 'close', 'account_info']);
  });

  test('has no secret', () => {
    for (const secret of ['record alice', 'masterpassphrase', 'master_seed']) assert.ok(!text.includes(secret), secret);
  });

  test('shows each difference with its line', async () => {
    const altered = path.join(directory, 'altered.jsonl');
    writeFileSync(altered, text.replace('"error":"actNotFound"', '"error":"actMalformed"'));
    const lines: string[] = [];
    assert.equal(await replay([altered], (line) => lines.push(line)), 1);
    assert.match(
      lines.join('\n'),
      /altered\.jsonl:\d+ account_info\.error: expected "actMalformed", got "actNotFound"$/,
    );
  });

  test('shows the transactions that differ in a ledger that differs', async () => {
    const altered = path.join(directory, 'other-ledger.jsonl');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const closed = lines.find(({ kind, txs }) => kind === 'close' && txs.length > 1);
    const [{ tx_blob: blob, meta }] = closed.txs;
    closed.header.transaction_hash = 'A'.repeat(64);
    closed.txs[0].meta = `${meta.slice(0, -2)}01`;
    writeFileSync(altered, lines.map((line) => JSON.stringify(line)).join('\n'));
    const printed: string[] = [];
    assert.equal(await replay([altered], (line) => printed.push(line)), 1);
    const differences = printed.join('\n');
    assert.match(differences, /transaction_hash: expected A{64}, got [0-9A-F]{64}/);
    assert.deepEqual(differences.match(/\S+: expected metadata \S+, got \S+/g), [
      `${blob}: expected metadata ${closed.txs[0].meta}, got ${meta}`,
    ]);
  });

  test('is not overwritten', async () => {
    await assert.rejects(
      record([file], () => {}),
      { message: `${file} exists already` },
    );
  });
});

test('a file that is no recording is refused with its line', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-record-'));
  try {
    const file = path.join(directory, 'other.jsonl');
    for (const [text, message] of [
      ['{"kind":"rpc"}', "other.jsonl:1 must be an object whose 'kind' is 'env'"],
      ['{"kind":"env","closed":{}}\n[]', "other.jsonl:2 must be an object whose 'kind' is 'rpc', 'http' or 'close'"],
      ['', 'other.jsonl is empty'],
    ] as const) {
      writeFileSync(file, text);
      await assert.rejects(
        replay([file], () => {}),
        { message },
      );
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('a chain without its first ledger cannot be recorded', async () => {
  const recorder = new Recorder(
    async () => ({ error: 'lgrNotFound' }),
    () => {},
  );
  await assert.rejects(recorder.begin(), LinkError);
});

/** The page that the server serves reaches it through the proxy too, as a user, and no other page does. */
async function recordedPages(port: number): Promise<void> {
  const page = await WebSocketClient.connect(port, { origin: `http://127.0.0.1:${port}` });
  assert.deepEqual(await page.call('ping'), {});
  page.socket.terminate();
  const foreign = await WebSocketClient.connect(port, { origin: 'http://127.0.0.1:1' });
  await foreign.closed;
}

/** Exchanges of HTTP and WebSocket clients, and a close that does not pass the proxy. */
async function recordExchanges(service: Service, file: string, printed: string[]): Promise<void> {
  let end = () => {};
  const stopped = new Promise<void>((resolve) => {
    end = resolve;
  });
  const url = `http://127.0.0.1:${service.served.port}`;
  const recorded = record(
    [file, '--url', url, '--port', '0'],
    (line) => printed.push(line),
    () => stopped,
  );
  await until(() => printed.length > 0, 'the proxy listens');
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(printed[0]!)![1]);
  const post = async (method: string, params: object = {}) => {
    const body = JSON.stringify({ method, params: [params] });
    return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })).json();
  };
  await post('submit', { secret: 'record alice', tx_json: PAYMENT });
  await post('wallet_propose', { passphrase: 'masterpassphrase' });
  await post('ledger_accept');
  await post('account_info', { account: BOB.address, ledger_index: 'validated' });
  const client = await WebSocketClient.connect(port);
  await client.request('subscribe', { streams: ['ledger'] });
  await client.request('submit', { secret: 'record alice', tx_json: PAYMENT });
  await client.request('account_info', { account: party('record none').address });
  await service.served.env.close();
  await client.request('account_info', { account: BOB.address, ledger_index: 'validated' });
  await until(() => client.events.length > 0, 'the stream passes the proxy');
  client.socket.terminate();
  await recordedPages(port);
  end();
  assert.equal(await recorded, 0);
}
