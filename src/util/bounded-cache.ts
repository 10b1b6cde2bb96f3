/**
 * A map that forgets: for values that are cheap to compute again but hot enough to be worth keeping. Two generations
 * instead of a linked list of uses: a hit in the young one costs one lookup, and the memory never exceeds twice the
 * capacity.
 */
export class BoundedCache<K, V> {
  readonly #capacity: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** Keeps at least the `capacity` most recently used entries, and at most twice as many. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Another one with the same values, which from now on goes its own way. */
  copy(): BoundedCache<K, V> {
    const copy = new BoundedCache<K, V>(this.#capacity);
    copy.#young = new Map(this.#young);
    copy.#old = new Map(this.#old);
    return copy;
  }

  /** The value stored for the key, unless it was forgotten or never stored. */
  get(key: K): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  /** As `get`, without counting as a use. */
  peek(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  /** Forgets a key. */
  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Stores a value; may make room by forgetting the least recently used ones. */
  set(key: K, value: V): void {
    if (this.#young.size >= this.#capacity && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
