import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { AMENDMENTS } from '../../../protocol/tables/amendments.ts';

/** Members of the answers of a standalone rippled to admins, as recorded. */
const RECORDED_MEMBERS = {
  info: (
    'build_version complete_ledgers git hostid initial_sync_duration_us io_latency_ms jq_trans_overflow last_close load load_factor node_size peer_disconnects ' +
    'peer_disconnects_resources peers ports pubkey_node pubkey_validator server_state server_state_duration_us state_accounting time uptime validated_ledger validation_quorum validator_list'
  ).split(' '),
  state: (
    'build_version complete_ledgers git initial_sync_duration_us io_latency_ms jq_trans_overflow last_close load load_base load_factor load_factor_fee_escalation load_factor_fee_queue load_factor_fee_reference load_factor_server ' +
    'node_size peer_disconnects peer_disconnects_resources peers ports pubkey_node pubkey_validator server_state server_state_duration_us state_accounting time uptime validated_ledger validation_quorum validator_list_expires'
  ).split(' '),
};

describe('server_info and feature', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create({ genesis: { networkId: 21337 } });
    call = rpcOf(env);
    await env.close();
  });
  after(() => env.stop());

  test('have the members of the reference, except its build and its memory', async () => {
    const named = await Env.create({ genesis: { isNetworkIdGiven: true } });
    const unnamed = await Env.create();
    for (const [method, member] of [['server_info', 'info'] as const, ['server_state', 'state'] as const]) {
      const recorded = RECORDED_MEMBERS[member].filter((name) => name !== 'git' && name !== 'node_size');
      const [withNetworkId, without] = [await rpcOf(named)(method), await rpcOf(unnamed)(method)];
      assert.deepEqual(Object.keys(without[member]).sort(), recorded);
      assert.deepEqual(Object.keys(withNetworkId[member]).sort(), [...recorded, 'network_id'].sort());
      assert.equal(withNetworkId[member].network_id, 0);
      assert.deepEqual(without.weir, { version: '1.2.3' });
    }
    await Promise.all([named.stop(), unnamed.stop()]);
  });

  test('show counters of requests on demand', async () => {
    const { info } = await call('server_info', { counters: false });
    assert.deepEqual([info.counters, info.current_activities], [undefined, undefined]);
    await call('tx', { transaction: 'no hash' });
    const { state } = await call('server_state', { counters: true }, { role: 'user' });
    const { started, finished, errored } = state.counters.rpc.tx;
    assert.deepEqual([started, finished, errored], ['1', '1', '0']);
    assert.equal(state.current_activities.methods[0].method, 'server_state');
  });

  test('list amendments and versions', async () => {
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

  test('show the votes on amendments after the first flag ledger', async () => {
    const retired = AMENDMENTS.find(({ status }) => status === 'retired')!;
    const active = AMENDMENTS.find(({ status }) => status === 'active')!;
    const votesOn = async ({ id }: { readonly id: string }, role?: 'user') => {
      const { count, threshold, validations } = (await call('feature', { feature: id }, role && { role }))[id];
      return [count, threshold, validations];
    };
    const none = [undefined, undefined, undefined];
    while (env.node.validated.ledgerIndex < 256) await env.close();
    assert.deepEqual(await votesOn(retired), none);
    await env.close();
    assert.deepEqual(await votesOn(retired), [0, 1, 0]);
    assert.deepEqual([await votesOn(active), await votesOn(retired, 'user')], [none, none]);
    assert.equal((await call('feature')).features[retired.id].threshold, 1);
  });
});
