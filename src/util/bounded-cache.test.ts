import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BoundedCache } from './bounded-cache.ts';

describe('bounded cache', () => {
  test('keeps the most recently used entries and evicts the others', () => {
    const cache = new BoundedCache<number, number>(10);
    for (let key = 0; key < 1000; key += 1) {
      cache.set(key, key);
      assert.equal(cache.get(0), 0);
    }
    for (let key = 991; key < 1000; key += 1) assert.equal(cache.get(key), key);
    const kept = Array.from({ length: 1000 }, (_, key) => cache.get(key)).filter((value) => value !== undefined);
    assert.ok(kept.length <= 20, `${kept.length} entries kept`);
  });

  test('a null stands for itself, and not for the value before it', () => {
    const cache = new BoundedCache<number, string | null>(1);
    cache.set(1, 'old');
    cache.set(2, 'other');
    cache.set(1, null);
    assert.equal(cache.get(1), null);
  });

  test('keeps as many bytes as its capacity, and at most twice as many', () => {
    const cache = new BoundedCache<number, string>(100, (text) => text.length);
    const texts = Array.from({ length: 200 }, (_, at) => 'x'.repeat(1 + (at % 40)));
    for (const [at, text] of texts.entries()) cache.set(at, text);
    const newest = texts.map((text, at) => ({ text, at })).reverse();
    const kept = newest.filter(({ at }) => cache.get(at) !== undefined).reduce((sum, { text }) => sum + text.length, 0);
    assert.ok(kept >= 60 && kept <= 200, `${kept} bytes kept`);
  });

  test('counts a value that is stored again once', () => {
    const cache = new BoundedCache<string, string>(100, (text) => text.length);
    cache.set('other', 'x'.repeat(50));
    for (let length = 1; length <= 50; length++) cache.set('text', 'x'.repeat(length));
    cache.delete('text');
    for (let length = 50; length > 0; length--) cache.set('text', 'x'.repeat(length));
    assert.equal(cache.get('other')?.length, 50);
  });

  test('keeps the last value even if that alone is too large', () => {
    const cache = new BoundedCache<string, string>(10, (text) => text.length);
    cache.set('small', 'x');
    cache.set('large', 'x'.repeat(100));
    assert.equal(cache.get('large')?.length, 100);
    cache.set('larger', 'x'.repeat(200));
    assert.equal(cache.get('larger')?.length, 200);
    assert.equal(cache.get('small'), undefined);
  });
});
