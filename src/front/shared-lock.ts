/**
 * Lets one thread at a time change what several have in one memory. It is held for a few hundred nanoseconds, so whoever
 * must wait looks again a few times before it sleeps. Its word names the holder: from one that died it can be taken.
 */

const FREE = 0;
/** How often to look before sleeping, and for how long to sleep: nobody is woken, since that would cost each holder. */
const LOOKS = 100;
const SLEEP_MS = 1;

export class SharedLock {
  readonly #words: Int32Array;
  readonly #at: number;
  readonly #holder: number;

  /** `at`: the place of its word, which is 0 at first. `holder`: who this is, a number of its own from 1. */
  constructor(words: Int32Array, at: number, holder: number) {
    this.#words = words;
    this.#at = at;
    this.#holder = holder;
  }

  /** Does work that nobody else does at the same time. It must not wait, and not ask for the lock again. */
  run<T>(work: () => T): T {
    for (let looks = 1; this.#take() !== FREE; looks++) {
      if (looks % LOOKS === 0) Atomics.wait(this.#words, this.#at, Atomics.load(this.#words, this.#at), SLEEP_MS);
    }
    try {
      return work();
    } finally {
      Atomics.store(this.#words, this.#at, FREE);
    }
  }

  /** Frees what a thread held that has ended. */
  releaseOf(holder: number): void {
    Atomics.compareExchange(this.#words, this.#at, holder, FREE);
  }

  /** `FREE` if it was free, and is held from now on. */
  #take(): number {
    return Atomics.compareExchange(this.#words, this.#at, FREE, this.#holder);
  }
}
