import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { ledgerTimeToIso } from '../../json/ledger-time.ts';

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

  test('show their headers', async () => {
    const { validated } = env.node;
    const { ledger } = await call('ledger', { ledger_index: 'validated' });
    assert.equal(ledger.ledger_hash, validated.hash);
    assert.equal(ledger.ledger_index, '3');
    assert.equal(ledger.closed, true);
    assert.equal(ledger.close_time_iso, ledgerTimeToIso(validated.closeTimeSeconds));
    const v2 = await call('ledger', { ledger_hash: validated.hash }, { apiVersion: 2 });
    assert.equal(v2.ledger.ledger_index, 3);
    const both = await call('ledger');
    assert.equal(both.closed.ledger.ledger_hash, validated.hash);
    assert.deepEqual(both.open.ledger, { parent_hash: validated.hash, ledger_index: '4', closed: false });
    const binary = await call('ledger', { ledger_index: 3, binary: true });
    assert.equal(binary.ledger.ledger_data.length, 236);
  });

  test('list their transactions in the order of their hashes', async () => {
    const hashes = (await call('ledger', { ledger_index: 3, transactions: true })).ledger.transactions;
    assert.equal(hashes.length, 2);
    assert.deepEqual(hashes, hashes.toSorted());
    const ask = { ledger_index: 3, transactions: true, expand: true };
    const v1 = (await call('ledger', ask)).ledger.transactions[0];
    assert.deepEqual([v1.hash, v1.metaData.delivered_amount], [hashes[0], '1000000000']);
    const v2 = (await call('ledger', ask, { apiVersion: 2 })).ledger.transactions[0];
    assert.deepEqual([v2.hash, v2.validated, v2.tx_json.Amount], [hashes[0], true, undefined]);
    const hex = (await call('ledger', { ...ask, binary: true })).ledger.transactions[0];
    assert.deepEqual(Object.keys(hex).sort(), ['meta', 'tx_blob']);
  });

  test('list what the open one holds so far, without metadata', async () => {
    env.submit(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: 5n }, 'tesSUCCESS');
    const ask = { ledger_index: 'current', transactions: true, expand: true };
    const [tx] = (await call('ledger', ask)).ledger.transactions;
    assert.deepEqual([tx.Account, tx.metaData], [alice.address, undefined]);
    const [v2] = (await call('ledger', ask, { apiVersion: 2 })).ledger.transactions;
    assert.deepEqual([v2.validated, v2.ledger_hash], [false, undefined]);
  });

  test('give their state to the operator', async () => {
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

  test('give their state to everybody in pages', async () => {
    const whole = (await call('ledger_data', { ledger_index: 3 })).state;
    const joined: unknown[] = [];
    let marker: string | undefined;
    do {
      const page = await call('ledger_data', { ledger_index: 3, limit: 2, ...(marker && { marker }) });
      joined.push(...page.state);
      marker = page.marker;
    } while (marker !== undefined);
    assert.deepEqual(joined, whole);
    const accounts = (await call('ledger_data', { ledger_index: 3, type: 'account' })).state;
    assert.equal(accounts.length, 3);
    assert.equal((await call('ledger_data', { marker: 'x' })).error_message, "Invalid field 'marker', not valid.");
    assert.equal((await call('ledger_data', { binary: 1 })).error_message, "Invalid field 'binary', not boolean.");
    assert.equal((await call('ledger_data', { limit: 'x' })).error_message, "Invalid field 'limit', not integer.");
  });

  test('refuse options that are no booleans, and a queue of the past', async () => {
    for (const name of ['full', 'transactions', 'accounts', 'expand', 'binary', 'owner_funds', 'queue']) {
      assert.equal((await call('ledger', { [name]: 1 })).error, 'invalidParams', name);
    }
    assert.equal((await call('ledger', { ledger_index: 'validated', queue: true })).error, 'invalidParams');
    assert.equal((await call('ledger', { ledger_index: 77 })).error, 'lgrNotFound');
  });

  test('close when the operator says so, at the time that they say', async () => {
    const { closeTimeSeconds } = env.node.validated;
    assert.equal((await call('ledger_accept', {}, { role: 'user' })).error, 'noPermission');
    assert.equal((await call('ledger_accept', { close_time: closeTimeSeconds })).error, 'invalidParams');
    assert.equal((await call('ledger_accept', { close_time: 'x' })).error, 'invalidParams');
    const result = await call('ledger_accept', { close_time: closeTimeSeconds + 1234 });
    assert.equal(result.ledger_current_index, env.node.openLedger.view.ledgerIndex);
    assert.equal(env.node.validated.closeTimeSeconds, closeTimeSeconds + 1234);
    const { ledgerIndex, hash } = env.node.validated;
    assert.deepEqual(await call('ledger_closed'), { ledger_index: ledgerIndex, ledger_hash: hash });
    assert.deepEqual(await call('ledger_current'), { ledger_current_index: ledgerIndex + 1 });
  });
});
