import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_SERVER } from '../../../test/support/rpc-call.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import { systemClock } from '../../util/clock.ts';
import type { RpcServices } from './context.ts';
import { dispatch } from './execute.ts';
import { RequestTally } from './long-work.ts';

function services(errors: unknown[] = []): RpcServices {
  return {
    node: {} as LedgerNode,
    server: TEST_SERVER,
    tally: new RequestTally(systemClock),
    clock: systemClock,
    log: { error: (details) => errors.push(details) },
    randomBytes: (count) => Buffer.alloc(count, 0xab),
  };
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

  test('knows no method by the name of an inherited property', async () => {
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
