import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addTreeKey, deleteTreeKey, KeyTreeChanges, type KeyTreeNode, nextTreeKey } from './key-tree.ts';

/** Short keys of few digits, so that random ones often share their beginning. */
const keys = fc.string({ unit: fc.constantFrom('0', '1', 'A', 'F'), minLength: 6, maxLength: 6 });
const operations = fc.array(fc.record({ isAdded: fc.boolean(), key: keys }), { maxLength: 60 });

/** The keys of the tree, in order. */
function keysIn(nodes: Pick<Map<string, KeyTreeNode>, 'get'>): string[] {
  const found: string[] = [];
  const below = (child: string | undefined): void => {
    if (child === undefined) return;
    if (child.length === 6) found.push(child);
    else nodes.get(child)!.forEach(below);
  };
  nodes.get('')?.forEach(below);
  return found;
}

describe('key tree', () => {
  test('is an ordered set after any additions and removals', () => {
    fc.assert(
      fc.property(operations, keys, (steps, from) => {
        const nodes = new Map<string, KeyTreeNode>();
        const model = new Set<string>();
        for (const { isAdded, key } of steps) {
          if (isAdded) assert.equal(addTreeKey(nodes, key), !model.has(key));
          else assert.equal(deleteTreeKey(nodes, key), model.has(key));
          if (isAdded) model.add(key);
          else model.delete(key);
        }
        const sorted = [...model].sort();
        assert.deepEqual(keysIn(nodes), sorted);
        assert.equal(
          nextTreeKey(nodes, from),
          sorted.find((key) => key > from),
        );
      }),
    );
  });

  test('has the same nodes for the same keys, none with a single child but the root', () => {
    fc.assert(
      fc.property(operations, (steps) => {
        const nodes = new Map<string, KeyTreeNode>();
        for (const { isAdded, key } of steps) (isAdded ? addTreeKey : deleteTreeKey)(nodes, key);
        const again = new Map<string, KeyTreeNode>();
        for (const key of keysIn(nodes).reverse()) addTreeKey(again, key);
        if (again.size === 0) again.set('', new Array(16).fill(undefined));
        if (nodes.size > 0) assert.deepEqual(new Map([...nodes].sort()), new Map([...again].sort()));
        for (const [path, node] of nodes) {
          if (path !== '') assert.ok(node.filter((child) => child !== undefined).length > 1);
        }
      }),
    );
  });

  test('changes leave their base unchanged, and applied to it give the changed tree', () => {
    fc.assert(
      fc.property(operations, operations, (before, after) => {
        const nodes = new Map<string, KeyTreeNode>();
        for (const { isAdded, key } of before) (isAdded ? addTreeKey : deleteTreeKey)(nodes, key);
        const copy = structuredClone(nodes);
        const changes = new KeyTreeChanges(nodes);
        for (const { isAdded, key } of after) (isAdded ? addTreeKey : deleteTreeKey)(changes, key);
        assert.deepEqual(nodes, copy);
        const changedKeys = keysIn(changes);
        for (const [path, node] of changes.changed) {
          if (node === undefined) nodes.delete(path);
          else nodes.set(path, node);
        }
        assert.deepEqual(keysIn(nodes), changedKeys);
      }),
    );
  });

  test('finds the next key after twenty thousand removed ones in a few nodes', () => {
    const nodes = new Map<string, KeyTreeNode>();
    const hex = (at: number) => at.toString(16).toUpperCase().padStart(6, '0');
    for (let at = 0; at <= 20_000; at++) addTreeKey(nodes, hex(at));
    for (let at = 1; at < 20_000; at++) deleteTreeKey(nodes, hex(at));
    let reads = 0;
    const counted = {
      get: (path: string) => {
        reads++;
        return nodes.get(path);
      },
    };
    assert.equal(nextTreeKey(counted, hex(0)), hex(20_000));
    assert.ok(reads <= 6, `${reads} nodes were read`);
  });
});
