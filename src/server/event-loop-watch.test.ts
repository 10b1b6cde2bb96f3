import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { watchEventLoop } from './event-loop-watch.ts';

/** A clock and timers that the test controls. `block` blocks the event loop for a time, `turn` lets it run. */
function controlLoop(t: TestContext): { turn(milliseconds: number): void; block(milliseconds: number): void } {
  let nowMs = 1_000;
  t.mock.method(performance, 'now', () => nowMs);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const block = (milliseconds: number) => {
    nowMs += milliseconds;
  };
  const turn = (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 10) {
      block(10);
      t.mock.timers.tick(10);
    }
  };
  return { turn, block };
}

describe('the watch over the event loop', () => {
  test('reports each block once, with its whole length', (t) => {
    const { turn, block } = controlLoop(t);
    const watch = watchEventLoop(() => {});
    turn(50);
    assert.equal(watch.takeLongest(), 0.01);
    block(300);
    assert.ok(watch.takeLongest() >= 0.3);
    turn(10);
    assert.ok(watch.takeLongest() >= 0.3);
    turn(20);
    assert.equal(watch.takeLongest(), 0.01);
    watch.stop();
  });

  test('counts the longest block of each second, even if it was read in between', (t) => {
    const { turn, block } = controlLoop(t);
    const seconds: number[] = [];
    const watch = watchEventLoop((longest) => seconds.push(longest));
    turn(50);
    block(200);
    turn(50);
    watch.takeLongest();
    turn(690);
    assert.deepEqual(seconds, []);
    turn(10);
    assert.deepEqual(seconds, [0.21]);
    turn(1_000);
    assert.deepEqual(seconds, [0.21, 0.01]);
    watch.stop();
    turn(2_000);
    assert.equal(seconds.length, 2);
  });
});
