import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LIMITS } from '../server/admission/limits.ts';
import { SharedState } from './shared-state.ts';

test('the engine and its workers share one state', () => {
  const shape = { threads: 2, limits: DEFAULT_LIMITS };
  const engines = SharedState.create(shape);
  const workers = new SharedState(engines.memory, shape);
  assert.equal(workers.archived, undefined);
  engines.validatedIndex = 9;
  engines.archived = { first: 2, last: 7 };
  workers.setListening(1, true);
  assert.equal(workers.validatedIndex, 9);
  assert.deepEqual(workers.archived, { first: 2, last: 7 });
  assert.deepEqual([engines.isListening(0), engines.isListening(1)], [false, true]);
  engines.archived = undefined;
  assert.equal(workers.archived, undefined);
  workers.counts(1).requests.add('10.0.0.1');
  assert.equal(workers.counts(0).requests.total, 1);
  engines.reset(1);
  assert.equal(workers.counts(0).requests.total, 0);
  assert.deepEqual([engines.isListening(1), engines.validatedIndex], [false, 9]);
});
