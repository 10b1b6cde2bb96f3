/**
 * A token bucket for each client address, in the memory of all front ends. Where a client's places are all taken, the
 * bucket that lacks least is forgotten: one that is full means nothing, and nobody gets rid of what they owe by the many
 * who come after them.
 */
import { addressBlock, type Rate, type RateLimiter, TokenBucket } from '../server/admission/rate-limiter.ts';
import { type ClientKeys, ClientRows, KEY_WORDS, PLACES } from './client-rows.ts';
import type { SharedLock } from './shared-lock.ts';

/** A key, and when the bucket will be full: a double. */
const ROW_WORDS = KEY_WORDS + 2;
/** Clients that are remembered. */
const ROWS = 32_768;

export const RATE_BYTES = ROWS * ROW_WORDS * Int32Array.BYTES_PER_ELEMENT;

export class SharedRates implements Pick<RateLimiter, 'take' | 'owe'> {
  readonly #rate: Rate;
  readonly #keys: ClientKeys;
  readonly #lock: SharedLock;
  readonly #rows: ClientRows;
  readonly #doubles: Float64Array;

  /** `RATE_BYTES` of the memory from `offset` on, a multiple of 8. */
  constructor(memory: SharedArrayBuffer, offset: number, rate: Rate, keys: ClientKeys, lock: SharedLock) {
    this.#rate = rate;
    this.#keys = keys;
    this.#lock = lock;
    this.#rows = new ClientRows(new Int32Array(memory, offset, ROWS * ROW_WORDS), ROW_WORDS);
    this.#doubles = new Float64Array(memory, offset, (ROWS * ROW_WORDS) / 2);
  }

  take(address: string, nowMs: number, count = 1): number {
    return this.#withBucket(address, (bucket) => bucket.take(this.#rate, nowMs, count));
  }

  owe(address: string, nowMs: number, count: number): void {
    this.#withBucket(address, (bucket) => bucket.owe(this.#rate, nowMs, count));
  }

  #withBucket<T>(address: string, use: (bucket: TokenBucket) => T): T {
    const key = this.#keys.of(addressBlock(address));
    return this.#lock.run(() => {
      const found = this.#rows.find(key);
      const at = found ?? this.#leastOwing(this.#rows.firstPlace(key));
      const bucket = new TokenBucket(found === undefined ? 0 : this.#fullAtMs(found));
      const result = use(bucket);
      this.#rows.assign(at, key);
      this.#doubles[(at + KEY_WORDS) / 2] = bucket.fullAtMs;
      return result;
    });
  }

  #leastOwing(first: number): number {
    let least = first;
    for (let at = first; at < first + PLACES * ROW_WORDS; at += ROW_WORDS)
      if (this.#fullAtMs(at) < this.#fullAtMs(least)) least = at;
    return least;
  }

  #fullAtMs(at: number): number {
    return this.#doubles[(at + KEY_WORDS) / 2]!;
  }
}
