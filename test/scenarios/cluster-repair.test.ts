/** A node of a cluster on PostgreSQL whose data file is damaged: it builds its data again by itself, and continues. */
import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Transaction } from '../../src/protocol/transaction/transaction.ts';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { ClusterProcess } from '../support/cluster/cluster-process.ts';
import { MASTER, party } from '../support/env.ts';
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { TIMEOUT_MS, until } from '../support/until.ts';

/** Flips a bit of these bytes, which are in the file once. */
function damage(file: string, bytes: Uint8Array): void {
  const at = readFileSync(file).indexOf(bytes);
  assert.ok(at >= 0, 'the file has them');
  const target = openSync(file, 'r+');
  writeSync(target, Buffer.from([bytes.at(-1)! ^ 1]), 0, 1, at + bytes.length - 1);
  closeSync(target);
}

function signedPayment(): Transaction {
  const fields = {
    TransactionType: 'Payment',
    Account: MASTER.id,
    Destination: party('alice').id,
    Amount: 500_000_000n,
  };
  return signTransaction({ ...fields, Sequence: 1, Fee: 10n, SigningPubKey: MASTER.keys.publicKey }, MASTER.keys);
}

const ask = (node: ClusterProcess, method: string, params: JsonObject = {}) => node.ask(method, params, TIMEOUT_MS);

async function submit(node: ClusterProcess, { blob }: Transaction): Promise<void> {
  assert.equal((await ask(node, 'submit', { tx_blob: bytesToHex(blob) })).engine_result, 'tesSUCCESS');
}

describe('a node of a cluster with a damaged row', { skip: NO_POSTGRES ?? false }, () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-cluster-repair-'));
  const nodes: ClusterProcess[] = [];
  let server: TestPostgres;

  before(async () => {
    server = await startPostgres();
    const databaseUrl = await server.createDatabase();
    const secretFile = path.join(directory, 'secret');
    writeFileSync(secretFile, 'a secret of sufficient length', { mode: 0o600 });
    for (const name of ['n1', 'n2']) {
      const words = ['--manual', '--threads', name === 'n1' ? '0' : '1'];
      nodes.push(await ClusterProcess.create({ name, directory, secretFile, databaseUrl, words, isDirect: true }));
      await nodes.at(-1)!.start();
    }
  });

  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  test('builds its data again, keeps the damaged file, and answers as before', async () => {
    const [one, two] = nodes as [ClusterProcess, ClusterProcess];
    await until(() => /this node leads/.test(one.log), 'it leads');
    const payment = signedPayment();
    await submit(one, payment);
    const paidIn = (await ask(one, 'ledger_accept')).ledger_current_index as number;
    const tx = { transaction: payment.id };
    await ask(two, 'ping', { min_ledger: paidIn });
    const expected = await ask(two, 'tx', tx);
    assert.equal(expected.validated, true);
    damage(path.join(two.data, 'data.mdb'), payment.blob);
    assert.equal((await ask(two, 'tx', tx)).error, 'dbDeserialization');
    await until(() => /the data were built again; the damaged file is kept/.test(two.log), 'it has new data');
    await until(
      async () => (await ask(two, 'tx', tx).catch(() => ({ error: 'none' }))).error === undefined,
      'it serves',
    );
    assert.deepEqual(await ask(two, 'tx', tx), expected);
    assert.deepEqual(
      readdirSync(two.data).filter((name) => name.startsWith('data.mdb')),
      ['data.mdb', 'data.mdb.damaged'],
    );
    assert.match(
      two.log,
      /"role":|the data of this node are damaged: they are built again from the cluster's database/,
    );
    await until(async () => !(await two.health()).includes('problem'), 'it is healthy');
    assert.equal(two.unexpectedEnds, 0, 'the process lives');
  });
});
