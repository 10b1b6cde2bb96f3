/** The part of the contract about indexes: keys that ledgers add and remove, in order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hash256, Hex } from '../../../src/protocol/values.ts';
import { hashOf, ledgerOf } from './contract-ledgers.ts';
import { type CreateStore, storeWith } from './contract-store.ts';

/** Registers the tests for a backend. */
export function testIndexes(createStore: CreateStore): void {
  const change = (index: string, key: Hex, isPresent = true) => ({ index, key, isPresent });

  test('lists the keys of an index by prefix, after any key, in the state of the last ledger', async (t) => {
    const store = await storeWith(t, createStore, [
      ledgerOf(1, { indexChanges: ['A1', 'A1FF', 'A100', 'A2', 'FFFF', 'FF'].map((key) => change('one', key)) }),
      ledgerOf(2, { indexChanges: [change('one', 'A2', false), change('one', 'A3'), change('other', 'A4')] }),
      ledgerOf(3, { indexChanges: [change('one', 'A3', false), change('one', 'A2'), change('one', 'B0', false)] }),
    ]);
    const keys = (...query: [index: string, prefix: Hex, after?: Hex]) => [...store.indexKeys(...query)];
    assert.deepEqual(keys('one', ''), ['A1', 'A100', 'A1FF', 'A2', 'FF', 'FFFF']);
    assert.deepEqual(keys('one', 'A1'), ['A1', 'A100', 'A1FF']);
    assert.deepEqual(keys('one', 'A1', 'A1'), ['A100', 'A1FF']);
    assert.deepEqual(keys('one', 'A1', 'A10050'), ['A1FF']);
    assert.deepEqual(keys('one', 'A1', '00'), ['A1', 'A100', 'A1FF']);
    assert.deepEqual(keys('one', 'A1', 'A1FF'), []);
    assert.deepEqual(keys('one', 'A1', 'B0'), []);
    assert.deepEqual(keys('one', 'FF'), ['FF', 'FFFF']);
    assert.deepEqual(keys('other', ''), ['A4']);
    assert.deepEqual(keys('unknown', ''), []);
  });

  test('lists more keys of an index than one batch of reads, and applies the last change of a ledger', async (t) => {
    const all = Array.from({ length: 200 }, (_, at) => hashOf(`key ${at}`));
    const [first] = all as [Hash256];
    const store = await storeWith(t, createStore, [
      ledgerOf(1, { indexChanges: all.map((key) => change('many', key)) }),
      ledgerOf(2, {
        indexChanges: [
          change('many', first, false),
          change('many', first),
          change('many', 'FF'),
          change('many', 'FF', false),
        ],
      }),
    ]);
    assert.deepEqual([...store.indexKeys('many', '')], all.toSorted());
    const some: Hex[] = [];
    for (const key of store.indexKeys('many', '')) if (some.push(key) === 3) break;
    assert.deepEqual(some, all.toSorted().slice(0, 3));
  });
}
