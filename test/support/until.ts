/** Waits for conditions that other processes or threads make true. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** Long enough that exceeding it is a fault, even on a busy machine. */
export const TIMEOUT_MS = 120_000;
const POLL_MS = 10;

/** Polls until the condition is true; fails with `what` after the time limit. */
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
