/** A server whose data file changes on the disk: it names the damaged row, closes no ledger, and still answers. */
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { accountKeylet } from '../../src/protocol/entries/keylets.ts';
import { entryVersionKey } from '../../src/storage/lmdb/layout.ts';
import { MASTER, party } from '../support/env.ts';
import { ServerProcess } from '../support/server-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-damaged-row-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const ALICE = party('alice');
const BOB = party('bob');
/** First byte of the field `Balance`. */
const BALANCE = 0x62;

/** Changes one bit of the balance in each copy of the entry that the file has. */
function flipBalance(directory: string, key: Buffer): void {
  const path = join(directory, 'data.mdb');
  const bytes = readFileSync(path);
  const file = openSync(path, 'r+');
  let count = 0;
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) {
    const balanceAt = bytes.indexOf(BALANCE, at + key.length);
    bytes[balanceAt + 4]! ^= 0x10;
    writeSync(file, bytes, balanceAt + 4, 1, balanceAt + 4);
    count += 1;
  }
  closeSync(file);
  assert.ok(count > 0);
}

async function healthOf(server: ServerProcess, path = '/health') {
  const answer = await fetch(`${server.url}${path}`);
  return { status: answer.status, body: (await answer.json()) as { problem?: string } };
}

describe('a server with a changed balance in its data file', () => {
  for (const threads of ['0', '1']) {
    test(`with ${threads} workers refuses to use it`, async (t) => {
      const directory = join(scratch, `data.${threads}`);
      const words = ['--manual', '--data', directory, '--threads', threads];
      const first = await ServerProcess.start(words);
      t.after(() => first.stop());
      for (const { address: Destination } of [ALICE, BOB]) {
        const tx_json = { TransactionType: 'Payment', Account: MASTER.address, Destination, Amount: '2000000000' };
        assert.equal((await first.call('submit', { secret: 'masterpassphrase', tx_json })).engine_result, 'tesSUCCESS');
      }
      const { ledger_current_index: current } = await first.call('ledger_accept');
      await first.stop();

      const server = await ServerProcess.start(words);
      t.after(() => server.stop());
      assert.equal((await healthOf(server)).status, 200);
      flipBalance(directory, entryVersionKey(accountKeylet(ALICE.id).key, Number(current) - 1));
      const asked = { account: ALICE.address, ledger_index: 'validated' };
      const refused = await server.call('account_info', asked);
      assert.equal(refused.error, 'dbDeserialization');
      const problem = new RegExp(
        `row of ledger ${Number(current) - 1} in the table entries with the key ${accountKeylet(ALICE.id).key}`,
      );
      assert.match(String(refused.error_what), problem);

      for (const path of ['/health', '/health/leader', '/health/reads']) {
        const { status, body } = await healthOf(server, path);
        assert.equal(status, 503, path);
        assert.match(body.problem!, problem);
      }
      const { weir } = (await server.call('server_info')) as { weir: { problem: string } };
      assert.match(weir.problem, problem);
      assert.match(server.log, problem);
      assert.match(await (await fetch(`${server.url}/metrics`)).text(), /^weir_store_damaged 1$/m);

      const tx_json = { TransactionType: 'AccountSet', Account: BOB.address };
      assert.equal((await server.call('submit', { secret: 'bob', tx_json })).error, 'dbDeserialization');
      assert.equal((await server.call('ledger_accept')).error, 'dbDeserialization');
      const other = (await server.call('account_info', { account: BOB.address, ledger_index: 'validated' })) as {
        account_data: { Balance: string };
        ledger_index: number;
      };
      assert.equal(other.account_data.Balance, '2000000000');
      assert.equal(other.ledger_index, Number(current) - 1);
    });
  }
});
