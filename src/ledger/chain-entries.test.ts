import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longSkipKeylet } from '../protocol/entries/keylets.ts';
import { extendLongSkipList } from './chain-entries.ts';

const hashOf = (ledgerIndex: number): string => ledgerIndex.toString(16).toUpperCase().padStart(64, '0');

test('the long skip list grows every 256 ledgers, and begins anew after 65536', () => {
  const first = extendLongSkipList(undefined, 256, hashOf(256));
  const second = extendLongSkipList(first, 512, hashOf(512));
  const third = extendLongSkipList(second, 768, hashOf(768));
  assert.deepEqual(first.Hashes, [hashOf(256)], 'the list before it stays as it was');
  assert.deepEqual(third.Hashes, [hashOf(256), hashOf(512), hashOf(768)]);
  assert.deepEqual([third.index, third.LastLedgerSequence], [longSkipKeylet(256).key, 768]);
  const next = extendLongSkipList(undefined, 65_536, hashOf(65_536));
  assert.notEqual(next.index, third.index);
  assert.equal(longSkipKeylet(65_535).key, third.index);
});
