import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashOf, ledgerOf } from '../../test/contracts/store/contract-ledgers.ts';
import { checkAppend } from './append-check.ts';
import { StoreError } from './ledger-store.ts';

const { header: first } = ledgerOf(1);
const next = { ...first, ledgerIndex: 2, parentHash: first.hash };

describe('a ledger to append', () => {
  test('follows the last one by its index and by its hash', () => {
    const log = { last: first, term: 0 };
    assert.doesNotThrow(() => checkAppend(log, next, 0));
    assert.doesNotThrow(() => checkAppend({ ...log, last: undefined }, { ...next, ledgerIndex: 7 }, 0));
    for (const ledgerIndex of [0, 1, 3]) {
      assert.throws(() => checkAppend(log, { ...next, ledgerIndex }, 0), /cannot follow ledger 1/);
    }
    assert.throws(() => checkAppend(log, { ...next, parentHash: hashOf('another') }, 0), /another hash/);
  });

  test('comes from a writer of the newest term, which is a whole number', () => {
    const log = { last: first, term: 5 };
    for (const term of [5, 6]) assert.doesNotThrow(() => checkAppend(log, next, term));
    assert.throws(() => checkAppend(log, next, 4), /one with 5 has come/);
    for (const term of [-1, 5.5, Number.NaN, 2 ** 53]) {
      assert.throws(() => checkAppend(log, next, term), new StoreError(`a writer cannot have the term ${term}`));
    }
  });
});
