import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MapView } from '../../test/support/map-view.ts';
import { ownerDirKeylet, pageKeylet } from '../protocol/entries/keylets.ts';
import {
  describeOwnerDirectory,
  directoryAppend,
  directoryInsert,
  directoryKeys,
  directoryRemove,
  isDirectoryEmpty,
} from './directory.ts';
import { Sandbox } from './sandbox.ts';

const OWNER = '12'.repeat(20);
const DIRECTORY = ownerDirKeylet(OWNER);
const describePage = describeOwnerDirectory(OWNER);

function key(n: number): string {
  return n.toString(16).toUpperCase().padStart(64, '0');
}

describe('a directory', () => {
  test('keeps a page sorted when keys are inserted, and in order of arrival when they are appended', () => {
    const sandbox = new Sandbox(new MapView());
    for (const n of [3, 1, 2]) assert.equal(directoryInsert(sandbox, DIRECTORY, key(n), describePage), 0n);
    assert.deepEqual([...directoryKeys(sandbox, DIRECTORY)], [key(1), key(2), key(3)]);
    const appended = ownerDirKeylet('34'.repeat(20));
    for (const n of [3, 1, 2]) directoryAppend(sandbox, appended, key(n), describePage);
    assert.deepEqual([...directoryKeys(sandbox, appended)], [key(3), key(1), key(2)]);
  });

  test('opens a new page after 32 keys and links it both ways', () => {
    const sandbox = new Sandbox(new MapView());
    for (let n = 0; n < 32; n++) directoryInsert(sandbox, DIRECTORY, key(n), describePage);
    assert.equal(directoryInsert(sandbox, DIRECTORY, key(32), describePage), 1n);
    const root = sandbox.read(DIRECTORY)!;
    const page = sandbox.read(pageKeylet(DIRECTORY.key, 1n))!;
    assert.equal(root.IndexNext, 1n);
    assert.equal(root.IndexPrevious, 1n);
    assert.equal(page.IndexPrevious, undefined);
    assert.equal(page.IndexNext, undefined);
    assert.equal(page.Owner, OWNER);
  });

  test('says so when a key is not on the page', () => {
    const sandbox = new Sandbox(new MapView());
    directoryInsert(sandbox, DIRECTORY, key(1), describePage);
    assert.equal(directoryRemove(sandbox, DIRECTORY, 0n, key(2), false), false);
    assert.equal(directoryRemove(sandbox, DIRECTORY, 7n, key(1), false), false);
  });

  test('disappears with its last key, unless its root is to be kept', () => {
    const sandbox = new Sandbox(new MapView());
    directoryInsert(sandbox, DIRECTORY, key(1), describePage);
    directoryRemove(sandbox, DIRECTORY, 0n, key(1), true);
    assert.equal(isDirectoryEmpty(sandbox, DIRECTORY), true);
    assert.notEqual(sandbox.read(DIRECTORY), undefined);
    directoryInsert(sandbox, DIRECTORY, key(1), describePage);
    directoryRemove(sandbox, DIRECTORY, 0n, key(1), false);
    assert.equal(sandbox.read(DIRECTORY), undefined);
  });

  test('holds exactly what was put in and not taken out, and leaves nothing behind when emptied', () => {
    const step = fc.record({ n: fc.integer({ min: 0, max: 150 }), isRemoval: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const sandbox = new Sandbox(new MapView());
        const pages = new Map<string, bigint>();
        for (const { n, isRemoval } of steps) {
          const page = pages.get(key(n));
          if (isRemoval && page !== undefined) {
            assert.equal(directoryRemove(sandbox, DIRECTORY, page, key(n), false), true);
            pages.delete(key(n));
          } else if (!isRemoval && page === undefined) {
            pages.set(key(n), directoryInsert(sandbox, DIRECTORY, key(n), describePage)!);
          }
        }
        assert.deepEqual([...directoryKeys(sandbox, DIRECTORY)].sort(), [...pages.keys()].sort());
        for (const [name, page] of pages) assert.equal(directoryRemove(sandbox, DIRECTORY, page, name, false), true);
        assert.deepEqual(sandbox.changes(), []);
      }),
      { numRuns: 60 },
    );
  });
});
