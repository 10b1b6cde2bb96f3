/**
 * Measures how long the event loop is blocked. Long work on its thread delays every other request there, health checks too.
 *
 * It uses a timer instead of `monitorEventLoopDelay`, which misses the first block after a reset.
 */

/** Interval of the timer. A block is measured as up to this much longer than it was, never as shorter. */
const RESOLUTION_MS = 10;
const PERIOD_MS = 1_000;

export interface EventLoopWatch {
  /** The longest block since the last call, in seconds. */
  takeLongest(): number;
  stop(): void;
}

/** Calls `onSecond` about once a second with the longest block of that second, in seconds. */
export function watchEventLoop(onSecond: (longestSeconds: number) => void): EventLoopWatch {
  let lastMs = performance.now();
  let secondEndsMs = lastMs + PERIOD_MS;
  let inSecondMs = 0;
  let sinceTakenMs = 0;
  const turn = () => {
    const nowMs = performance.now();
    inSecondMs = Math.max(inSecondMs, nowMs - lastMs);
    sinceTakenMs = Math.max(sinceTakenMs, nowMs - lastMs);
    lastMs = nowMs;
    if (lastMs < secondEndsMs) return;
    onSecond(inSecondMs / 1_000);
    inSecondMs = 0;
    secondEndsMs = lastMs + PERIOD_MS;
  };
  const timer = setInterval(turn, RESOLUTION_MS).unref();
  return {
    takeLongest() {
      // The current turn counts too, and again when it ends.
      const longestMs = Math.max(sinceTakenMs, performance.now() - lastMs);
      sinceTakenMs = 0;
      return longestMs / 1_000;
    },
    stop() {
      clearInterval(timer);
    },
  };
}
