/**
 * Time, as a value that is handed in: what o'clock it is, how long something takes, and when something is due. Nothing
 * that concerns ledgers or clients reads time or sets a timer by itself, so a test holds all of it with one clock.
 */
/** The time of day, for those who need no more. */
export interface WallClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. May jump, also backwards. */
  nowMs(): number;
}

export interface Clock extends WallClock {
  /** Milliseconds since some moment, with fractions. It never jumps, so spans are measured by it. */
  elapsedMs(): number;
  /** Calls back once, after a time. */
  after(delayMs: number, callback: () => void): ClockTimer;
  /** Calls back again and again, each time after the same time. */
  every(intervalMs: number, callback: () => void): ClockTimer;
}

/** Something that is due. It keeps the process from ending, unless `unref` was called. */
export interface ClockTimer {
  cancel(): void;
  unref(): ClockTimer;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return clockTimer(timer, () => clearTimeout(timer));
  },
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs);
    return clockTimer(timer, () => clearInterval(timer));
  },
};

/** The same, with spans since a moment that all threads of the process have in common; `performance` has one for each. */
export const processClock: Clock = {
  ...systemClock,
  elapsedMs: () => Number(process.hrtime.bigint()) / 1e6,
};

function clockTimer(timer: NodeJS.Timeout, cancel: () => void): ClockTimer {
  const own: ClockTimer = {
    cancel,
    unref() {
      timer.unref();
      return own;
    },
  };
  return own;
}
