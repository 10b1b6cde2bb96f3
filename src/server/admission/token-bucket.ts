/**
 * A token bucket. Its state is one number, the time at which it will be full again, so it needs no timer (the generic cell rate
 * algorithm).
 */

/** Tokens that are added in a second, and the number in a full bucket. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export class TokenBucket {
  #fullAtMs = 0;

  /**
   * Takes tokens, at most as many as a full bucket holds, and returns 0. If there are too few, it takes none and returns the milliseconds
   * until there are enough.
   */
  take({ perSecond, burst }: Rate, nowMs: number, count = 1): number {
    const tokenMs = 1000 / perSecond;
    const fullAtMs = Math.max(this.#fullAtMs, nowMs) + Math.min(count, burst) * tokenMs;
    const waitMs = fullAtMs - nowMs - burst * tokenMs;
    // Sums of fractions are not exact, so a thousandth of a token is ignored.
    if (waitMs > tokenMs / 1000) return Math.ceil(waitMs);
    this.#fullAtMs = fullAtMs;
    return 0;
  }

  /** Takes tokens even if there are too few. */
  owe({ perSecond }: Rate, nowMs: number, count: number): void {
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + (count * 1000) / perSecond;
  }
}
