import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shownDifferences } from './shown-answer.ts';

describe('a shown answer', () => {
  test('stands for the answers that differ only where it says …', () => {
    const shown = { a: 'x…', b: [1, '…'], c: { '…': '…' }, d: '…' };
    assert.deepEqual(shownDifferences(shown, { a: 'xyz', b: [1, 2], c: { e: 1 }, d: 5 }), []);
    assert.equal(shownDifferences(shown, { a: 'yz', b: [2, 2], c: [], d: 5 }).length, 3);
    assert.equal(shownDifferences({ a: 1 }, { a: 1, b: 2 }).length, 1);
    assert.equal(shownDifferences({ a: '…' }, {}).length, 1);
    assert.equal(shownDifferences([1], [1, 2]).length, 1);
  });
});
