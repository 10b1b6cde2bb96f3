/** The limits file sets the sizes of the open ledger and the queue. A flood of cheap transactions does not delay others. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { MASTER_PASSPHRASE } from '../../src/ledger/genesis.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { MASTER, type Party, party } from '../support/env.ts';
import { HttpClient } from '../support/http-client.ts';
import type { Answer } from '../support/rpc-call.ts';
import { serveEnv } from '../support/served-env.ts';

/** Calls a method through a client; returns its `result`. */
function callsOf(client: HttpClient): (method: string, params?: object) => Promise<Answer> {
  return async (method, params = {}) =>
    JSON.parse(String(await client.post(JSON.stringify({ method, params: [params] })))).result;
}

test('a server takes the sizes of its open ledger and of its queue from the limits file', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-limits-'));
  const file = path.join(directory, 'limits.json');
  writeFileSync(file, JSON.stringify({ open_ledger_size: 40, queue_ledgers: 60, queue_per_account: 2 }));
  const words = ['--ephemeral', '--manual', '--port', '0', '--limits', file];
  const server = await runServer(parseStartOptions(words), pino({ level: 'silent' }));
  const client = new HttpClient(server.port);
  const call = callsOf(client);
  try {
    await call('ledger_accept');
    const fee = await call('fee');
    assert.deepEqual([fee.expected_ledger_size, fee.max_queue_size], ['40', '2400']);
    const results: string[] = [];
    for (let count = 0; count < 44; count++) {
      const tx_json = { TransactionType: 'AccountSet', Account: MASTER.address, Fee: '10' };
      results.push((await call('submit', { tx_json, secret: MASTER_PASSPHRASE })).engine_result);
    }
    assert.deepEqual(results.slice(40), ['tesSUCCESS', 'terQUEUED', 'terQUEUED', 'telCAN_NOT_QUEUE_FULL']);
  } finally {
    client.close();
    await server.stop();
    rmSync(directory, { recursive: true });
  }
});

test('in a flood the open ledger fee gets a transaction in at once, and the fee falls afterwards', async (t) => {
  const size = 20;
  const queue = { minimumTxnInLedger: size, minimumQueueSize: 100, ledgersInQueue: 5, maximumTxnPerAccount: 10 };
  const { env, port, stop } = await serveEnv({ adminAccess: 'none' }, { queue });
  const client = new HttpClient(port);
  t.after(async () => {
    client.close();
    await stop();
  });
  const call = callsOf(client);
  const flooders = Array.from({ length: 30 }, (_, at) => party(`flooder ${at}`));
  const payer = party('payer');
  for (const one of [payer, ...flooders]) await env.fund(1_000, one);
  const send = async (from: Party, Sequence: number, Fee: bigint): Promise<Answer> => {
    const { blob, id } = env.sign(from, { TransactionType: 'AccountSet', Sequence, Fee });
    return { id, ...(await call('submit', { tx_blob: bytesToHex(blob) })) };
  };
  const sequences = new Map([payer, ...flooders].map((one) => [one, env.account(one)!.Sequence]));
  const flood = async () => {
    const results: string[] = [];
    for (let round = 0; round < 6; round++) {
      for (const one of flooders) {
        const { engine_result: result, account_sequence_available: next } = await send(one, sequences.get(one)!, 10n);
        sequences.set(one, next);
        results.push(result);
      }
    }
    return Map.groupBy(results, (result) => result);
  };
  const prices: number[] = [];
  for (let ledger = 0; ledger < 3; ledger++) {
    const flooded = await flood();
    assert.ok(flooded.has('telCAN_NOT_QUEUE_FULL'), 'more than there is room for');
    const { drops, expected_ledger_size: expected } = await call('fee');
    const price = BigInt(drops.open_ledger_fee);
    prices.push(Number(price));
    const sequence = sequences.get(payer)!;
    assert.match((await send(payer, sequence, 10n)).engine_result, /^(terQUEUED|telCAN_NOT_QUEUE_FULL)$/);
    const { id, engine_result: result } = await send(payer, sequence, price);
    assert.equal(result, 'tesSUCCESS');
    sequences.set(payer, sequence + 1);
    const { ledgerIndex: open } = env.node.openLedger.view;
    await env.close();
    const { ledger_index: got, validated } = await call('tx', { transaction: id });
    assert.deepEqual([validated, got], [true, open], 'in the very ledger that it was sent to');
    const held = [...env.node.store.ledgerTransactions(got)].length;
    assert.ok(held <= Number(expected) + 2, `${held} transactions where ${expected} are expected`);
  }
  assert.ok(
    prices.every((price) => price >= 5_000),
    'a place in a full ledger costs 500 times as much and more',
  );
  const info = await call('server_info');
  assert.ok(info.info.load_factor > 1);
  let ledgers = 0;
  while ((await call('fee')).current_queue_size !== '0') {
    await env.close();
    ledgers += 1;
  }
  await env.close();
  const { drops } = await call('fee');
  assert.equal(drops.open_ledger_fee, '10');
  assert.equal((await call('server_info')).info.load_factor, 1);
  assert.equal((await send(payer, sequences.get(payer)!, 10n)).engine_result, 'tesSUCCESS');
  t.diagnostic(`${Math.min(...prices)} to ${Math.max(...prices)} drops, ${ledgers} ledgers until the queue was empty`);
});
