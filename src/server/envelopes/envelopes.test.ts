/** What both envelopes do before a method runs: permissions, counts of requests, masked secrets. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { bareServices } from '../../../test/support/rpc-call.ts';
import { TestClock } from '../../../test/support/test-clock.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { jsonPieces } from '../../rpc/json/raw-json.ts';
import type { Role, RpcServices } from '../../rpc/method/context.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';
import { answerFlat } from './command-envelope.ts';
import { answerJsonRpc } from './json-rpc-envelope.ts';

let stops = 0;
const bare = bareServices({ clock: new TestClock() });
const services: RpcServices = {
  ...bare,
  server: {
    ...bare.server!,
    requestStop: () => {
      stops++;
    },
  },
};
beforeEach(() => {
  stops = 0;
});

async function batchOf(items: readonly JsonObject[], role: Role, charge = () => {}): Promise<JsonObject[]> {
  const { body } = await answerJsonRpc(services, { method: 'batch', params: items }, role, charge);
  const text = jsonPieces(body);
  return JSON.parse(typeof text === 'string' ? text : Buffer.concat(text).toString()) as JsonObject[];
}

describe('a method of the operator', () => {
  test('is forbidden to others in each envelope, with their secrets masked', async () => {
    const flat = await answerFlat(services, { command: 'stop', secret: 's' }, 'user');
    assert.deepEqual(
      [flat.error, flat.status, (flat.request as JsonObject).secret],
      ['forbidden', 'error', '<masked>'],
    );
    await assert.rejects(
      async () => answerJsonRpc(services, { method: 'stop' }, 'user', () => {}),
      (error) => error instanceof RequestRefusal && error.status === 403,
    );
    const [item] = await batchOf([{ method: 'stop', secret: 's', params: [{ seed: 't' }] }], 'user');
    assert.match(JSON.stringify(item?.error), /"code":-32605/);
    assert.deepEqual([item?.secret, item?.params], ['<masked>', [{ seed: '<masked>' }]]);
    assert.equal(stops, 0);
  });

  test('runs for the operator in each envelope', async () => {
    assert.equal((await answerFlat(services, { command: 'stop' }, 'admin')).status, 'success');
    assert.equal((await answerJsonRpc(services, { method: 'stop' }, 'admin', () => {})).status, 200);
    await batchOf([{ method: 'stop' }], 'admin');
    assert.equal(stops, 3);
  });
});

describe('a batch', () => {
  const pings = (count: number) => new Array(count).fill({ method: 'ping' });

  test('counts each request after the first, which the gate has counted', async () => {
    let charged = 0;
    const answers = await batchOf(pings(4), 'user', () => {
      charged++;
    });
    assert.deepEqual([answers.length, charged], [4, 3]);
  });

  test('is answered up to the first request over the rate limit', async () => {
    let left = 1;
    const answers = await batchOf(pings(4), 'user', () => {
      if (left-- === 0) throw RequestRefusal.forLoad('slowDown', 5);
    });
    assert.deepEqual(
      answers.map(({ error }) => error !== undefined),
      [false, false, true, true],
    );
  });
});
