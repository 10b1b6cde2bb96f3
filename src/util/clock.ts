/**
 * Time as an injected value: the time of day, spans and timers. Code about ledgers or clients neither reads time nor
 * sets a timer by itself, so a test controls all of it with one clock.
 */
/** The time of day alone. */
export interface WallClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. May jump, also backwards. */
  nowMs(): number;
}

export interface Clock extends WallClock {
  /** Milliseconds since an arbitrary moment, with fractions. It never jumps, so spans are measured with it. */
  elapsedMs(): number;
  /** Calls back once, after the delay. */
  after(delayMs: number, callback: () => void): ClockTimer;
  /** Calls back repeatedly, at the interval. */
  every(intervalMs: number, callback: () => void): ClockTimer;
}

/** A pending timer. It keeps the process alive until `unref` is called. */
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
