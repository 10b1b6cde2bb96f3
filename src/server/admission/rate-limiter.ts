/**
 * Token buckets. A bucket is one number, the time at which it will be full again, so it needs no timer and a quiet one
 * is the same as none. (Known as the generic cell rate algorithm.)
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

  isFull(nowMs: number): boolean {
    return this.#fullAtMs <= nowMs;
  }
}

/** Addresses that are remembered; the oldest are forgotten, so that a flood from many costs no more memory. */
const MAX_ADDRESSES = 20_000;

/** A bucket for each client address. */
export class RateLimiter {
  readonly #rate: Rate;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** As `TokenBucket.take`, for that address. */
  take(address: string, nowMs: number, count = 1): number {
    return this.#bucketOf(address, nowMs).take(this.#rate, nowMs, count);
  }

  /** As `TokenBucket.owe`, for that address. */
  owe(address: string, nowMs: number, count: number): void {
    this.#bucketOf(address, nowMs).owe(this.#rate, nowMs, count);
  }

  #bucketOf(address: string, nowMs: number): TokenBucket {
    const key = addressBlock(address);
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      if (this.#buckets.size >= MAX_ADDRESSES) this.#forget(nowMs);
      bucket = new TokenBucket();
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }

  /** Drops the full buckets, then the oldest, down to nine tenths, so that it is not done again for each newcomer. */
  #forget(nowMs: number): void {
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(nowMs)) this.#buckets.delete(key);
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= MAX_ADDRESSES * 0.9) return;
      this.#buckets.delete(key);
    }
  }
}

/**
 * What counts as one client: an IPv4 address, or 64 bits of an IPv6 one, since whoever has such an address has all that
 * begin with them.
 */
export function addressBlock(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice(7);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...middle, ...last].slice(0, 4).join(':');
}
