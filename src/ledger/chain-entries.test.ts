import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { longSkipKeylet, skipKeylet } from '../protocol/entries/keylets.ts';
import { extendLongSkipList, extendsLongSkipList, shortSkipList } from './chain-entries.ts';

const hashOf = (ledgerIndex: number): string => ledgerIndex.toString(16).toUpperCase().padStart(64, '0');

describe('the long skip list', () => {
  test('takes the hash of every 256th ledger', () => {
    const named = Array.from({ length: 1030 }, (_, at) => at + 1).filter(extendsLongSkipList);
    assert.deepEqual(named, [256, 512, 768, 1024]);
  });

  test('keeps what it had, and begins anew after 65536 ledgers', () => {
    const first = extendLongSkipList(undefined, 256, hashOf(256));
    const second = extendLongSkipList(first, 512, hashOf(512));
    const third = extendLongSkipList(second, 768, hashOf(768));
    assert.deepEqual(first.Hashes, [hashOf(256)], 'what was made before is left alone');
    assert.deepEqual(third.Hashes, [hashOf(256), hashOf(512), hashOf(768)]);
    assert.deepEqual([third.index, third.LastLedgerSequence], [longSkipKeylet(256).key, 768]);
    const next = extendLongSkipList(undefined, 65_536, hashOf(65_536));
    assert.notEqual(next.index, third.index);
    assert.equal(longSkipKeylet(65_535).key, third.index);
  });
});

describe('the short skip list', () => {
  test('holds the hashes that it is given, and names the last of their ledgers', () => {
    const list = shortSkipList([hashOf(8), hashOf(9)], 9);
    assert.deepEqual([list.index, list.Hashes, list.LastLedgerSequence], [skipKeylet().key, [hashOf(8), hashOf(9)], 9]);
  });
});
