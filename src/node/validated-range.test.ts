/** Between its commit and the opening of the next ledger, a ledger is in the store but not validated yet. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, MASTER, party, submitNow } from '../../test/support/env.ts';
import { rpcOf } from '../../test/support/rpc-call.ts';

const PARTIES = Array.from({ length: 30 }, (_, number) => party(`party ${number}`));

describe('a ledger that is on its way from the store to the node', () => {
  test('holds no validated transaction', async () => {
    let meanwhile = async () => {};
    const env = await Env.create({
      queue: { minimumTxnInLedger: 1000 },
      pacer: () => Promise.resolve().then(() => meanwhile()),
    });
    const call = rpcOf(env);
    await env.fund(1000, ...PARTIES);
    const payments = PARTIES.map((payer) =>
      env.sign(payer, { TransactionType: 'Payment', Destination: MASTER.id, Amount: 1n }),
    );
    for (const payment of payments) submitNow(env.node, payment);
    const [{ id }] = payments as [(typeof payments)[0]];
    const next = env.node.validated.ledgerIndex + 1;
    let asked = 0;
    meanwhile = async () => {
      const isStored = env.node.store.transactionLocation(id) !== undefined;
      if (!isStored || env.node.validated.ledgerIndex === next) return;
      asked++;
      const answer = await call('tx', { transaction: id });
      assert.deepEqual([answer.validated, answer.ledger_index], [false, undefined]);
    };
    await env.close();
    assert.ok(asked > 0, 'there was such a moment');
    const { validated, ledger_index } = await call('tx', { transaction: id });
    assert.deepEqual([validated, ledger_index], [true, next]);
  });
});
