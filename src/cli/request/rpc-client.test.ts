import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { callAccountTx, type RpcCall } from './rpc-client.ts';

/** A server with `count` transactions that pages by at most `pageSize` and at least `minPage`. */
function history(count: number, pageSize: number, minPage = 1): { call: RpcCall; calls: JsonObject[] } {
  const calls: JsonObject[] = [];
  const call: RpcCall = async (_method, params) => {
    calls.push(params);
    const from = typeof params.marker === 'number' ? params.marker : 0;
    const limit = typeof params.limit === 'number' ? params.limit : pageSize;
    const to = Math.min(count, from + Math.max(minPage, Math.min(limit, pageSize)));
    const transactions: Json[] = Array.from({ length: to - from }, (_, i) => from + i);
    return { result: { limit, transactions, ...(to < count ? { marker: to } : {}), status: 'success' } };
  };
  return { call, calls };
}

const shown = async (call: RpcCall, params: JsonObject) => (await callAccountTx(call, params)).result as JsonObject;

describe('account_tx with an offset', () => {
  test('is one plain call without one', async () => {
    const { call, calls } = history(10, 5);
    await callAccountTx(call, { account: 'r', limit: 3 });
    await callAccountTx(call, { account: 'r', limit: 3, offset: 0 });
    assert.deepEqual(calls, [
      { account: 'r', limit: 3 },
      { account: 'r', limit: 3 },
    ]);
  });

  test('skips so many, across pages, and leaves the marker that continues', async () => {
    const { call, calls } = history(30, 5);
    const result = await shown(call, { account: 'r', limit: 4, offset: 13 });
    assert.deepEqual(result.transactions, [13, 14, 15, 16]);
    assert.equal(result.marker, 17);
    assert.equal(result.limit, 4);
    assert.ok(calls.every((params) => params.offset === undefined));
  });

  test('shows what there is when the history ends', async () => {
    const { call } = history(15, 5);
    assert.deepEqual((await shown(call, { limit: 4, offset: 13 })).transactions, [13, 14]);
    assert.deepEqual((await shown(call, { limit: 4, offset: 40 })).transactions, []);
    assert.deepEqual((await shown(call, { offset: 12 })).transactions, [12, 13, 14]);
  });

  test('leaves no marker that would skip what a longer page held', async () => {
    const { call } = history(30, 10, 10);
    const result = await shown(call, { limit: 3, offset: 2 });
    assert.deepEqual(result.transactions, [2, 3, 4]);
    assert.equal(result.marker, undefined);
  });

  test('passes an error on', async () => {
    const answer = { result: { error: 'actMalformed', status: 'error' } };
    assert.equal(await callAccountTx(async () => answer, { account: 'x', offset: 5 }), answer);
  });
});
