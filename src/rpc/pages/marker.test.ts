import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env } from '../../../test/support/env.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { openMarker, parseDirectoryMarker, parseEntryMarker, parseKeyMarker, sealMarker } from './marker.ts';

const LIST = ['account_lines', 'AB', null];
const PLACE = Buffer.from('0102', 'hex');
const KEY = 'AB'.repeat(32);

describe('sealed markers', () => {
  test('name a place in one list of one store', async () => {
    const store = new MemoryStore();
    const env = await Env.create({ store });
    const other = await Env.create();
    const marker = sealMarker(store, LIST, PLACE);
    assert.deepEqual(openMarker(store, LIST, marker), PLACE);
    assert.equal(openMarker(store, [...LIST, 1], marker), undefined);
    assert.equal(openMarker(other.node.store, LIST, marker), undefined);
    await Promise.all([env.node.stop(), other.node.stop()]);
  });
});

test('markers of the reference are read in their form only', () => {
  assert.deepEqual(parseEntryMarker(`${KEY.toLowerCase()},7`), { key: KEY, pageHint: 7n });
  assert.deepEqual(parseEntryMarker(`${KEY},-1`), { key: KEY, pageHint: 2n ** 64n - 1n });
  for (const text of ['', KEY, `${KEY},`, `${KEY},x`, `x,1`]) assert.equal(parseEntryMarker(text), undefined, text);
  assert.deepEqual(parseDirectoryMarker(`0,${KEY}`), { pageKey: '0'.repeat(64), key: KEY });
  for (const text of ['', KEY, `${KEY},`, `,${KEY}`]) assert.equal(parseDirectoryMarker(text), undefined, text);
  assert.deepEqual(parseKeyMarker(KEY), { key: KEY, ledgerIndex: undefined });
  assert.deepEqual(parseKeyMarker(`${KEY},12`), { key: KEY, ledgerIndex: 12 });
  for (const text of ['', 7, `${KEY},x`, `${KEY},0`, `${KEY},4294967296`])
    assert.equal(parseKeyMarker(text), undefined);
});
