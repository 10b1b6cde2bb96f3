import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const alice = party('alice');
const bob = party('bob');

describe('ledger', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice, bob);
  });
  after(() => env.stop());

  test('lists transactions of the open ledger without metadata', async () => {
    env.submit(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: 5n }, 'tesSUCCESS');
    const ask = { ledger_index: 'current', transactions: true, expand: true };
    const [tx] = (await call('ledger', ask)).ledger.transactions;
    assert.deepEqual([tx.Account, tx.metaData], [alice.address, undefined]);
    const [v2] = (await call('ledger', ask, { apiVersion: 2 })).ledger.transactions;
    assert.deepEqual([v2.validated, v2.ledger_hash], [false, undefined]);
  });

  test('shows the state to admins', async () => {
    const ask = { ledger_index: 3, accounts: true };
    assert.equal((await call('ledger', ask, { role: 'user' })).error, 'noPermission');
    const keys = (await call('ledger', ask)).ledger.accountState;
    const entries = (await call('ledger', { ...ask, expand: true })).ledger.accountState;
    assert.deepEqual(
      entries.map((entry: { index: string }) => entry.index),
      keys,
    );
    assert.ok(entries.some((entry: { Account?: string }) => entry.Account === MASTER.address));
  });
});
