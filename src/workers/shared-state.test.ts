import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedState } from './shared-state.ts';

test('the engine and its workers share one state', () => {
  const engines = SharedState.create(2);
  const workers = new SharedState(engines.memory);
  assert.equal(workers.archived, undefined);
  engines.validatedIndex = 9;
  engines.archived = { first: 2, last: 7 };
  workers.setListening(1, true);
  assert.equal(workers.validatedIndex, 9);
  assert.deepEqual(workers.archived, { first: 2, last: 7 });
  assert.deepEqual([engines.isListening(0), engines.isListening(1)], [false, true]);
  engines.archived = undefined;
  assert.equal(workers.archived, undefined);
});
