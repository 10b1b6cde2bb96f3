import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const alice = party('alice');
const bob = party('bob');

describe('ledgers', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice, bob);
  });
  after(() => env.stop());

  test('list what the open one holds so far, without metadata', async () => {
    env.submit(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: 5n }, 'tesSUCCESS');
    const ask = { ledger_index: 'current', transactions: true, expand: true };
    const [tx] = (await call('ledger', ask)).ledger.transactions;
    assert.deepEqual([tx.Account, tx.metaData], [alice.address, undefined]);
    const [v2] = (await call('ledger', ask, { apiVersion: 2 })).ledger.transactions;
    assert.deepEqual([v2.validated, v2.ledger_hash], [false, undefined]);
  });

  test('give their state to admins', async () => {
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

  test('refuse options that are no booleans, and a queue of the past', async () => {
    for (const name of ['full', 'transactions', 'accounts', 'expand', 'binary', 'owner_funds', 'queue']) {
      assert.equal((await call('ledger', { [name]: 1 })).error, 'invalidParams', name);
    }
    assert.equal((await call('ledger', { ledger_index: 'validated', queue: true })).error, 'invalidParams');
    assert.equal((await call('ledger', { ledger_index: 77 })).error, 'lgrNotFound');
  });
});
