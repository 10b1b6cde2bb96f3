/**
 * A cache with a bound, for values that are cheap to compute again but used often. It evicts the least recently used
 * entries. Two generations replace a linked list of uses: a hit in the young one costs one lookup, and both together
 * never exceed twice the capacity.
 */

/** The size of an entry in the unit of the cache's capacity. It must not change while the entry is kept. */
export type SizeOf<K, V> = (value: V, key: K) => number;

export class BoundedCache<K, V> {
  readonly #capacity: number;
  readonly #sizeOf: SizeOf<K, V>;
  #young = new Map<K, V>();
  #youngSize = 0;
  #old = new Map<K, V>();

  /**
   * Keeps at least the most recently used entries that fit into `capacity`, and always the last one. Without `sizeOf`
   * each entry counts as 1, which suits entries of similar size; otherwise sizes are bytes.
   */
  constructor(capacity: number, sizeOf: SizeOf<K, V> = () => 1) {
    this.#capacity = capacity;
    this.#sizeOf = sizeOf;
  }

  /** An independent cache with the same values. */
  copy(): BoundedCache<K, V> {
    const copy = new BoundedCache<K, V>(this.#capacity, this.#sizeOf);
    copy.#young = new Map(this.#young);
    copy.#youngSize = this.#youngSize;
    copy.#old = new Map(this.#old);
    return copy;
  }

  /** The value of the key; undefined if it was evicted or never stored. */
  get(key: K): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  delete(key: K): void {
    this.#removeYoung(key);
    this.#old.delete(key);
  }

  /** Stores a value; may evict the least recently used ones. */
  set(key: K, value: V): void {
    this.#removeYoung(key);
    const size = this.#sizeOf(value, key);
    if (this.#youngSize + size > this.#capacity && this.#young.size > 0) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngSize = 0;
    }
    this.#young.set(key, value);
    this.#youngSize += size;
  }

  #removeYoung(key: K): void {
    const before = this.#young.get(key);
    if (before === undefined) return;
    this.#young.delete(key);
    this.#youngSize -= this.#sizeOf(before, key);
  }
}
