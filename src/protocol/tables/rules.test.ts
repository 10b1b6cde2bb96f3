import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amendmentByName } from './amendments.ts';
import { isChoice, NEW_CHAIN_RULES, rulesOf } from './rules.ts';

describe('rules', () => {
  const { id } = amendmentByName('DynamicMPT')!;

  test('follow from the amendments of a ledger, and from names outside of it', () => {
    const expected = { permissionDelegationV1_1: false, dynamicMPT: true, batchV1_1: false };
    assert.deepEqual(rulesOf(['00'.repeat(32), id]), expected);
    assert.deepEqual(rulesOf([], ['BatchV1_1']), { ...expected, dynamicMPT: false, batchV1_1: true });
    assert.ok(Object.values(NEW_CHAIN_RULES).every((isInForce) => !isInForce));
  });

  test('are one frozen object for each set of amendments', () => {
    assert.equal(rulesOf([id]), rulesOf([], ['DynamicMPT']));
    assert.notEqual(rulesOf([id]), NEW_CHAIN_RULES);
    assert.ok(Object.isFrozen(NEW_CHAIN_RULES));
  });

  test('have no choice where an amendment is always in force, or unknown', () => {
    assert.deepEqual(['BatchV1_1', 'DID', 'Batch', 'toString'].map(isChoice), [true, false, false, false]);
  });
});
