import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LEAST_LEDGERS } from '../history-rule.ts';
import { firstToKeep } from './forget-ledgers.ts';

const firstAfter = (first: number, nextIndex: number, ledgers: number, untilIndex: number) =>
  firstToKeep(first, nextIndex, { ledgers, mayForgetUntil: () => untilIndex });

describe('the first ledger that a store keeps', () => {
  test('is such that as many stay as the rule says', () => {
    assert.equal(firstAfter(1, 500, 500, 1_000), 1);
    assert.equal(firstAfter(1, 501, 500, 1_000), 2);
    assert.equal(firstAfter(2, 502, 500, 1_000), 3);
  });

  test('moves a few at a time where the rule is new', () => {
    assert.equal(firstAfter(1, 10_000, 500, 10_000), 5);
    assert.equal(firstAfter(5, 10_001, 500, 10_000), 9);
  });

  test('stays as long as what goes is nowhere else', () => {
    assert.equal(firstAfter(7, 10_000, 500, 0), 7);
    assert.equal(firstAfter(7, 10_000, 500, 6), 7);
    assert.equal(firstAfter(7, 10_000, 500, 8), 9);
  });

  test('leaves what the next state needs, whatever the rule says', () => {
    assert.equal(firstAfter(1, LEAST_LEDGERS, 1, 10_000), 1);
    assert.equal(firstAfter(1, LEAST_LEDGERS + 1, 1, 10_000), 2);
  });
});
