import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const ALICE = party('alice');
const BOB = party('bob');
const XRP = 1_000_000n;

describe('weir_snapshot and weir_revert', () => {
  let env: Env;
  let call: Call;
  beforeEach(async () => {
    env = await Env.create({ isTestBench: true });
    call = rpcOf(env);
    await env.fund(1000, ALICE);
  });
  afterEach(() => env.stop());

  const pay = (drops: bigint) => ({ TransactionType: 'Payment', Destination: BOB.id, Amount: drops });
  const balance = async () => (await call('account_info', { account: BOB.address })).account_data?.Balance;

  test('restore the ledger, the open ledger and the clock, several times', async () => {
    env.submit(ALICE, pay(100n * XRP), 'tesSUCCESS');
    const { hash } = env.node.validated;
    const taken = await call('weir_snapshot', { name: 'paid' });
    assert.deepEqual(taken, { snapshot: '1', name: 'paid', ledger_index: 3, ledger_hash: hash });
    const { time } = await call('weir_clock');
    for (const snapshot of ['1', 'paid', '1']) {
      await call('weir_clock', { advance: 3600 });
      env.submit(ALICE, pay(50n * XRP), 'tesSUCCESS');
      await env.close();
      await env.close();
      assert.equal(await balance(), '150000000');
      assert.deepEqual(await call('weir_revert', { snapshot }), {
        ledger_index: 3,
        ledger_hash: hash,
        ledger_current_index: 4,
        reverted_from: 7,
      });
      assert.equal(await balance(), '100000000');
      assert.equal((await call('weir_clock')).time, time);
      assert.equal((await call('ledger', { ledger_index: 5 })).error, 'lgrNotFound');
    }
  });

  test('remove what is later than the snapshot, with later snapshots', async () => {
    await call('weir_snapshot');
    env.submit(ALICE, pay(100n * XRP), 'tesSUCCESS');
    assert.equal((await call('weir_snapshot')).snapshot, '2');
    await call('weir_revert', { snapshot: '1' });
    const gone = await call('weir_revert', { snapshot: '2' });
    assert.deepEqual([gone.error, gone.error_message], ['objectNotFound', 'There is no snapshot 2, or not any more.']);
    assert.equal(await balance(), undefined);
  });

  test('give the same snapshot while nothing changes', async () => {
    const ids = [];
    for (let run = 0; run < 3; run++) {
      ids.push((await call('weir_snapshot')).snapshot);
      env.submit(ALICE, pay(100n * XRP), 'tesSUCCESS');
      await call('weir_revert', { snapshot: ids.at(-1) });
    }
    assert.deepEqual(ids, ['1', '1', '1']);
    await call('weir_clock', { advance: 60 });
    assert.equal((await call('weir_snapshot')).snapshot, '2');
    await call('weir_snapshot', { name: 'a' });
    assert.deepEqual((await call('weir_snapshot', { name: 'b' })).snapshot, '3');
    await env.close();
    await call('weir_snapshot', { name: 'a' });
    await call('weir_revert', { snapshot: 'a' });
    assert.equal(env.node.validated.ledgerIndex, 5);
  });

  test('list snapshots, keep named ones, and drop the oldest others', async () => {
    const list = async () => (await call('weir_snapshots')).snapshots as { snapshot: string; name?: string }[];
    assert.deepEqual(await list(), []);
    const next = async (name?: string) => {
      await call('weir_clock', { advance: 1 });
      return call('weir_snapshot', name === undefined ? {} : { name });
    };
    const first = await next('first');
    const unnamed = (await next()).snapshot;
    for (let more = 0; more < 1000; more++) await next();
    const listed = await list();
    assert.equal(listed.length, 1001);
    assert.deepEqual(listed[0], first);
    assert.ok(!listed.some(({ snapshot }) => snapshot === unnamed));
    assert.deepEqual(
      listed.map(({ snapshot }) => Number(snapshot)),
      [1, ...Array.from({ length: 1000 }, (_, at) => at + 3)],
    );
    for (let more = 1; more < 1000; more++) await next(`name-${more}`);
    const { error, error_message } = await next('one-more');
    assert.deepEqual([error, error_message.includes('1000 snapshots have names already')], ['invalidParams', true]);
    assert.equal((await next('name-5')).name, 'name-5');
    await call('weir_revert', { snapshot: 'first' });
    assert.deepEqual(await list(), [first]);
  });

  test('refuse other names, snapshots and ledgers', async () => {
    const wrong = async (method: string, params: object) => (await call(method, params as never)).error;
    assert.equal(await wrong('weir_snapshot', { name: 'a b' }), 'invalidParams');
    assert.equal(await wrong('weir_snapshot', { name: '12' }), 'invalidParams');
    assert.equal(await wrong('weir_revert', {}), 'invalidParams');
    assert.equal(await wrong('weir_revert', { snapshot: '1', ledger_index: 3 }), 'invalidParams');
    assert.equal(await wrong('weir_revert', { snapshot: 'nope' }), 'objectNotFound');
    for (const ledger_index of [1, 4]) assert.equal(await wrong('weir_revert', { ledger_index }), 'lgrNotFound');
    assert.equal(env.node.validated.ledgerIndex, 3);
  });
});
