import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { forkOptions } from './fork-options.ts';

const URL_WORD = { fork: 'wss://example.com' };

describe('the options of a fork', () => {
  test('limit the requests, and choose where answers are kept', () => {
    const usual = forkOptions(URL_WORD)!;
    assert.deepEqual([usual.requestsPerSecond, usual.cacheFolder], [undefined, undefined]);
    const chosen = forkOptions({ ...URL_WORD, 'fork-rate': '5', 'fork-cache': '/tmp/answers' })!;
    assert.deepEqual([chosen.requestsPerSecond, chosen.cacheFolder], [5, '/tmp/answers']);
    const without = forkOptions({ ...URL_WORD, 'fork-rate': '0', 'fork-cache': 'none' })!;
    assert.deepEqual([without.requestsPerSecond, without.cacheFolder], [Number.POSITIVE_INFINITY, false]);
    assert.throws(() => forkOptions({ ...URL_WORD, 'fork-rate': 'all' }), /--fork-rate must be a number of requests/);
    for (const name of ['fork-ledger', 'fork-rate', 'fork-cache']) {
      assert.throws(() => forkOptions({ [name]: '7' }), new RegExp(`--${name} needs --fork`));
    }
  });
});
