import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sha512Half } from '../crypto/hash.ts';
import { finishSteps } from '../util/steps.ts';
import { AscendingTree } from './ascending-tree.ts';
import { StateTree } from './state-tree.ts';

/** Keys that often share many digits, so that the tree is deep. */
const keys = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 0, max: 64 }), fc.integer({ min: 0, max: 300 })).map(([digits, tail]) => {
    return `${'A'.repeat(digits)}${tail.toString(16).toUpperCase()}`.padEnd(64, '0').slice(0, 64);
  }),
  { maxLength: 40 },
);

describe('a tree that is hashed in ascending order', () => {
  test('has the root and the records of one that grows in any order', () => {
    fc.assert(
      fc.property(keys, (anyOrder) => {
        const grown = new StateTree(() => undefined);
        for (const key of anyOrder) grown.setLeafHash(key, sha512Half(Buffer.from(key)));
        const records = new Map<string, Buffer>();
        const ascending = new AscendingTree((path, record) => records.set(path, record));
        for (const key of anyOrder.toSorted()) ascending.add({ key, hash: sha512Half(Buffer.from(key)) });
        assert.equal(ascending.finish(), grown.rootHash());
        assert.deepEqual([...records].sort(), [...finishSteps(grown.takeChanges())].sort());
      }),
    );
  });

  test('refuses keys that do not ascend', () => {
    const tree = new AscendingTree();
    const leaf = { key: 'A'.repeat(64), hash: Buffer.alloc(32) };
    tree.add(leaf);
    assert.throws(() => tree.add(leaf), /keys ascend/);
  });
});
