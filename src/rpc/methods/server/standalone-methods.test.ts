import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER } from '../../../../test/support/env.ts';
import { type Call, rpcOf, servicesOf } from '../../../../test/support/rpc-call.ts';
import { decodeLedgerHeader } from '../../../ledger/ledger-header.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { dispatch, execute } from '../../execute.ts';

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
  for (const [method, params, answer] of ANSWERS) {
    test(`answers ${method} ${JSON.stringify(params)}`, async () => {
      assert.deepEqual(await call(method, params), answer);
      assert.equal((await call(method, params, { role: 'user' })).error, 'noPermission');
    });
  }

  const UNNUMBERED: readonly (readonly [method: string, params: JsonObject, error: string])[] = [
    ['vault_info', { vault_id: 'A'.repeat(64) }, 'entryNotFound'],
    ['vault_info', { vault_id: '0' }, 'malformedRequest'],
    ['transaction_entry', {}, 'fieldNotFoundTransaction'],
    ['submit', { tx_blob: 'DEADBEEF' }, 'invalidTransaction'],
    ['simulate', { tx_json: { TransactionType: 'Payment', Account: MASTER.address } }, 'invalidTransaction'],
  ];
  for (const [method, params, error] of UNNUMBERED) {
    test(`has neither number nor message for ${error} of ${method}`, async () => {
      const answer = await dispatch(servicesOf(env), { method, params, apiVersion: 1, role: 'admin' });
      assert.deepEqual([answer.status, answer.error], ['error', error]);
      for (const name of ['error_code', 'error_message']) assert.ok(!Object.hasOwn(answer, name), name);
    });
  }

  const REFUSED: readonly (readonly [string, JsonObject, string])[] = [
    ['blacklist', { threshold: [] }, 'invalidParams'],
    ['can_delete', {}, 'notEnabled'],
    ['connect', {}, 'notSynced'],
    ['blacklist', { threshold: 2 ** 31 }, 'invalidParams'],
    ['get_counts', { min_count: 'many' }, 'invalidParams'],
    ['get_counts', { min_count: -0.5 }, 'invalidParams'],
    ['stop', {}, 'notSupported'],
    ['validator_info', {}, 'invalidParams'],
    ['amm_info', {}, 'invalidParams'],
    ['amm_info', { asset: { currency: 'XRP' }, asset2: { currency: 'USD' } }, 'issueMalformed'],
    ['amm_info', { amm_account: 'x' }, 'actMalformed'],
    ['amm_info', { amm_account: MASTER.address }, 'actNotFound'],
    ['amm_info', { amm_account: MASTER.address, asset: {}, asset2: {} }, 'invalidParams'],
    ['get_aggregate_price', {}, 'invalidParams'],
    ['get_aggregate_price', { oracles: [] }, 'oracleMalformed'],
    ['vault_info', {}, 'malformedRequest'],
    ['vault_info', { vault_id: 'x' }, 'malformedRequest'],
    ['vault_info', { vault_id: 'A'.repeat(64) }, 'entryNotFound'],
    ['vault_info', { owner: MASTER.address, seq: 5 }, 'entryNotFound'],
    ['vault_info', { owner: MASTER.address, seq: 0 }, 'malformedRequest'],
    ['owner_info', {}, 'invalidParams'],
    ['ledger_request', {}, 'invalidParams'],
    ['ledger_request', { ledger_index: 2 }, 'invalidParams'],
    ['ledger_request', { ledger_index: -1 }, 'invalidParams'],
    ['ledger_request', { ledger_index: '1' }, 'invalidParams'],
    ['ledger_request', { ledger_hash: 'q'.repeat(64) }, 'invalidParams'],
  ];
  for (const [method, params, error] of REFUSED) {
    test(`refuses ${method} ${JSON.stringify(params)}`, async () => {
      assert.equal((await call(method, params)).error, error);
    });
  }

  const PRICE = {
    base_asset: 'XRP',
    quote_asset: 'USD',
    oracles: [{ account: MASTER.address, oracle_document_id: 1 }],
  };
  const PRICES: readonly (readonly [JsonObject, string])[] = [
    [{}, 'objectNotFound'],
    [{ trim: 0 }, 'invalidParams'],
    [{ trim: 26 }, 'invalidParams'],
    [{ trim: '25' }, 'objectNotFound'],
    [{ base_asset: '' }, 'invalidParams'],
    [{ oracles: [{ account: MASTER.address }] }, 'oracleMalformed'],
    [{ oracles: [{ account: 'x', oracle_document_id: 1 }] }, 'invalidParams'],
    [{ time_threshold: 'x' }, 'invalidParams'],
  ];
  for (const [change, error] of PRICES) {
    test(`has no price for ${JSON.stringify(change)}`, async () => {
      assert.equal((await call('get_aggregate_price', { ...PRICE, ...change })).error, error);
    });
  }

  test('counts its ledgers and its time', async () => {
    env.clock.advance(3_661);
    assert.equal((await call('get_counts')).uptime, '1 hour, 1 minute, 1 second');
    const { info } = await call('consensus_info');
    assert.deepEqual([info.ledger_seq, info.phase, info.proposers], [env.node.validated.ledgerIndex + 1, 'open', 0]);
    assert.equal((await call('validators')).validator_list.status, 'unknown');
    assert.equal(Object.keys(await call('tx_reduce_relay', {}, { role: 'user' })).length, 14);
  });

  test('shows headers, and ledgers without changes of order books', async () => {
    const { hash, ledgerIndex } = env.node.validated;
    const header = await call('ledger_header', { ledger_index: 'validated' });
    assert.deepEqual([header.ledger_hash, header.ledger.ledger_hash, header.ledger_data.length], [hash, hash, 236]);
    assert.equal((await call('ledger_header', {}, { apiVersion: 2 })).error, 'unknownCmd');
    assert.equal((await call('ledger_request', { ledger_index: 1 })).ledger.ledger_index, '1');
    const { error_message: tooLarge } = await call('ledger_request', { ledger_index: -1 });
    assert.equal(tooLarge, 'Ledger index too large');
    const changes = await call('book_changes', { ledger_index: 'validated' });
    assert.deepEqual([changes.ledger_hash, changes.ledger_index, changes.changes], [hash, ledgerIndex, []]);
    assert.deepEqual(await call('owner_info', { account: MASTER.address }), { accepted: {}, current: {} });
    assert.equal((await call('owner_info', { ident: 'x' })).current.error, 'actMalformed');
  });

  test("shows the open ledger's header: its parent's, with its own place in the chain", async () => {
    const { hash, ledgerIndex, closeTimeSeconds, accountHash } = env.node.validated;
    const { ledger, ledger_data } = await call('ledger_header');
    assert.deepEqual(ledger, { parent_hash: hash, ledger_index: String(ledgerIndex + 1), closed: false });
    const header = decodeLedgerHeader(Buffer.from(ledger_data, 'hex'));
    assert.deepEqual([header.ledgerIndex, header.parentHash, header.accountHash], [ledgerIndex + 1, hash, accountHash]);
    assert.deepEqual([header.parentCloseTimeSeconds, header.closeTimeSeconds], [closeTimeSeconds, closeTimeSeconds]);
    const changes = await call('book_changes');
    assert.deepEqual([changes.ledger_hash, changes.ledger_time, changes.validated], [hash, closeTimeSeconds, false]);
    const full = (await call('ledger', { ledger_index: 'current', full: true })).ledger;
    assert.deepEqual([full.ledger_hash, full.account_hash, full.closed], [hash, accountHash, undefined]);
    assert.deepEqual([full.parent_hash, full.ledger_index], [hash, String(ledgerIndex + 1)]);
    const binary = (await call('ledger', { ledger_index: 'current', full: true, binary: true })).ledger;
    assert.deepEqual([binary.closed, binary.ledger_data], [false, undefined]);
  });

  test('stops when the operator says so', async () => {
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
