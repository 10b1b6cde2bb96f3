import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../test/support/env.ts';
import { bareServices, servicesOf } from '../../test/support/rpc-call.ts';
import type { JsonObject } from '../protocol/values.ts';
import { dispatch } from './execute.ts';
import type { EngineRelay, Role, RpcServices } from './method/context.ts';

function services(errors: unknown[] = []): RpcServices {
  return bareServices({ log: { error: (details) => errors.push(details) } });
}

const UNKNOWN = { params: {}, apiVersion: 1, role: 'admin' } as const;

describe('dispatching a request', () => {
  test('gives the result and its status', async () => {
    const request = { method: 'ping', params: {}, apiVersion: 1, role: 'admin' } as const;
    assert.deepEqual(await dispatch(services(), request), { role: 'admin', status: 'success' });
    assert.deepEqual(await dispatch(services(), { ...request, role: 'user' }), { status: 'success' });
    assert.deepEqual(await dispatch(services(), { ...request, method: 'random' }), {
      random: 'AB'.repeat(32),
      status: 'success',
    });
  });

  test('names the method that was probably meant', async () => {
    const ask = async (method: string) => (await dispatch(services(), { ...UNKNOWN, method })).error_what;
    assert.equal(await ask('acount_info'), "Did you mean 'account_info'?");
    assert.equal(await ask('nothing_like_it'), undefined);
    assert.equal(await ask('ping'.repeat(100_000)), undefined);
  });

  test('names no method that the version of the API does not have', async () => {
    const ask = async (method: string) => dispatch(services(), { ...UNKNOWN, method, apiVersion: 2 });
    for (const method of ['ledger_header', 'tx_history']) {
      const { error, error_what: what } = await ask(method);
      assert.deepEqual([error, what], ['unknownCmd', `Version 2 of the API does not have '${method}'.`]);
    }
    assert.doesNotMatch(String((await ask('ledger_heade')).error_what), /ledger_header/);
  });

  test('echoes the request of an error with its secrets masked', async () => {
    const params = { secret: 's1', seed: 's2', seed_hex: 's3', passphrase: 's4', account: 'r', tx_json: { secret: 5 } };
    assert.deepEqual(await dispatch(services(), { method: 'nope', params, apiVersion: 1, role: 'admin' }), {
      error: 'unknownCmd',
      error_code: 32,
      error_message: 'Unknown method.',
      status: 'error',
      request: {
        command: 'nope',
        secret: '<masked>',
        seed: '<masked>',
        seed_hex: '<masked>',
        passphrase: '<masked>',
        account: 'r',
        tx_json: { secret: '<masked>' },
      },
    });
  });

  test('masks secrets in lists, and leaves the parameters as they are', async () => {
    const params = JSON.parse('{"claims":[1,{"a":[[{"seed":"s"}]]}],"__proto__":{"secret":"s"},"other":[{"x":1}]}');
    const before = structuredClone(params);
    const { request } = await dispatch(services(), { method: 'nope', params, apiVersion: 1, role: 'admin' });
    assert.equal(
      JSON.stringify(request),
      '{"claims":[1,{"a":[[{"seed":"<masked>"}]]}],"__proto__":{"secret":"<masked>"},"other":[{"x":1}],"command":"nope"}',
    );
    assert.deepEqual(params, before);
  });

  test('has no method named like an inherited property', async () => {
    for (const method of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      const result = await dispatch(services(), { method, params: {}, apiVersion: 1, role: 'admin' });
      assert.equal(result.error, 'unknownCmd', method);
    }
  });

  test('refuses a request that names two methods', async () => {
    const request = { method: 'ping', params: { method: 'random' }, apiVersion: 1, role: 'admin' } as const;
    assert.equal((await dispatch(services(), request)).error, 'unknownCmd');
    const same = await dispatch(services(), { ...request, params: { method: 'ping' } });
    assert.equal(same.status, 'success');
  });

  test('answers a bug of a method as internal and logs it without the parameters', async () => {
    const errors: unknown[] = [];
    const broken: RpcServices = {
      ...services(errors),
      randomBytes: () => {
        throw new Error('no entropy');
      },
    };
    const request = { method: 'random', params: { secret: 'hush' }, apiVersion: 1, role: 'user' } as const;
    const result = await dispatch(broken, request);
    assert.equal(result.error, 'internal');
    assert.equal(result.error_code, 73);
    assert.equal(errors.length, 1);
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
  for (const [method, params] of HERE) {
    test(`is answered here: ${method} ${JSON.stringify(params)}`, async () => {
      assert.equal(await passes(method, params), false);
    });
  }

  test('is refused here if it asks to sign, and its client is no admin', async () => {
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
  for (const [method, params] of AT_ENGINE) {
    test(`is passed on: ${method} ${JSON.stringify(params)}`, async () => {
      assert.equal(await passes(method, params), true);
    });
  }
});
