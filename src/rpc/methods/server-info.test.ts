import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env } from '../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../test/support/rpc-call.ts';
import { AMENDMENTS } from '../../protocol/amendments.ts';

describe('the server about itself', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create({ genesis: { networkId: 21337 } });
    call = rpcOf(env);
    await env.close();
  });
  after(() => env.stop());

  test('says what client libraries read', async () => {
    env.clock.advance(100);
    const { info } = await call('server_info', {}, { role: 'user' });
    const { validated } = env.node;
    assert.equal(info.build_version, '3.2.0');
    assert.equal(info.complete_ledgers, '2-3');
    assert.equal(info.network_id, 21337);
    assert.equal(info.server_state, 'full');
    assert.equal(info.load_factor, 1);
    assert.deepEqual(info.weir, { version: '1.2.3' });
    assert.equal(info.hostid, undefined);
    assert.equal(info.uptime, 104);
    assert.deepEqual(info.validated_ledger, {
      age: env.nowSeconds - validated.closeTimeSeconds,
      base_fee_xrp: 0.00001,
      hash: validated.hash,
      reserve_base_xrp: 1,
      reserve_inc_xrp: 0.2,
      seq: validated.ledgerIndex,
    });
    assert.deepEqual([info.peer_disconnects, info.validator_list], ['0', undefined]);
    const { full, disconnected, tracking } = info.state_accounting;
    assert.deepEqual(
      [full.duration_us, disconnected.duration_us, tracking],
      [info.server_state_duration_us, info.initial_sync_duration_us, { duration_us: '0', transitions: '0' }],
    );
    const { info: forOperator } = await call('server_info');
    assert.deepEqual([forOperator.hostid, forOperator.validator_list.count], ['testhost', 0]);
    const { state } = await call('server_state');
    assert.deepEqual([state.hostid, state.validator_list_expires], [undefined, 0]);
    assert.deepEqual([state.load_base, state.validated_ledger.base_fee], [256, 10]);
  });

  test('says what a transaction costs', async () => {
    const fee = await call('fee');
    assert.deepEqual(fee.drops, { base_fee: '10', median_fee: '5000', minimum_fee: '10', open_ledger_fee: '10' });
    assert.equal(fee.ledger_current_index, env.node.openView.ledgerIndex);
  });

  test('names its amendments and its versions', async () => {
    const { features } = await call('feature');
    const one = AMENDMENTS.find(({ status }) => status === 'active');
    const byName = await call('feature', { feature: one?.name as string });
    assert.deepEqual(byName, { [one?.id as string]: { enabled: true, supported: true, name: one?.name } });
    assert.deepEqual(await call('feature', { feature: one?.id as string }), byName);
    assert.equal((await call('feature', { feature: 'x' })).error, 'badFeature');
    const unsupported = AMENDMENTS.filter(({ status }) => status === 'unsupported');
    assert.equal(Object.keys(features).length, AMENDMENTS.length - unsupported.length);
    for (const { id, name } of unsupported) {
      for (const text of [id, name]) assert.equal((await call('feature', { feature: text })).error, 'badFeature', text);
    }
    const vote = { feature: 'x', vetoed: true };
    assert.equal((await call('feature', vote, { role: 'user' })).error, 'badFeature');
    const known = { ...vote, feature: one?.id as string };
    assert.equal((await call('feature', known, { role: 'user' })).error, 'noPermission');
    assert.equal((await call('feature', { feature: 7 })).error, 'invalidParams');
    assert.deepEqual((await call('version', {}, { apiVersion: 2 })).version, { first: 1, last: 2 });
  });
});
