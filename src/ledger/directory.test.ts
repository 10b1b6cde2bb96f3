import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MapView } from '../../test/support/map-view.ts';
import { ownerDirKeylet, pageKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import {
  describeOwnerDirectory,
  directoryInsert,
  directoryKeys,
  directoryRemove,
  emptyDirectoryDelete,
} from './directory.ts';
import { Sandbox } from './sandbox.ts';

const OWNER = '12'.repeat(20);
const DIRECTORY = ownerDirKeylet(OWNER);
const describePage = describeOwnerDirectory(OWNER);

function key(n: number): string {
  return n.toString(16).toUpperCase().padStart(64, '0');
}

/** The number of each page with its previous and next page, if any. The root's 'before' is the last page. */
function links(sandbox: Sandbox): string[] {
  const found: string[] = [];
  let number = 0n;
  do {
    const { IndexPrevious = ' ', IndexNext = ' ' } = sandbox.read(pageKeylet(DIRECTORY.key, number))!;
    found.push(`${number}: ${IndexPrevious} < > ${IndexNext}`);
    number = IndexNext === ' ' ? 0n : IndexNext;
  } while (number !== 0n);
  return found;
}

describe('a directory', () => {
  test('sheds an empty last page that an old ledger has left', () => {
    const page = { ...newEntry(pageKeylet(DIRECTORY.key, 1n)), RootIndex: DIRECTORY.key, IndexPrevious: 0n };
    const root = { ...newEntry(DIRECTORY), RootIndex: DIRECTORY.key, IndexNext: 1n, IndexPrevious: 1n };
    const sandbox = new Sandbox(
      new MapView([
        { ...root, Indexes: [key(1)] },
        { ...page, Indexes: [] },
      ]),
    );
    assert.ok(directoryRemove(sandbox, DIRECTORY, 0n, key(1), true));
    assert.deepEqual(links(sandbox), ['0: 0 < > 0']);
    assert.equal(sandbox.read(pageKeylet(DIRECTORY.key, 1n)), undefined);
    const kept = new Sandbox(new MapView([root, { ...page, Indexes: [key(2)] }]));
    assert.equal(emptyDirectoryDelete(kept, DIRECTORY), false);
    const shed = new Sandbox(new MapView([root, { ...page, Indexes: [] }]));
    assert.equal(emptyDirectoryDelete(shed, DIRECTORY), true);
    assert.equal(shed.read(DIRECTORY), undefined);
  });

  /** A directory of an old ledger: pages with these keys, the root first. */
  function chainOf(...pages: readonly string[][]): Sandbox {
    const last = BigInt(pages.length - 1);
    const entries = pages.map((Indexes, at) => {
      const page = { ...newEntry(pageKeylet(DIRECTORY.key, BigInt(at))), RootIndex: DIRECTORY.key, Indexes };
      return { ...page, IndexPrevious: at === 0 ? last : BigInt(at - 1), IndexNext: BigInt((at + 1) % pages.length) };
    });
    return new Sandbox(new MapView(entries));
  }

  test('sheds an empty last page with the page before it, and leaves other empty pages alone', () => {
    const shed = chainOf([key(1)], [key(2)], [key(3)], []);
    assert.ok(directoryRemove(shed, DIRECTORY, 2n, key(3), false));
    assert.deepEqual(links(shed), ['0: 1 < > 1', '1: 0 < > 0']);
    assert.equal(shed.read(pageKeylet(DIRECTORY.key, 3n)), undefined);
    const kept = chainOf([key(1)], [], [key(3)]);
    assert.ok(directoryRemove(kept, DIRECTORY, 2n, key(3), false));
    assert.deepEqual(links(kept), ['0: 1 < > 1', '1: 0 < > 0']);
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
