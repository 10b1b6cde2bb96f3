import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedState } from './shared-state.ts';

test('the engine and its front ends have the same', () => {
  const engines = SharedState.create(2);
  const frontEnds = new SharedState(engines.memory);
  assert.equal(frontEnds.archived, undefined);
  engines.validatedIndex = 9;
  engines.archived = { first: 2, last: 7 };
  frontEnds.setListening(1, true);
  assert.equal(frontEnds.validatedIndex, 9);
  assert.deepEqual(frontEnds.archived, { first: 2, last: 7 });
  assert.deepEqual([engines.isListening(0), engines.isListening(1)], [false, true]);
  engines.archived = undefined;
  assert.equal(frontEnds.archived, undefined);
});
