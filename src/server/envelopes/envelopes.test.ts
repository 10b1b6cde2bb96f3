/** Both envelopes in the process: their forms, permissions, counts of requests, masked secrets. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, bareServices } from '../../../test/support/rpc-call.ts';
import { TestClock } from '../../../test/support/test-clock.ts';
import type { Role } from '../../rpc/method/context.ts';
import { DEFAULT_LIMITS } from '../admission/limits.ts';
import { RequestGate } from '../admission/request-gate.ts';
import { answerApi } from '../http/api-answers.ts';

const clock = new TestClock();
const bare = bareServices({ clock });
let stops = 0;
const services = { ...bare, server: { ...bare.server!, requestStop: () => void stops++ } };

/** The status and the body of the answer to a text. Rejects with `RequestRefusal`. */
async function ask(text: string, role: Role = 'admin', limits: object = {}): Promise<[status: number, body: Answer]> {
  const source = {
    services,
    limits: DEFAULT_LIMITS,
    gate: new RequestGate({ ...DEFAULT_LIMITS, ...limits }, { clock }),
  };
  const caller = { role, address: '10.0.0.1', isExempt: role === 'admin' };
  const { status, bytes } = await answerApi(source, text, caller, () => false);
  return [status, JSON.parse(typeof bytes.text === 'string' ? bytes.text : Buffer.concat(bytes.text).toString())];
}

const PONG = { role: 'admin', status: 'success' };
const UNKNOWN = { error: 'unknownCmd', error_code: 32 };

/** Texts that recordings do not have, with the bodies of their answers. */
const ANSWERED: readonly (readonly [string, unknown])[] = [
  ['{"method":"ping","params":[null]}', { result: PONG }],
  ['{"method":"ping","params":[{"ripplerpc":"2.0"}]}', { result: PONG, ripplerpc: '2.0' }],
  ['{"method":"ping","params":[{"id":6}],"id":5}', { result: PONG, id: 6 }],
  [
    '{"method":"ping","params":[{"id":5,"jsonrpc":"2.0","ripplerpc":"1.0"}]}',
    { result: PONG, id: 5, jsonrpc: '2.0', ripplerpc: '1.0' },
  ],
  [
    '{"method":"nope","params":[{"ripplerpc":"2.0"}]}',
    { error: { ...UNKNOWN, status: 'error', code: 32, message: 'Unknown method.' }, ripplerpc: '2.0' },
  ],
  [
    '{"method":"submit","params":[{"ripplerpc":"2.0","tx_blob":"00"}]}',
    {
      error: {
        ...{ error: 'invalidTransaction', error_exception: 'Transaction length invalid', error_code: null },
        ...{ status: 'error', code: null, message: null },
      },
      ripplerpc: '2.0',
    },
  ],
  ['{"id":[1],"command":"ping"}', { id: [1], result: PONG, status: 'success', type: 'response' }],
  [
    '{"id":1,"command":"nope","seed":"s","api_version":2}',
    {
      ...{ id: 1, api_version: 2, ...UNKNOWN, error_message: 'Unknown method.', status: 'error', type: 'response' },
      request: { id: 1, command: 'nope', seed: '<masked>', api_version: 2 },
    },
  ],
  [
    '{"method":"batch","params":[7,{},{"method":""},{"method":"ping","api_version":9},{"method":"ping","id":4}]}',
    [
      { request: 7, error: { error: { code: -32601, message: 'Method not found' } } },
      { error: { error: { code: -32601, message: 'Null method' } } },
      { method: '', error: { error: { code: -32601, message: 'method is empty' } } },
      {
        request: { method: 'ping', api_version: 9 },
        error: { error: { code: -32606, message: 'invalid_API_version' } },
      },
      { result: PONG, id: 4 },
    ],
  ],
];

describe('a request over HTTP', () => {
  test('is answered in its envelope', async () => {
    for (const [text, answer] of ANSWERED) assert.deepEqual(await ask(text), [200, answer], text);
  });

  test('has the status of its error with ripplerpc 3.0', async () => {
    const [status, { error }] = await ask('{"method":"nope","params":[{"ripplerpc":"3.0"}]}');
    assert.deepEqual([status, error.code], [405, 32]);
  });
});

describe('a method for admins', () => {
  test('is forbidden to users in each envelope, with their secrets masked', async () => {
    const [, flat] = await ask('{"command":"stop","secret":"s"}', 'user');
    assert.deepEqual([flat.error, flat.status, flat.request.secret], ['forbidden', 'error', '<masked>']);
    await assert.rejects(ask('{"method":"stop"}', 'user'), { name: 'RequestRefusal', status: 403 });
    const batch = '{"method":"batch","params":[{"method":"stop","secret":"s","params":[{"seed":"t"}]}]}';
    const [, [item]] = await ask(batch, 'user');
    assert.equal(item.error.error.code, -32605);
    assert.deepEqual([item.secret, item.params], ['<masked>', [{ seed: '<masked>' }]]);
    assert.equal(stops, 0);
  });
});
