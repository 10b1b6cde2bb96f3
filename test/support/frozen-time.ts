/** The clock that measures spans, stopped for a test: limits on so many a second then depend on no machine's speed. */
import type { TestContext } from 'node:test';

/** Stops `performance.now` until the test ends; the function that it gives moves it on. */
export function freezeTime(t: TestContext): (milliseconds: number) => void {
  let nowMs = performance.now();
  t.mock.method(performance, 'now', () => nowMs);
  return (milliseconds) => {
    nowMs += milliseconds;
  };
}
