/** Waiting for what others do in their own time. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** So long that it must be a fault, however busy the machine. */
export const TIMEOUT_MS = 120_000;
const POLL_MS = 10;

/** Waits until it is so, and looks at an interval; fails with `what` if it never is. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  pollMs: number = POLL_MS,
): Promise<void> {
  const endsMs = performance.now() + TIMEOUT_MS;
  while (!(await isTrue())) {
    assert.ok(performance.now() < endsMs, what);
    await delay(pollMs);
  }
}
