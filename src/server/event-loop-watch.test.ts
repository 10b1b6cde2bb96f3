import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { watchEventLoop } from './event-loop-watch.ts';

function block(milliseconds: number): void {
  const endsAtMs = performance.now() + milliseconds;
  while (performance.now() < endsAtMs);
}

describe('the watch over the event loop', () => {
  test('tells of a block once, and not as shorter than it was', async () => {
    const watch = watchEventLoop(() => {});
    await delay(50);
    watch.takeLongest();
    block(300);
    await delay(50);
    assert.ok(watch.takeLongest() >= 0.3);
    await delay(20);
    assert.ok(watch.takeLongest() < 0.3);
    watch.stop();
  });

  test('counts each second with its longest block, also when that was asked for in between', async () => {
    const seconds: number[] = [];
    const watch = watchEventLoop((longest) => seconds.push(longest));
    await delay(50);
    block(200);
    await delay(50);
    watch.takeLongest();
    while (seconds.length === 0) await delay(50);
    watch.stop();
    assert.ok(seconds[0]! >= 0.2);
  });
});
