/**
 * A server whose data file cannot grow reports the reason in its answers, and once in its log. The test uses the system's
 * limit of file sizes, which needs no special user.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '../../src/protocol/values.ts';
import { MASTER, party } from '../support/env.ts';
import { ServerProcess } from '../support/server-process.ts';
import { ONE_THREAD } from '../support/thread-words.ts';

const MOST_LEDGERS = 300;
const FAILURES = 5;
const FULL = 'the data file has reached the largest size that it may have';

describe('a data file that may not grow', () => {
  let directory: string;
  let server: ServerProcess;
  let payments = 0;
  const url = () => `http://127.0.0.1:${server.ports[0]}`;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'weir-full-'));
    const args = ['--manual', '--data', directory, ...ONE_THREAD];
    await (await ServerProcess.start(args)).stop();
    const blocks = Math.ceil(statSync(join(directory, 'data.mdb')).size / 512);
    server = await ServerProcess.start(args, { runner: ['sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`] });
  });
  after(async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  async function call(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const body = JSON.stringify({ method, params: [params] });
    const answer = await fetch(url(), { method: 'POST', body });
    return ((await answer.json()) as { result: JsonObject }).result;
  }

  async function pay(): Promise<void> {
    const Destination = party(`payee ${payments++}`).address;
    const tx_json = { TransactionType: 'Payment', Account: MASTER.address, Destination, Amount: '10000000' };
    await call('submit', { secret: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb', tx_json });
  }

  /** Closes ledgers until one fails. */
  async function fill(): Promise<JsonObject> {
    for (let ledger = 0; ledger < MOST_LEDGERS; ledger++) {
      await pay();
      const answer = await call('ledger_accept');
      if (answer.error !== undefined) return answer;
    }
    throw new Error('it never got full');
  }

  test('is reported by ledger_accept, /health, server_info and, once, the log', async () => {
    assert.equal(((await call('server_info')).info as JsonObject).server_state, 'full');
    const failed = await fill();
    assert.equal(failed.error, 'internal');
    assert.match(String(failed.error_message), new RegExp(`^The ledger could not be closed and stays open: ${FULL}: `));
    for (let again = 1; again < FAILURES; again++) assert.equal((await call('ledger_accept')).error, 'internal');

    const health = await fetch(`${url()}/health`);
    assert.equal(health.status, 503);
    const { problem } = (await health.json()) as { problem: string };
    assert.match(problem, new RegExp(`^the last close failed: ${FULL}: `));
    const info = (await call('server_info')).info as JsonObject;
    assert.equal(info.server_state, 'connected');
    assert.match(JSON.stringify(await call('server_info')), new RegExp(FULL), 'the operator reads why');
    assert.equal(((await call('server_state')).state as JsonObject).server_state, 'connected');

    const figures = await (await fetch(`${url()}/metrics`)).text();
    assert.match(figures, new RegExp(`^weir_ledger_close_failures_total ${FAILURES}$`, 'm'));
    assert.match(figures, /^weir_disk_free_bytes \d[\d.e+]*$/m);
    const lines = server.output.split('\n').filter((line) => line.includes('a ledger could not be closed'));
    assert.equal(lines.length, 1, lines.join('\n'));
    assert.match(lines[0]!, new RegExp(`"reason":"${FULL}: `));
  });
});
