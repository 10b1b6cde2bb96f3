/**
 * A token bucket. It is one number, the time at which it will be full again, so it needs no timer, and a full bucket needs
 * no memory. (Known as the generic cell rate algorithm.)
 */

/** Tokens that come in a second, and how many a full bucket holds. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export class TokenBucket {
  #fullAtMs: number;

  constructor(fullAtMs = 0) {
    this.#fullAtMs = fullAtMs;
  }

  get fullAtMs(): number {
    return this.#fullAtMs;
  }

  /**
   * Takes tokens, at most as many as a full bucket holds. 0 if there were so many; else the milliseconds until there are,
   * and nothing is taken.
   */
  take({ perSecond, burst }: Rate, nowMs: number, count = 1): number {
    const tokenMs = 1000 / perSecond;
    const fullAtMs = Math.max(this.#fullAtMs, nowMs) + Math.min(count, burst) * tokenMs;
    const waitMs = fullAtMs - nowMs - burst * tokenMs;
    // Sums of fractions are not exact; a thousandth of a token is nothing.
    if (waitMs > tokenMs / 1000) return Math.ceil(waitMs);
    this.#fullAtMs = fullAtMs;
    return 0;
  }

  /** Takes tokens whether or not they are there. */
  owe({ perSecond }: Rate, nowMs: number, count: number): void {
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + (count * 1000) / perSecond;
  }
}
