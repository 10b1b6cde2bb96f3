import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { keepNewSpace, type NewSpace, requestNewSpace } from './new-space.ts';

const MB = 1024 * 1024;
/** V8 counts two halves. */
const SMALL = 2 * MB;
const ENOUGH = 8 * MB;

describe('the room for new objects', () => {
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

  test('grows where the first thread lacks it when it looks, to 4 MB and no further', () => {
    keepNewSpace(space);
    look();
    room = ENOUGH;
    look();
    assert.deepEqual(factors, [1, 2, 1]);
  });

  test('may grow again after V8 took it away', () => {
    keepNewSpace(space);
    room = ENOUGH;
    look();
    room = SMALL;
    look();
    assert.deepEqual(factors, [1, 1, 2]);
  });

  test('grows for another thread that asks for it while it is at work', () => {
    requestNewSpace(space);
    assert.deepEqual(factors, [2]);
  });

  test('does not grow for another thread that has enough, or has little to do', () => {
    room = ENOUGH;
    requestNewSpace(space);
    room = SMALL;
    utilization = 0.05;
    requestNewSpace(space);
    assert.deepEqual(factors, []);
  });

  test('is what V8 says, and asking for it is possible', () => {
    assert.doesNotThrow(() => requestNewSpace());
  });
});
