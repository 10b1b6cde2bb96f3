/** The world's time, as a value that is handed in: whatever depends on it can be tested, and nothing reads it in secret. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
