import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env } from '../../../test/support/env.ts';
import { rpcOf } from '../../../test/support/rpc-call.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { readStreamRequest } from './stream-params.ts';

const GATEWAY = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

describe('a request about streams', () => {
  test('of a user may unsubscribe from peer_status, but not subscribe', () => {
    const params = { streams: ['peer_status'] };
    assert.throws(() => readStreamRequest(params, 'user'), { token: 'noPermission' });
    assert.deepEqual([...readStreamRequest(params, 'admin').named], ['peer_status']);
    assert.deepEqual([...readStreamRequest(params).named], ['peer_status']);
  });

  test('may name book_changes to subscribe only', () => {
    const params = { streams: ['book_changes'] };
    assert.deepEqual(readStreamRequest(params, 'user').streams, ['book_changes']);
    assert.throws(() => readStreamRequest(params), { token: 'malformedStream' });
  });
});

describe("a subscription to an account's history", () => {
  const HISTORIES: readonly (readonly [stream: JsonObject[string], token: string])[] = [
    [{}, 'invalidParams'],
    [[], 'invalidParams'],
    [{ account: 7 }, 'invalidParams'],
    [{ account: 'x' }, 'invalidParams'],
    [{ account: GATEWAY, stop_history_tx_only: 1 }, 'invalidParams'],
    [{ account: GATEWAY, stop_history_tx_only: true }, 'notSupported'],
    [{ account: GATEWAY }, 'notSupported'],
  ];
  test('is refused, and ended without an error if it is well formed', () => {
    for (const [stream, token] of HISTORIES) {
      assert.throws(() => readStreamRequest({ account_history_tx_stream: stream }, 'user'), { token });
      const end = () => readStreamRequest({ account_history_tx_stream: stream });
      if (token === 'notSupported') end();
      else assert.throws(end, { token });
    }
  });
});

test('subscribe refuses callbacks, and unsubscribe ignores them', async () => {
  const env = await Env.create();
  const call = rpcOf(env);
  const rows: readonly (readonly [url: JsonObject[string], message: RegExp])[] = [
    ['not-a-url', /^Failed to parse url\.$/],
    [7, /^Failed to parse url\.$/],
    ['ftp://scheme.not.supported.tld', /^Only http and https is supported\.$/],
    ['HTTPS://example.com/', /not supported: subscribe over a WebSocket/],
    [[], /'url'/],
  ];
  for (const [url, message] of rows) {
    assert.match((await call('subscribe', { url })).error_message, message);
    assert.deepEqual(await call('unsubscribe', { url }), {});
    for (const method of ['subscribe', 'unsubscribe'])
      assert.equal((await call(method, { url }, { role: 'user' })).error, 'noPermission');
  }
  await env.stop();
});
