/**
 * The order of what changes the open ledger. A close takes several turns of the event loop. Until it has ended, submissions wait:
 * one that was answered from the ledger that is closing would get into the next one, where a new account has another sequence.
 * Reads of the open ledger do not wait, since it does not change while it closes.
 */
import type { Awaitable } from '../util/awaitable.ts';
import type { Pacer } from '../util/steps.ts';

export class LedgerTurns {
  readonly #pacer: Pacer;
  #unfinished = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `pacer`: the share of each turn of the event loop for work that waited. */
  constructor(pacer: Pacer) {
    this.#pacer = pacer;
  }

  /**
   * Runs work: at once if nothing is unfinished, otherwise in the order of arrival. If it returns a promise, later work waits until
   * that settles, so the work must not wait for a turn itself.
   */
  run<T>(work: () => Awaitable<T>): Awaitable<T> {
    if (this.#unfinished > 0) {
      return this.#enqueue(async () => {
        await this.#pacer();
        return work();
      });
    }
    const result = work();
    return result instanceof Promise ? this.#enqueue(() => result) : result;
  }

  /** Resolves when all work until now has ended. */
  async finished(): Promise<void> {
    await this.#last;
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    this.#unfinished += 1;
    const done = this.#last.then(work);
    const leave = () => {
      this.#unfinished -= 1;
    };
    this.#last = done.then(leave, leave);
    return done;
  }
}
