/**
 * A lock in memory that several threads share. A thread holds it for a few hundred nanoseconds, so a thread that waits
 * looks again some times before it sleeps. The word in memory is the number of the thread that holds it, so that the lock
 * of a thread that ended can be freed.
 */

const FREE = 0;
/** How often to look before sleeping, and how long to sleep. Waking a sleeper would cost every holder a system call. */
const LOOKS = 100;
const SLEEP_MS = 1;

export class SharedLock {
  readonly #words: Int32Array;
  readonly #at: number;
  readonly #thread: number;

  /** `at`: the place of its word, which is 0 at first. `thread`: the number of this thread, from 1. */
  constructor(words: Int32Array, at: number, thread: number) {
    this.#words = words;
    this.#at = at;
    this.#thread = thread;
  }

  /** Runs work while no other thread does so. The work must not wait, and must not use the lock again. */
  run<T>(work: () => T): T {
    for (let looks = 1; Atomics.compareExchange(this.#words, this.#at, FREE, this.#thread) !== FREE; looks++) {
      if (looks % LOOKS === 0) Atomics.wait(this.#words, this.#at, Atomics.load(this.#words, this.#at), SLEEP_MS);
    }
    try {
      return work();
    } finally {
      Atomics.store(this.#words, this.#at, FREE);
    }
  }

  /** Frees the lock if that thread, which has ended, holds it. */
  releaseOf(thread: number): void {
    Atomics.compareExchange(this.#words, this.#at, thread, FREE);
  }
}
