/** The limits file decides when the open ledger counts as full, and how much may wait. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { runServer } from '../src/cli/run-server.ts';
import { parseStartOptions } from '../src/cli/start-options.ts';
import { MASTER_PASSPHRASE } from '../src/ledger/genesis.ts';
import { MASTER } from './support/env.ts';

test('a server takes the sizes of its open ledger and of its queue from the limits file', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-limits-'));
  const file = path.join(directory, 'limits.json');
  writeFileSync(file, JSON.stringify({ open_ledger_size: 200, queue_ledgers: 15, queue_per_account: 2 }));
  const words = ['--ephemeral', '--manual', '--port', '0', '--limits', file];
  const server = await runServer(parseStartOptions(words), pino({ level: 'silent' }));
  const call = async (method: string, params: object = {}) => {
    const body = JSON.stringify({ method, params: [params] });
    const response = await fetch(`http://127.0.0.1:${server.port}`, { method: 'POST', body });
    // biome-ignore lint/suspicious/noExplicitAny: assertions check the answer
    return ((await response.json()) as any).result;
  };
  try {
    await call('ledger_accept');
    const fee = await call('fee');
    assert.deepEqual([fee.expected_ledger_size, fee.max_queue_size], ['200', '3000']);
    const results: string[] = [];
    for (let count = 0; count < 204; count++) {
      const tx_json = { TransactionType: 'AccountSet', Account: MASTER.address, Fee: '10' };
      results.push((await call('submit', { tx_json, secret: MASTER_PASSPHRASE })).engine_result);
    }
    assert.deepEqual(results.slice(200), ['tesSUCCESS', 'terQUEUED', 'terQUEUED', 'telCAN_NOT_QUEUE_FULL']);
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true });
  }
});
