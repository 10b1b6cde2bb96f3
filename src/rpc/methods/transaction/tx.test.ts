import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party, submitNow } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { transactionIdOf } from '../../../protocol/transaction/transaction.ts';

const alice = party('alice');
const bob = party('bob');

describe('looking up a transaction', () => {
  let env: Env;
  let call: Call;
  let hash: string;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice, bob);
    const transaction = env.sign(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: 5n });
    submitNow(env.node, transaction);
    hash = transaction.id;
    await env.close();
  });
  after(() => env.stop());

  test('shows whether all ledgers of a range were searched', async () => {
    const transaction = 'AB'.repeat(32);
    const searched = async (min_ledger: number, max_ledger: number) =>
      (await call('tx', { transaction, min_ledger, max_ledger })).searched_all;
    assert.equal(await searched(3, 4), true);
    assert.equal(await searched(2, 3), false, 'ledger 2 holds no transactions');
    assert.equal(await searched(3, 900), false);
    assert.equal(await searched(2 ** 32 - 1, 2 ** 32 - 1), false, 'the greatest index');
    const byPlace = await call('tx', { ctid: 'C000000300630000', min_ledger: 3, max_ledger: 4 });
    assert.deepEqual([byPlace.error, byPlace.searched_all], ['txnNotFound', undefined]);
  });

  test('lists the newest through tx_history', async () => {
    const { txs } = await call('tx_history', { start: 0 });
    assert.deepEqual([txs.length, txs[0].hash], [3, hash]);
    const funding = [...env.node.store.ledgerTransactions(3)].map(({ blob }) => transactionIdOf(blob));
    assert.deepEqual([txs[2].hash, txs[1].hash], funding);
    assert.deepEqual([txs[0].ledger_index, txs[0].inLedger, txs[0].ctid], [4, 4, undefined]);
    assert.equal((await call('tx_history', { start: 3 })).txs, null);
    assert.equal((await call('tx_history', { start: 2 })).txs.length, 1);
    assert.equal((await call('tx_history', { start: 10_001 }, { role: 'user' })).error, 'noPermission');
    assert.equal((await call('tx_history', { start: -0.5 })).error, 'invalidParams');
    assert.equal((await call('tx_history', { start: 0.5 })).index, 0);
    assert.equal((await call('tx_history', {}, { apiVersion: 2 })).error, 'unknownCmd');
  });

  test('says why a submitted transaction got into no ledger', async () => {
    const pay = (Sequence: number, Amount: bigint) =>
      env.sign(alice, { TransactionType: 'Payment', Destination: bob.id, Amount, Sequence });
    const next = env.account(alice)!.Sequence;
    const [gap, rivals] = [pay(next, 1n), [pay(next + 1, 2n), pay(next + 1, 3n)] as const];
    const late = pay(next + 9, 4n);
    for (const one of [...rivals, late]) assert.equal(submitNow(env.node, one).result, 'terPRE_SEQ');
    assert.equal(submitNow(env.node, gap).result, 'tesSUCCESS');
    await env.close();
    const [loser] = rivals.filter(({ id }) => env.node.store.transactionLocation(id) === undefined);
    const wordsOf = async (transaction: string) => {
      const { error, error_what: what } = await call('tx', { transaction });
      assert.equal(error, 'txnNotFound');
      return what;
    };
    assert.match(
      await wordsOf(loser!.id),
      /submitted here.*Another transaction of its account used the sequence number/s,
    );
    assert.equal((await call('explain', { transaction: loser!.id })).engine_result, 'tefPAST_SEQ');
    for (let ledger = 0; ledger < 6; ledger++) await env.close();
    assert.match(await wordsOf(late.id), /submitted here.*it can be submitted again/s);
  });
});
