import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { Env, MASTER, party, submitNow } from '../../test/support/env.ts';
import { servicesOf } from '../../test/support/rpc-call.ts';
import { createTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import { impersonate } from '../protocol/transaction/transaction-signature.ts';
import type { JsonObject, StObject } from '../protocol/values.ts';
import { execute } from '../rpc/execute.ts';
import { type AppendJournal, openAppendJournal } from '../storage/append-journal.ts';
import { bytesToHex } from '../util/hex.ts';
import type { ClosingNode } from './ledger-node.ts';

const ALICE = party('alice');
const BOB = party('bob');
const scratch = mkdtempSync(join(tmpdir(), 'weir-submissions-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;

/** A journal that cannot save while its disk is full. */
function journalOn(disk: { readonly isFull: boolean }): AppendJournal {
  const append = () => (disk.isFull ? Promise.reject(new Error('no space left on device')) : Promise.resolve());
  return { records: new Map(), append, remove: () => {} } as unknown as AppendJournal;
}

describe('a node with a journal of submissions', () => {
  let env: Env;
  let path: string;
  let journal: AppendJournal;
  let node: ClosingNode;
  /** Journals of the current test, which are closed after it. */
  const opened: AppendJournal[] = [];
  const openJournal = async (file: string) => {
    const one = await openAppendJournal(file);
    opened.push(one);
    return one;
  };
  beforeEach(async () => {
    path = join(scratch, `${count++}`);
    journal = await openJournal(path);
    env = await Env.create({ journal, isTestBench: true });
    await env.fund(1000, ALICE, BOB);
    node = env.node;
  });

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  const pay = (more: StObject = {}) =>
    env.sign(ALICE, { TransactionType: 'Payment', Destination: MASTER.id, Amount: 1n, ...more });
  const journaled = async () => [...(await openJournal(path)).records.keys()];

  test('keeps a transaction in the journal until a ledger holds it', async () => {
    const payment = pay();
    assert.equal((await node.submit(payment)).result, 'tesSUCCESS');
    assert.deepEqual(await journaled(), [payment.id]);
    await env.close();
    await journal.close();
    assert.deepEqual(await journaled(), []);
  });

  test('journals what is held or queued, and nothing that it refuses', async () => {
    const early = pay({ Sequence: env.account(ALICE)!.Sequence + 1 });
    const malformed = pay({ Destination: ALICE.id });
    const failed = pay({ Amount: 2_000_000_000n });
    assert.equal((await node.submit(early)).result, 'terPRE_SEQ');
    assert.equal(submitNow(node, failed, { failHard: true }).result, 'tecUNFUNDED_PAYMENT');
    assert.equal(submitNow(node, malformed).result, 'temREDUNDANT');
    assert.deepEqual([...journal.records.keys()], [early.id]);
  });

  test('goes back with the node: it holds again what a ledger took since, and not what came since', async () => {
    const payment = pay();
    await node.submit(payment);
    const snapshot = await env.weir.snapshot();
    await env.close();
    const later = pay();
    await node.submit(later);
    assert.deepEqual(await journaled(), [later.id]);
    await env.weir.revert(snapshot);
    await journal.close();
    assert.deepEqual(await journaled(), [payment.id]);
  });

  test('keeps what it holds while ledgers close', async () => {
    const early = pay({ Sequence: env.account(ALICE)!.Sequence + 1 });
    await node.submit(early);
    await env.close();
    assert.notEqual(node.openLedger.pending(early.id), undefined);
    assert.deepEqual(await journaled(), [early.id]);
  });

  test('saves nothing that a ledger holds', async () => {
    const payment = pay();
    await node.submit(payment);
    await env.close();
    submitNow(node, payment);
    assert.equal(journal.records.size, 0);
  });

  test('submits an impersonated transaction of an earlier run only on a test bench', async () => {
    const bench = await Env.create({ isTestBench: true, journal, store: env.node.store });
    const unsigned = { Account: ALICE.id, Sequence: env.account(ALICE)!.Sequence, Fee: 10n, SigningPubKey: '' };
    const transaction = impersonate(createTransaction({ TransactionType: 'AccountSet', ...unsigned }));
    assert.equal((await bench.node.submit(transaction)).result, 'tesSUCCESS');
    const { store } = bench.node;
    const later = await Env.create({ isTestBench: true, store, journal: await openJournal(path) });
    assert.ok(later.node.openLedger.view.hasTransaction(transaction.id));
    const left = await openJournal(path);
    const other = await Env.create({ store, journal: left });
    assert.deepEqual([other.node.openLedger.view.transactionCount, left.records.size], [0, 0]);
  });

  test('drops from an earlier run what the node refuses now', async () => {
    const late = pay({ Sequence: 1 });
    const left = await openJournal(`${path}.left`);
    await left.append(late.id, Buffer.concat([Buffer.from([1]), late.blob]));
    await Env.create({ store: env.node.store, journal: left });
    assert.equal(left.records.size, 0);
  });

  test('drops what the node no longer holds', async () => {
    const early = pay({ Sequence: env.account(ALICE)!.Sequence + 1 });
    await node.submit(early);
    for (let ledger = 0; ledger < 8; ledger++) await env.close();
    assert.equal(node.openLedger.pending(early.id), undefined);
    await journal.close();
    assert.deepEqual(await journaled(), []);
  });

  test('loses no saved transaction, with any submissions during a close', async () => {
    let meanwhile: (() => Promise<void>) | undefined;
    const paced = await Env.create({ pacer: () => meanwhile?.(), journal });
    await paced.fund(1000, ALICE, BOB);
    const restless = paced.node;
    const { store } = restless;
    const firstSequence = paced.account(ALICE)!.Sequence;
    const taken: Transaction[] = [];
    const promised = new Set<string>();
    const submit = async () => {
      const next = {
        TransactionType: 'Payment',
        Destination: MASTER.id,
        Amount: 1n,
        Sequence: firstSequence + taken.length,
      };
      const payment = paced.sign(ALICE, next);
      const submitted = restless.submit(payment);
      taken.push(payment);
      // A repetition of a transaction in the ledger that is being made must not stay in the journal.
      restless.submit(taken[Math.floor(taken.length / 2)]!);
      assert.equal((await submitted).result, 'tesSUCCESS');
      promised.add(payment.id);
    };
    let pauses = 0;
    meanwhile = async () => {
      pauses++;
      if (pauses % 3 === 0 && taken.length < 200) void submit();
      if (pauses % 10 > 0) return;
      // What a kill at this moment would leave behind.
      const ids = [...promised];
      const left = await journaled();
      for (const id of ids) assert.ok(left.includes(id) || store.transactionLocation(id) !== undefined);
    };
    for (let count = 0; count < 20; count++) void submit();
    for (let ledger = 0; ledger < 3; ledger++) await restless.acceptLedger();
    assert.equal(taken.length, 200);
    meanwhile = undefined;
    await restless.acceptLedger();
    for (const { id } of taken) assert.ok(store.transactionLocation(id), 'every one of them is in a ledger');
    await restless.stop();
    assert.deepEqual(await journaled(), []);
  });

  test('writes a transaction once, however often it is submitted at once', async () => {
    const payment = pay();
    await Promise.all(Array.from({ length: 50 }, () => node.submit(payment)));
    const { size } = statSync(path);
    await node.submit(payment);
    assert.equal(statSync(path).size, size);
    const bytes = journal.records.get(payment.id)!;
    assert.equal(journal.records.size, 1);
    assert.ok(bytes.subarray(1).equals(payment.blob));
  });

  test('starts with what an earlier run left, in order, with its options', async () => {
    const first = pay();
    await node.submit(first, { isAdmin: true });
    const second = pay();
    await node.submit(second, { failHard: true });
    // Another node on the same chain, which saw none of it.
    const seen: unknown[] = [];
    const { store } = env.node;
    const later = await Env.create({
      store,
      journal: await openJournal(path),
      beforeStart: (started) => started.onSubmitted(({ transaction: { id } }, options) => seen.push([id, options])),
    });
    assert.deepEqual(seen, [
      [first.id, { failHard: false, isAdmin: true }],
      [second.id, { failHard: true, isAdmin: false }],
    ]);
    assert.deepEqual(await journaled(), [first.id, second.id], 'each of them once');
    await later.close();
    for (const { id } of [first, second]) assert.ok(store.transactionLocation(id));
    await later.stop();
    assert.deepEqual(await journaled(), []);
  });

  test('drops from an earlier run what a ledger holds already', async () => {
    const payment = pay();
    await node.submit(payment);
    await env.node.acceptLedger();
    const left = await openJournal(path);
    await left.append(payment.id, Buffer.concat([Buffer.from([0]), payment.blob]));
    await Env.create({ store: env.node.store, journal: left });
    assert.equal(left.records.size, 0);
  });

  test('answers tooBusy when it cannot save, and success when the client tries again', async () => {
    const disk = { isFull: false };
    env = await Env.create({ journal: journalOn(disk) });
    await env.fund(1000, ALICE, BOB);
    disk.isFull = true;
    const services = servicesOf(env);
    const call = (method: string, params: JsonObject) =>
      execute(services, { method, params, apiVersion: 1, role: 'admin' });
    const blob = bytesToHex(pay().blob);
    const refused = await call('submit', { tx_blob: blob });
    assert.equal(refused.error, 'tooBusy');
    assert.match(String(refused.error_message), /could not be saved/);
    disk.isFull = false;
    assert.equal((await call('submit', { tx_blob: blob })).error, undefined);
    await env.close();
    assert.equal((await call('submit', { tx_blob: blob })).engine_result, 'tefPAST_SEQ');
  });

  test('answers with the hash of a transaction that it signed and cannot save, so that a client does not pay twice', async () => {
    const disk = { isFull: false };
    env = await Env.create({ journal: journalOn(disk) });
    await env.fund(1000, ALICE, BOB);
    disk.isFull = true;
    const services = servicesOf(env);
    const tx_json = { TransactionType: 'Payment', Account: ALICE.address, Destination: BOB.address, Amount: '7000000' };
    for (const apiVersion of [1, 2] as const) {
      const call = (method: string, params: JsonObject) =>
        execute(services, { method, params, apiVersion, role: 'admin' });
      disk.isFull = true;
      const refused = await call('submit', { secret: 'alice', tx_json });
      assert.equal(refused.error, 'tooBusy');
      assert.match(String(refused.error_message), /Submit the tx_blob of this answer again, or look for its hash/);
      assert.equal((refused.tx_json as JsonObject).hash, refused.hash);
      disk.isFull = false;
      assert.equal((await call('submit', { tx_blob: refused.tx_blob! })).error, undefined);
      await env.close();
      assert.equal((await call('tx', { transaction: refused.hash! })).validated, true);
    }
    const { account_data: bob } = await execute(services, {
      method: 'account_info',
      params: { account: BOB.address },
      apiVersion: 2,
      role: 'user',
    });
    assert.equal((bob as JsonObject).Balance, '1014000000');
  });
});
