/**
 * Brings transactions and a ledger that is young enough together. Usually it is, and nobody waits. Else an empty ledger is
 * closed first, or the one that has been open for too long, and whoever comes meanwhile waits in line: one close serves
 * all of them, and they are submitted in the order in which they came.
 */
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Pacer } from '../../util/steps.ts';

/** The last ledger is too old, and the next one could not be closed. The cause says why. */
export class LedgerTooOldError extends Error {
  override readonly name = 'LedgerTooOldError';

  constructor(cause: unknown) {
    super('the last ledger is too old to apply transactions to, and the next one could not be closed', { cause });
  }
}

/** What the line asks of its node. `transaction` is absent as long as it is not known. */
export interface Freshness {
  isFresh(transaction?: Transaction): boolean;
  /** Closes a ledger, unless one that is under way serves as well. Rejects if that fails. */
  freshen(transaction?: Transaction): Promise<void>;
  /** Seconds since some moment, by the machine. */
  nowSeconds(): number;
  readonly pacer: Pacer;
}

export class SubmissionLine {
  readonly #ledger: Freshness;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown; readonly atSeconds: number } | undefined;

  constructor(ledger: Freshness) {
    this.#ledger = ledger;
  }

  /** See `LedgerNode.whenFresh`. */
  whenFresh<T>(prepare: () => Transaction, use: (transaction: Transaction) => T | Promise<T>): T | Promise<T> {
    if (this.#waiting > 0 || !this.#ledger.isFresh()) {
      return this.#enter(async () => {
        await this.#freshen();
        const transaction = prepare();
        await this.#freshen(transaction);
        return { used: use(transaction) };
      });
    }
    const transaction = prepare();
    if (this.#ledger.isFresh(transaction)) return use(transaction);
    return this.#enter(async () => {
      await this.#freshen(transaction);
      return { used: use(transaction) };
    });
  }

  /** The next in line waits for the work, not for what came of it. */
  async #enter<T>(work: () => Promise<{ readonly used: T | Promise<T> }>): Promise<T> {
    this.#waiting += 1;
    const done = this.#last.then(async () => {
      await this.#ledger.pacer();
      return work();
    });
    this.#last = done.then(
      () => this.#leave(),
      () => this.#leave(),
    );
    return (await done).used;
  }

  #leave(): void {
    this.#waiting -= 1;
  }

  /** One attempt a second: where closes fail, those who wait need not try one after the other. */
  async #freshen(transaction?: Transaction): Promise<void> {
    if (this.#ledger.isFresh(transaction)) return;
    const { atSeconds, error } = this.#failure ?? {};
    if (atSeconds === this.#ledger.nowSeconds()) throw new LedgerTooOldError(error);
    try {
      await this.#ledger.freshen(transaction);
    } catch (cause) {
      this.#failure = { error: cause, atSeconds: this.#ledger.nowSeconds() };
      throw new LedgerTooOldError(cause);
    }
  }
}
