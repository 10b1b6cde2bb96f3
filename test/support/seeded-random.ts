/** Random choices from a seed, so that a run can be repeated. The generator is sfc32. */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  /** Equal arguments give equal choices. `stream` selects an independent sequence of the same seed. */
  constructor(seed: number, stream = 0) {
    this.#a = seed | 0;
    this.#b = stream | 0;
    this.#c = Math.floor(seed / 2 ** 32) ^ Math.floor(stream / 2 ** 32) ^ 0x2545f491;
    for (let turn = 0; turn < 12; turn++) this.uint32();
  }

  /** An integer from 0 to 2^32 - 1. */
  uint32(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    return this.uint32() / 2 ** 32;
  }

  /** An integer from 0 to count - 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True with this probability. */
  chance(share: number): boolean {
    return this.uint32() < share * 2 ** 32;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  bigUint64(): bigint {
    return (BigInt(this.uint32()) << 32n) | BigInt(this.uint32());
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.allocUnsafe(count);
    for (let at = 0; at < count; at++) bytes[at] = this.uint32() & 255;
    return bytes;
  }

  /** Upper-case hex of this number of random bytes. */
  hex(byteCount: number): string {
    return this.bytes(byteCount).toString('hex').toUpperCase();
  }
}
