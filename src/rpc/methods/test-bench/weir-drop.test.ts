import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Env, MASTER, party, submitNow } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const ALICE = party('alice');
const PAYMENT = { TransactionType: 'Payment', Destination: MASTER.id, Amount: 1n };

describe('weir_drop', () => {
  let env: Env;
  let call: Call;
  beforeEach(async () => {
    env = await Env.create({ isTestBench: true, queue: { minimumTxnInLedger: 3 } });
    call = rpcOf(env);
    await env.fund(1000, ALICE);
  });
  const submit = (fields: object) => {
    const transaction = env.sign(ALICE, { ...PAYMENT, ...fields });
    return { id: transaction.id, result: submitNow(env.node, transaction).result };
  };

  test('removes a transaction from the open ledger, with those that depend on it', async () => {
    const before = env.account(ALICE)!;
    const [first, second, third] = [submit({}), submit({ Amount: 2n }), submit({ Amount: 3n })];
    const dropped = await call('weir_drop', { transaction: second!.id });
    assert.deepEqual(dropped, {
      transaction: second!.id,
      dropped_from: ['open ledger', 'local'],
      displaced: [third!.id],
    });
    assert.equal(env.account(ALICE)!.Balance, before.Balance - 11n);
    const { ledgerIndex } = env.node.openLedger.view;
    await env.close();
    const { ledger } = await call('ledger', { ledger_index: ledgerIndex, transactions: true });
    assert.deepEqual(ledger.transactions, [first!.id]);
    assert.equal(env.node.openLedger.view.transactionCount, 0);
    assert.deepEqual((await call('server_info')).weir.altered, { drop: ledgerIndex });
  });

  test('removes a held transaction', async () => {
    const { Sequence } = env.account(ALICE)!;
    const held = submit({ Sequence: Sequence + 1 });
    assert.equal(held.result, 'terPRE_SEQ');
    const { dropped_from } = await call('weir_drop', { transaction: held.id });
    assert.deepEqual(dropped_from, ['held', 'local']);
    submit({});
    await env.close();
    assert.equal(env.account(ALICE)!.Sequence, Sequence + 1);
  });

  test('removes a queued transaction', async () => {
    let last = submit({});
    for (let amount = 2n; last.result !== 'terQUEUED'; amount++) last = submit({ Amount: amount, ...next() });
    const { dropped_from } = await call('weir_drop', { transaction: last.id });
    assert.ok(dropped_from.includes('queue'));
    assert.equal(env.node.openLedger.queue.metrics(0).queuedCount, 0);
  });
  const next = () => ({ Sequence: env.node.openLedger.queue.nextSequence(env.account(ALICE)!) });

  test('refuses a transaction that is in a ledger, or unknown', async () => {
    const { id } = submit({});
    await env.close();
    for (const transaction of [id, 'AB'.repeat(32)]) {
      assert.equal((await call('weir_drop', { transaction })).error, 'txnNotFound');
    }
    assert.equal((await call('server_info')).weir.altered, undefined);
    assert.equal((await call('weir_drop')).error_message, "Missing field 'transaction'.");
    assert.equal((await call('weir_drop', { transaction: 5 })).error_message, "Invalid field 'transaction'.");
  });
});
