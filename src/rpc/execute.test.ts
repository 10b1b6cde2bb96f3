import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../test/support/env.ts';
import { bareServices, servicesOf } from '../../test/support/rpc-call.ts';
import type { JsonObject } from '../protocol/values.ts';
import { dispatch } from './execute.ts';
import type { EngineRelay, Role, RpcServices } from './method/context.ts';

const REQUEST = { params: {}, apiVersion: 1, role: 'admin' } as const;

describe('dispatch', () => {
  test('names the nearest method of the version of the API', async () => {
    const whatOf = async (method: string, apiVersion: 1 | 2 = 1) =>
      (await dispatch(bareServices(), { ...REQUEST, method, apiVersion })).error_what;
    assert.equal(await whatOf('acount_info'), "Did you mean 'account_info'?");
    assert.equal(await whatOf('nothing_like_it'), undefined);
    assert.equal(await whatOf('ping'.repeat(100_000)), undefined);
    for (const method of ['ledger_header', 'tx_history'])
      assert.equal(await whatOf(method, 2), `Version 2 of the API does not have '${method}'.`);
    assert.doesNotMatch(String(await whatOf('ledger_heade', 2)), /ledger_header/);
  });

  test('masks secrets in the echo of a request, and leaves its parameters unchanged', async () => {
    const secrets = { secret: 's1', seed: 's2', seed_hex: 's3', passphrase: 's4' };
    const lists = '{"claims":[1,{"a":[[{"seed":"s"}]]}],"__proto__":{"secret":"s"},"other":[{"x":1}]}';
    const params = { ...secrets, tx_json: { secret: 5 }, lists: JSON.parse(lists) };
    const before = structuredClone(params);
    const { request, ...answer } = await dispatch(bareServices(), { ...REQUEST, method: 'nope', params });
    const error = { error: 'unknownCmd', error_code: 32, error_message: 'Unknown method.', status: 'error' };
    assert.deepEqual(answer, error);
    const masked = lists.replaceAll('"s"', '"<masked>"');
    const four = Object.keys(secrets).map((name) => `"${name}":"<masked>"`);
    assert.equal(
      JSON.stringify(request),
      `{${four},"tx_json":{"secret":"<masked>"},"lists":${masked},"command":"nope"}`,
    );
    assert.deepEqual(params, before);
  });

  test('answers a bug of a method with internal, and logs it without the parameters', async () => {
    const errors: unknown[] = [];
    const randomBytes = () => {
      throw new Error('no entropy');
    };
    const services = bareServices({ randomBytes, log: { error: (details) => errors.push(details) } });
    const result = await dispatch(services, { ...REQUEST, method: 'random', params: { secret: 'hush' }, role: 'user' });
    assert.deepEqual([result.error, result.error_code, errors.length], ['internal', 73, 1]);
    assert.ok(!JSON.stringify(errors).includes('hush'));
  });
});

describe('a request to a thread without the engine', () => {
  let env: Env;
  let services: RpcServices;
  const passedOn: string[] = [];
  before(async () => {
    env = await Env.create();
    const relay: EngineRelay = {
      catchUp: () => {},
      execute: async ({ method }) => {
        passedOn.push(method);
        return {};
      },
      submit: () => assert.fail('nothing is submitted here'),
    };
    services = { ...servicesOf(env), server: undefined, engine: undefined, relay };
  });
  after(() => env.stop());

  const ACCOUNT = { account: MASTER.address };
  const passes = async (method: string, params: JsonObject, role: Role = 'admin') => {
    passedOn.length = 0;
    await dispatch(services, { method, params, apiVersion: 2, role });
    return passedOn.length === 1;
  };

  const HERE: readonly (readonly [string, JsonObject])[] = [
    ['account_info', { ...ACCOUNT, ledger_index: 'validated' }],
    ['account_info', { ...ACCOUNT, ledger_index: 'closed' }],
    ['account_info', { ...ACCOUNT, ledger_index: '2' }],
    ['account_info', { ...ACCOUNT, ledger_index: 99 }],
    ['account_info', { ...ACCOUNT, ledger_index: true }],
    ['account_info', { ...ACCOUNT, ledger_hash: 'no hash' }],
    ['account_info', { account: party('a stranger').address, ledger_index: 'validated' }],
    ['account_lines', { ...ACCOUNT, authorization: 'pending' }],
    ['account_tx', ACCOUNT],
    ['channel_verify', {}],
    ['ledger_current', {}],
    ['ping', {}],
    ['tx', { transaction: 'no hash' }],
    ['submit', { tx_blob: 'no hex' }],
  ];
  test('is answered here if it needs no engine', async () => {
    for (const [method, params] of HERE)
      assert.equal(await passes(method, params), false, `${method} ${JSON.stringify(params)}`);
  });

  test('is refused here if it signs and its client is no admin', async () => {
    for (const method of ['sign', 'sign_for', 'channel_authorize', 'submit']) {
      assert.equal(await passes(method, {}, 'user'), false, method);
      assert.equal(await passes(method, {}), true, method);
    }
  });

  const AT_ENGINE: readonly (readonly [string, JsonObject])[] = [
    ['account_info', ACCOUNT],
    ['account_info', { ...ACCOUNT, ledger_index: '' }],
    ['account_info', { ...ACCOUNT, ledger_index: 'current' }],
    ['account_info', { ...ACCOUNT, ledger: 'validated' }],
    ['account_info', { ...ACCOUNT, ledger_index: 3 }],
    ['account_info', { ...ACCOUNT, ledger_index: '+3' }],
    ['account_info', { ...ACCOUNT, ledger_index: '0003' }],
    ['account_lines', { ...ACCOUNT, authorization: 'pending', peer: MASTER.address }],
    ['channel_verify', { channel_state: true }],
    ['fee', {}],
    ['ledger_accept', {}],
    ['server_info', {}],
    ['sign', {}],
    ['stop', {}],
    ['tx', { transaction: '0'.repeat(64) }],
    ['explain', { transaction: '0'.repeat(64) }],
    ['submit', { tx_blob: '00', wait: true }],
    ['submit', { tx_json: {}, secret: 'masterpassphrase' }],
  ];
  test('is passed on if it needs the engine', async () => {
    for (const [method, params] of AT_ENGINE)
      assert.equal(await passes(method, params), true, `${method} ${JSON.stringify(params)}`);
  });
});
