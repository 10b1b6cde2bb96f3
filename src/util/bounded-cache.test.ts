import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BoundedCache } from './bounded-cache.ts';

describe('bounded cache', () => {
  test('returns what was stored last', () => {
    const cache = new BoundedCache<string, number>(2);
    cache.set('a', 1);
    cache.set('a', 2);
    assert.equal(cache.get('a'), 2);
    assert.equal(cache.get('b'), undefined);
  });

  test('keeps the most recently used entries and forgets the others', () => {
    const cache = new BoundedCache<number, number>(10);
    for (let key = 0; key < 1000; key += 1) {
      cache.set(key, key);
      assert.equal(cache.get(0), 0);
    }
    for (let key = 991; key < 1000; key += 1) assert.equal(cache.get(key), key);
    const kept = Array.from({ length: 1000 }, (_, key) => cache.get(key)).filter((value) => value !== undefined);
    assert.ok(kept.length <= 20, `${kept.length} entries kept`);
  });

  test('a value stored again replaces the older generation of it', () => {
    const cache = new BoundedCache<number, string>(1);
    cache.set(1, 'old');
    cache.set(2, 'other');
    cache.set(1, 'new');
    assert.equal(cache.get(1), 'new');
  });
});
