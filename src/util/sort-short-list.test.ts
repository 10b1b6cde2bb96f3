import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sortShortList } from './sort-short-list.ts';

test('a list of any length is sorted as the library does it, in place and without swapping equals', () => {
  const elements = fc.array(fc.record({ key: fc.nat(9), name: fc.string() }), { maxLength: 40 });
  const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
  fc.assert(
    fc.property(elements, (list) => {
      const expected = list.toSorted(compare);
      assert.equal(sortShortList(list, compare), list);
      assert.deepEqual(list, expected);
    }),
  );
});
