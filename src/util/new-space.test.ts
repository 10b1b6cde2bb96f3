import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { keepNewSpace, type NewSpace, requestNewSpace } from './new-space.ts';

const MB = 1024 * 1024;
/** V8 counts two halves. */
const SMALL = 2 * MB;
const ENOUGH = 8 * MB;

describe('the new space', () => {
  let room: number;
  let utilization: number;
  let factors: number[];
  let look: () => void;
  let space: NewSpace;

  beforeEach(() => {
    room = SMALL;
    utilization = 1;
    factors = [];
    space = {
      sizeBytes: () => room,
      utilization: () => utilization,
      setGrowthFactor: (factor) => factors.push(factor),
      every: (_ms, action) => {
        look = action;
      },
    };
  });

  test('of the main thread grows to 4 MB and no further', () => {
    keepNewSpace(space);
    look();
    room = ENOUGH;
    look();
    assert.deepEqual(factors, [1, 2, 1]);
  });

  test('grows again after V8 shrank it', () => {
    keepNewSpace(space);
    room = ENOUGH;
    look();
    room = SMALL;
    look();
    assert.deepEqual(factors, [1, 1, 2]);
  });

  test('grows for another thread that requests it while busy', () => {
    requestNewSpace(space);
    assert.deepEqual(factors, [2]);
  });

  test('does not grow for another thread that has enough, or is idle', () => {
    room = ENOUGH;
    requestNewSpace(space);
    room = SMALL;
    utilization = 0.05;
    requestNewSpace(space);
    assert.deepEqual(factors, []);
  });
});
