import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { finishSteps } from '../util/steps.ts';
import { StateTree } from './state-tree.ts';

const EMPTY = '0'.repeat(64);

function half(...parts: Uint8Array[]): Buffer {
  return createHash('sha512').update(Buffer.concat(parts)).digest().subarray(0, 32);
}

/** The definition of the tree, computed anew from all keys. */
function expectedRoot(state: ReadonlyMap<string, Uint8Array>): string {
  const subtree = (keys: string[], depth: number): Buffer => {
    if (keys.length === 0) return Buffer.alloc(32);
    if (keys.length === 1 && depth > 0) {
      return half(Buffer.from('MLN\0'), state.get(keys[0]!)!, Buffer.from(keys[0]!, 'hex'));
    }
    const hashes = [...'0123456789ABCDEF'].map((digit) =>
      subtree(
        keys.filter((key) => key[depth] === digit),
        depth + 1,
      ),
    );
    return half(Buffer.from('MIN\0'), ...hashes);
  };
  return subtree([...state.keys()], 0)
    .toString('hex')
    .toUpperCase();
}

/** A tree over a map of stored records. */
class Stored {
  readonly records = new Map<string, Uint8Array>();
  readonly tree: StateTree;

  constructor(nodeLimit?: number) {
    this.tree = new StateTree((path) => this.records.get(path), nodeLimit);
  }

  commit(): void {
    for (const [path, record] of finishSteps(this.tree.takeChanges())) {
      if (record === undefined) this.records.delete(path);
      else this.records.set(path, record);
    }
    this.tree.confirmChanges();
  }
}

/** Few enough distinct digits, at the front and at the very end, that splits, chains and collapses are common. */
const keys = fc
  .tuple(fc.array(fc.constantFrom('0', '9', 'A', 'F'), { maxLength: 3 }), fc.constantFrom('0', '1', 'F'))
  .map(([front, last]) => front.join('').padEnd(63, '7') + last);
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), key: keys, value: fc.nat(3) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('delete' as const), key: keys }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('commit' as const, 'discard' as const) }) },
  ),
  { maxLength: 60 },
);

describe('the state tree', () => {
  test('has, after any history, the root that its content defines', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(0, 3, undefined), (history, nodeLimit) => {
        const stored = new Stored(nodeLimit);
        let state = new Map<string, Uint8Array>();
        let committed = new Map<string, Uint8Array>();
        const moved = new Set<string>();
        for (const step of history) {
          if (step.kind === 'set') {
            if (!state.has(step.key)) moved.add(step.key);
            stored.tree.set(step.key, Uint8Array.of(step.value));
            state.set(step.key, Uint8Array.of(step.value));
          } else if (step.kind === 'delete') {
            if (state.has(step.key)) moved.add(step.key);
            assert.equal(stored.tree.delete(step.key), state.delete(step.key));
          } else if (step.kind === 'commit') {
            stored.commit();
            committed = new Map(state);
            moved.clear();
          } else {
            stored.tree.discardChanges();
            state = new Map(committed);
            moved.clear();
          }
          assert.equal(stored.tree.rootHash(), expectedRoot(state));
          assert.deepEqual(new Set(stored.tree.insertedOrDeletedKeys), moved);
        }
        stored.commit();
        assert.equal(new StateTree((path) => stored.records.get(path)).rootHash(), expectedRoot(state));
      }),
      { numRuns: 300 },
    );
  });

  test('leaves records that depend on the content only', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const worn = new Stored();
        const state = new Map<string, Uint8Array>();
        for (const step of history) {
          if (step.kind === 'set') {
            worn.tree.set(step.key, Uint8Array.of(step.value));
            state.set(step.key, Uint8Array.of(step.value));
          } else if (step.kind === 'delete') {
            worn.tree.delete(step.key);
            state.delete(step.key);
          } else {
            worn.commit();
          }
        }
        worn.commit();
        const fresh = new Stored();
        for (const [key, value] of state) fresh.tree.set(key, value);
        fresh.commit();
        assert.deepEqual(new Map([...worn.records].sort()), new Map([...fresh.records].sort()));
      }),
    );
  });

  test('leaves no record behind where nodes give way to a leaf', () => {
    const stored = new Stored();
    const [one, other] = [`${'5'.repeat(6)}A${'0'.repeat(57)}`, `${'5'.repeat(6)}B${'0'.repeat(57)}`];
    const third = `55${'C'.repeat(62)}`;
    const pathsAfter = (change: () => void) => {
      change();
      stored.commit();
      return [...stored.records.keys()].sort();
    };
    const put = (key: string) => () => stored.tree.set(key, Uint8Array.of(1));
    const drop = (key: string) => () => void stored.tree.delete(key);
    assert.deepEqual(pathsAfter(put(one)), ['']);
    assert.deepEqual(pathsAfter(put(other)), ['', '5', '55', '555', '5555', '55555', '555555']);
    assert.deepEqual(pathsAfter(put(third)), ['', '5', '55', '555', '5555', '55555', '555555']);
    assert.deepEqual(pathsAfter(drop(one)), ['', '5', '55']);
    assert.deepEqual(pathsAfter(drop(third)), ['']);
    assert.deepEqual(pathsAfter(drop(other)), []);
    assert.equal(stored.tree.rootHash(), EMPTY);
  });

  test('keeps changes made after the confirmed ones, even with a node limit of zero', () => {
    const stored = new Stored(0);
    const [first, second] = ['AB'.repeat(32), 'CD'.repeat(32)];
    stored.tree.set(first, Uint8Array.of(1));
    for (const [path, record] of finishSteps(stored.tree.takeChanges())) stored.records.set(path, record!);
    stored.tree.set(second, Uint8Array.of(2));
    stored.tree.confirmChanges();
    const both = new Map([
      [first, Uint8Array.of(1)],
      [second, Uint8Array.of(2)],
    ]);
    assert.equal(stored.tree.rootHash(), expectedRoot(both));
  });

  test('discards changes that were taken but could not be stored', () => {
    const stored = new Stored();
    stored.tree.set('AB'.repeat(32), Uint8Array.of(1));
    stored.commit();
    const before = stored.tree.rootHash();
    stored.tree.set('AC'.repeat(32), Uint8Array.of(2));
    finishSteps(stored.tree.takeChanges());
    stored.tree.discardChanges();
    assert.equal(stored.tree.rootHash(), before);
    assert.equal(finishSteps(stored.tree.takeChanges()).size, 0);
  });

  test('reads few nodes for a change in a large tree', () => {
    const stored = new Stored();
    for (let index = 0; index < 5000; index++) {
      stored.tree.set(
        half(Buffer.from(String(index)))
          .toString('hex')
          .toUpperCase(),
        Uint8Array.of(1),
      );
    }
    stored.commit();
    let reads = 0;
    const reopened = new StateTree((path) => {
      reads++;
      return stored.records.get(path);
    });
    reopened.set('AB'.repeat(32), Uint8Array.of(1));
    reopened.rootHash();
    assert.ok(reads > 2 && reads < 8, `${reads} nodes were read`);
    assert.ok(finishSteps(reopened.takeChanges()).size < 8);
  });
});
