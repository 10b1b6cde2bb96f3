/** `io_latency_ms`: how long something that is due now has to wait (rippled: Application.cpp, getIOLatency). */
import { setImmediate } from 'node:timers/promises';

/**
 * Waits for the next turn of the event loop and gives how long that took, in whole milliseconds rounded up, at least 1.
 */
export async function eventLoopLatencyMs(): Promise<number> {
  const startedMs = performance.now();
  await setImmediate();
  return Math.max(1, Math.ceil(performance.now() - startedMs));
}
