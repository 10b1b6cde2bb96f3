/**
 * How long the event loop is kept from its next turn. There is one thread: whatever takes long makes everybody wait, and
 * a server whose loop is never blocked for long answers health checks and cheap questions in time whatever else it does.
 *
 * A timer of ours and not `monitorEventLoopDelay`, which does not see the first block after a reset.
 */

/** The loop is woken as often. A block is measured as up to so much longer than it was, never as shorter. */
const RESOLUTION_MS = 10;
const PERIOD_MS = 1_000;

export interface EventLoopWatch {
  /** The longest block since this was asked for the last time, in seconds. */
  takeLongest(): number;
  stop(): void;
}

/** Calls back with the longest block, in seconds, of each second; of longer if it was blocked when the second ended. */
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
      // The turn under way counts too, and counts again when it ends.
      const longestMs = Math.max(sinceTakenMs, performance.now() - lastMs);
      sinceTakenMs = 0;
      return longestMs / 1_000;
    },
    stop() {
      clearInterval(timer);
    },
  };
}
