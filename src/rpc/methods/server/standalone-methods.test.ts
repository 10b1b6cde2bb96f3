import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env } from '../../../../test/support/env.ts';
import { type Call, rpcOf, servicesOf } from '../../../../test/support/rpc-call.ts';
import { decodeLedgerHeader } from '../../../ledger/ledger-header.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { execute } from '../../execute.ts';

describe('a server on its own', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
  });
  after(() => env.node.stop());

  const ANSWERS: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['blacklist', {}, {}],
    ['fetch_info', {}, { info: {} }],
    ['fetch_info', { clear: true }, { clear: true, info: {} }],
    ['logrotate', {}, { message: 'The log file could not be closed and reopened.' }],
    [
      'ledger_request',
      { ledger_hash: '1'.repeat(64) },
      { hash: '1'.repeat(64), have_header: false, peers: 0, timeouts: 0 },
    ],
    ['peer_reservations_list', {}, { reservations: [] }],
    ['peers', {}, { cluster: {}, peers: null }],
    ['unl_list', {}, { unl: null }],
    ['validator_list_sites', {}, { validator_sites: [] }],
  ];
  test('answers methods about peers and validators', async () => {
    for (const [method, params, answer] of ANSWERS) {
      assert.deepEqual(await call(method, params), answer, method);
      assert.equal((await call(method, params, { role: 'user' })).error, 'noPermission', method);
    }
  });

  test('shows its uptime and the next ledger', async () => {
    env.clock.advance(3_661);
    assert.equal((await call('get_counts')).uptime, '1 hour, 1 minute, 1 second');
    const { info } = await call('consensus_info');
    assert.deepEqual([info.ledger_seq, info.phase, info.proposers], [env.node.validated.ledgerIndex + 1, 'open', 0]);
    assert.equal((await call('validators')).validator_list.status, 'unknown');
    assert.equal(Object.keys(await call('tx_reduce_relay', {}, { role: 'user' })).length, 14);
  });

  test('shows the header of the open ledger, with the fields of its parent', async () => {
    const { hash, ledgerIndex, closeTimeSeconds, accountHash } = env.node.validated;
    const { ledger, ledger_data } = await call('ledger_header');
    assert.deepEqual(ledger, { parent_hash: hash, ledger_index: String(ledgerIndex + 1), closed: false });
    const header = decodeLedgerHeader(Buffer.from(ledger_data, 'hex'));
    assert.deepEqual([header.ledgerIndex, header.parentHash, header.accountHash], [ledgerIndex + 1, hash, accountHash]);
    assert.deepEqual([header.parentCloseTimeSeconds, header.closeTimeSeconds], [closeTimeSeconds, closeTimeSeconds]);
    assert.equal((await call('ledger_request', { ledger_index: 1 })).ledger.ledger_index, '1');
    const changes = await call('book_changes');
    assert.deepEqual([changes.ledger_hash, changes.ledger_time, changes.validated], [hash, closeTimeSeconds, false]);
    const full = (await call('ledger', { ledger_index: 'current', full: true })).ledger;
    assert.deepEqual([full.ledger_hash, full.account_hash, full.closed], [hash, accountHash, undefined]);
    assert.deepEqual([full.parent_hash, full.ledger_index], [hash, String(ledgerIndex + 1)]);
    const binary = (await call('ledger', { ledger_index: 'current', full: true, binary: true })).ledger;
    assert.deepEqual([binary.closed, binary.ledger_data], [false, undefined]);
  });

  test('stops for admins only', async () => {
    let isStopped = false;
    const requestStop = () => {
      isStopped = true;
    };
    const usual = servicesOf(env);
    const services = { ...usual, server: { ...usual.server, requestStop } };
    const request = { method: 'stop', params: {}, apiVersion: 1 } as const;
    assert.equal((await execute(services, { ...request, role: 'user' })).error, 'noPermission');
    assert.equal(isStopped, false);
    assert.deepEqual(await execute(services, { ...request, role: 'admin' }), { message: 'weir server stopping' });
    assert.equal(isStopped, true);
  });
});
