import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readStreamRequest } from './stream-params.ts';

describe('a request about streams', () => {
  test('of a user may not begin to hear of peers, but end it', () => {
    const params = { streams: ['peer_status'] };
    assert.throws(() => readStreamRequest(params, 'user'), { token: 'noPermission' });
    assert.deepEqual([...readStreamRequest(params, 'admin').named], ['peer_status']);
    assert.deepEqual([...readStreamRequest(params).named], ['peer_status']);
  });

  test('names changes of order books only to begin', () => {
    const params = { streams: ['book_changes'] };
    assert.throws(() => readStreamRequest(params, 'user'), { token: 'notSupported' });
    assert.throws(() => readStreamRequest(params), { token: 'malformedStream' });
  });
});
