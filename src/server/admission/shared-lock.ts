/**
 * A lock in memory that threads share. A thread holds it for a few hundred nanoseconds, so a waiting thread spins before it sleeps. The
 * word in memory is the number of the thread that holds the lock, so the lock of a thread that has ended can be released.
 */

const FREE = 0;
/** Attempts before a sleep, and its length. To wake a sleeper would cost each holder a system call. */
const ATTEMPTS = 100;
const SLEEP_MS = 1;

export class SharedLock {
  readonly #words: Int32Array;
  readonly #at: number;
  readonly #thread: number;

  /** `at`: the index of the word of the lock, which is 0 at first. `thread`: the number of this thread, from 1. */
  constructor(words: Int32Array, at: number, thread: number) {
    this.#words = words;
    this.#at = at;
    this.#thread = thread;
  }

  /** Runs `work` under the lock. It must be synchronous, and must not use the lock again. */
  run<T>(work: () => T): T {
    for (let attempts = 1; Atomics.compareExchange(this.#words, this.#at, FREE, this.#thread) !== FREE; attempts++) {
      if (attempts % ATTEMPTS === 0) Atomics.wait(this.#words, this.#at, Atomics.load(this.#words, this.#at), SLEEP_MS);
    }
    try {
      return work();
    } finally {
      Atomics.store(this.#words, this.#at, FREE);
    }
  }

  /** Releases the lock if a thread holds it that has ended. */
  releaseOf(thread: number): void {
    Atomics.compareExchange(this.#words, this.#at, thread, FREE);
  }
}
