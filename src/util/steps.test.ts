import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPacer, paceSteps, type Steps } from './steps.ts';

/** A turn source with manual turns and a clock that the steps advance. */
function machine() {
  let nowMs = 0;
  let callbacks: (() => void)[] = [];
  return {
    now: () => nowMs,
    nextTurn: (callback: () => void) => callbacks.push(callback),
    spend: (ms: number) => {
      nowMs += ms;
    },
    turn: async () => {
      const due = callbacks;
      callbacks = [];
      for (const callback of due) callback();
      await new Promise((resolve) => setImmediate(resolve));
      return due.length;
    },
  };
}

describe('work in steps', () => {
  const log: string[] = [];
  function* work(name: string, steps: number, step: () => void): Steps<string> {
    for (let at = 0; at < steps; at++) {
      step();
      log.push(`${name}${at}`);
      yield;
    }
    return name;
  }

  test('gets a slice of each turn, which all work of one pacer shares', async () => {
    const { spend, turn, ...source } = machine();
    const pacer = createPacer(10, 10, source);
    const done = Promise.all([
      paceSteps(
        work('a', 5, () => spend(4)),
        pacer,
      ),
      paceSteps(
        work('b', 3, () => spend(4)),
        pacer,
      ),
    ]);
    // The slice begins with the first pause, so that a step before it is free.
    assert.deepEqual(log.splice(0), ['a0', 'a1', 'a2', 'a3', 'b0']);
    await turn();
    assert.deepEqual(log.splice(0), ['a4']);
    await turn();
    assert.deepEqual(log.splice(0), ['b1', 'b2']);
    assert.deepEqual(await done, ['a', 'b']);
    await turn();
    assert.equal(await turn(), 0, 'an unused pacer does nothing');
  });

  test('gets as much time as other work takes, up to a bound', async () => {
    const { spend, turn, ...source } = machine();
    const pacer = createPacer(5, 20, source);
    const done = paceSteps(
      work('a', 60, () => spend(1)),
      pacer,
    );
    const stepsAfter = async (othersMs: number) => {
      log.length = 0;
      spend(othersMs);
      await turn();
      return log.length;
    };
    assert.equal(log.length, 6);
    assert.deepEqual([await stepsAfter(1), await stepsAfter(12), await stepsAfter(300)], [5, 12, 20]);
    while ((await turn()) > 0);
    assert.equal(await done, 'a');
    log.length = 0;
  });

  test('continues when a slice was not used', async () => {
    const { spend, turn, ...source } = machine();
    const pacer = createPacer(1, 1, source);
    pacer();
    spend(2);
    const turns = [pacer(), pacer(), pacer()];
    assert.ok(turns.every((waiting) => waiting !== undefined));
    for (const waiting of turns) {
      await turn();
      await waiting;
    }
  });
});
