/** `io_latency_ms`: the latency of the event loop (rippled: Application.cpp, getIOLatency). */
import { setImmediate } from 'node:timers/promises';

/** The time until the next turn of the event loop, in whole milliseconds rounded up, at least 1. */
export async function eventLoopLatencyMs(): Promise<number> {
  const startedMs = performance.now();
  await setImmediate();
  return Math.max(1, Math.ceil(performance.now() - startedMs));
}
