import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseServers } from './servers.ts';

describe('the address of the database', () => {
  test('names one server or several, with everything else the same', () => {
    const urls = (url: string) => parseServers(url).map(({ connectionString }) => connectionString);
    assert.deepEqual(urls('postgres://weir:pa%40ss@db:5432/weir?sslmode=require'), [
      'postgres://weir:pa%40ss@db:5432/weir?sslmode=require',
    ]);
    assert.deepEqual(urls('postgresql://weir@a:1,[::1]:2/weir'), [
      'postgresql://weir@a:1/weir',
      'postgresql://weir@[::1]:2/weir',
    ]);
  });

  test('is refused in another form', () => {
    for (const url of ['mysql://x/y', 'postgres:weir', 'postgres://weir@a b:1/weir'])
      assert.throws(() => parseServers(url), { name: 'StoreError' });
  });
});
