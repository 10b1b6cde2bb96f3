/** `weir verify` beside a server that closes ledgers: it checks all of one moment, and changes nothing. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { accountKey } from '../../src/storage/lmdb/layout.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { verifyStore } from '../../src/verify/verify-store.ts';
import { MASTER, party } from '../support/env.ts';
import { runWeir } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';

const ALICE = party('alice');
const directory = mkdtempSync(join(tmpdir(), 'weir-verify-beside-'));
const words = ['--manual', '--data', directory];
let server: ServerProcess;
let firstPaid: number;

before(async () => {
  server = await ServerProcess.start(words);
  firstPaid = await closeLedger();
});

after(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Closes a ledger with a payment. Returns its index. */
async function closeLedger(): Promise<number> {
  const tx_json = {
    TransactionType: 'Payment',
    Account: MASTER.address,
    Destination: ALICE.address,
    Amount: '2000000000',
  };
  assert.equal((await server.call('submit', { secret: 'masterpassphrase', tx_json })).engine_result, 'tesSUCCESS');
  return Number((await server.call('ledger_accept')).ledger_current_index) - 1;
}

/** True while LMDB counts a process as a reader: the lock file has its number. */
function isReader(pid: number): boolean {
  const lock = readFileSync(join(directory, 'lock.mdb'));
  for (let at = 0; at < lock.length; at += 4) if (lock.readUInt32LE(at) === pid) return true;
  return false;
}

/** Changes one bit of the account's history in each copy that the file has. */
function changeHistory(): void {
  const path = join(directory, 'data.mdb');
  const bytes = readFileSync(path);
  const key = accountKey(ALICE.id, { ledgerIndex: firstPaid, position: 0 });
  const file = openSync(path, 'r+');
  for (let at = bytes.indexOf(key); at >= 0; at = bytes.indexOf(key, at + 1)) {
    const changedAt = at + key.length + 10;
    writeSync(file, Buffer.from([bytes[changedAt]! ^ 1]), 0, 1, changedAt);
  }
  closeSync(file);
}

describe('the data of a running server', () => {
  test('are checked as of one moment, with any closes of the server between the steps', async () => {
    const store = openLmdbStore(directory, { access: 'read' });
    try {
      const { last } = store.ledgerRange()!;
      assert.equal(store.protection, 'snapshot');
      const steps = verifyStore(store, { isDeep: true });
      let step = steps.next();
      for (let count = 0; !step.done; step = steps.next()) if (count++ % 2 === 0) await closeLedger();
      assert.deepEqual(step.value.first, []);
      assert.equal(store.ledgerRange()!.last, last);
      assert.ok((await closeLedger()) > last + 2);
      assert.throws(() => store.setMetaValue('name', 'value'), /is written by a server$/);
    } finally {
      await store.close();
    }
  });

  test('are checked by the command up to the ledger that it names', async () => {
    const first = await closeLedger();
    const checked = runWeir('verify', '--data', directory, '--deep');
    let isDone = false;
    void checked.then(() => {
      isDone = true;
    });
    let last = first;
    while (!isDone) last = await closeLedger();
    const { code, stdout, stderr } = await checked;
    assert.deepEqual([code, stderr], [0, ''], stdout);
    const [, upTo, , after] =
      /^No damage: ledgers 1 to (\d+), all states\.\n(A server uses the data: ledgers that it closed after (\d+) are not checked\.)\n$/.exec(
        stdout,
      ) ?? assert.fail(stdout);
    assert.equal(upTo, after);
    assert.ok(first <= Number(upTo) && Number(upTo) <= last, stdout);
  });

  test('are not repaired', async () => {
    const { code, stderr } = await runWeir('verify', '--data', directory, '--repair');
    assert.equal(code, 1);
    const words = `weir: the data directory ${directory} is in use by another Weir (process ${server.pid})`;
    assert.equal(stderr, `${words}: stop it before a repair\n`);
  });

  test('are released by the next ledger after a check was killed', async (t) => {
    const program = new URL('../../src/storage/lmdb/lmdb-store.ts', import.meta.url);
    const script = `import { openLmdbStore } from '${program}';
      openLmdbStore(process.argv[1], { access: 'read' });
      console.log('open');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script, directory]);
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    assert.ok(isReader(child.pid!));
    child.kill('SIGKILL');
    await once(child, 'close');
    assert.ok(isReader(child.pid!));
    await closeLedger();
    assert.equal(isReader(child.pid!), false);
  });

  // The last test, since the damage stays.
  test('are reported if they are damaged, and the server stays as it is', async () => {
    const index = await closeLedger();
    changeHistory();
    const { code, stdout } = await runWeir('verify', '--data', directory);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /^Damaged: ledger \d+, account_history: /m);
    assert.ok(stdout.includes(`stop the server, then run weir verify --data ${directory} --repair\n`), stdout);
    assert.ok(stdout.endsWith(`A server uses the data: ledgers that it closed after ${index} are not checked.\n`));
    const { ledger } = (await server.call('ledger', { ledger_index: 'validated' })) as {
      ledger: { ledger_index: number };
    };
    assert.equal(Number(ledger.ledger_index), index);
  });
});
