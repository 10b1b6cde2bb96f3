/** The program in a process: answers, signals, exit codes. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { PROGRAM, runProgram } from '../../test/support/program.ts';
import { runWeir } from '../../test/support/run-weir.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import { ONE_THREAD } from '../../test/support/thread-words.ts';
import { openLmdbStore } from '../storage/lmdb/lmdb-store.ts';

describe('a server process', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'weir-main-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  test('prints the master account, answers commands and stops on a signal', async () => {
    const server = await ServerProcess.start(['--ephemeral', '--manual']);
    assert.match(server.output, /Master account: rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh/);
    assert.match(server.output, /Master secret: {2}snoPBrXtMeMyMHUVTgbuqAfg1SUTb\nWarning:/);
    const environment = { WEIR_URL: server.url };
    const ping = await runProgram(process.execPath, [PROGRAM, 'ping'], { environment });
    assert.deepEqual(JSON.parse(ping), { result: { role: 'admin', status: 'success' } });
    const failed = await runWeir('json', 'nope', '{"secret":"hush"}', '--url', server.url);
    assert.deepEqual([failed.code, JSON.parse(failed.stdout).result.error], [1, 'unknownCmd']);
    assert.ok(!failed.stdout.includes('hush'));
    assert.equal(await server.stop('SIGINT'), 0);
  });

  test('closes submitted transactions before it stops, unless ledgers are closed by hand', async () => {
    for (const [mode, expected] of [
      ['--close-interval=3600000', 1],
      ['--manual', 0],
    ] as const) {
      const data = join(directory, mode);
      const server = await ServerProcess.start(['--data', data, mode, ...ONE_THREAD]);
      const tx_json = { TransactionType: 'AccountSet', Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' };
      const { engine_result } = await server.call('submit', { secret: 'masterpassphrase', tx_json });
      assert.equal(engine_result, 'tesSUCCESS');
      const { message } = await server.call('stop');
      assert.equal(message, 'weir server stopping');
      assert.equal(await server.stop(), 0);
      const store = openLmdbStore(data);
      assert.equal([...store.ledgerTransactions(3)].length, expected);
      await store.close();
    }
  });
});
