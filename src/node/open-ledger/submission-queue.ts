/**
 * Submissions that wait for a recent ledger. Usually the last ledger is recent enough and nothing waits. Otherwise one is
 * closed first; submissions that arrive meanwhile wait too, one close serves all of them, and they are applied in the order in
 * which they arrived. (Transactions that wait for a place in the open ledger are in `queue/transaction-queue.ts`.)
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

/** The node, as this queue sees it. `transaction` is absent while it is not known. */
export interface RecentLedger {
  isRecent(transaction?: Transaction): boolean;
  /** Closes a ledger, unless one that is under way serves as well. Rejects if that fails. */
  ensureRecentLedger(transaction?: Transaction): Promise<void>;
  /** Seconds since an arbitrary moment, by the machine. */
  nowSeconds(): number;
  readonly pacer: Pacer;
}

export class SubmissionQueue {
  readonly #ledger: RecentLedger;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown; readonly atSeconds: number } | undefined;

  constructor(ledger: RecentLedger) {
    this.#ledger = ledger;
  }

  /**
   * Makes a transaction and applies it when the last ledger is recent; at once if it is and nothing waits. Rejects with a
   * `LedgerTooOldError`.
   */
  withRecentLedger<T>(make: () => Transaction, apply: (transaction: Transaction) => T | Promise<T>): T | Promise<T> {
    if (this.#waiting > 0 || !this.#ledger.isRecent()) {
      return this.#enqueue(async () => {
        await this.#ensureRecentLedger();
        const transaction = make();
        await this.#ensureRecentLedger(transaction);
        return { applied: apply(transaction) };
      });
    }
    const transaction = make();
    if (this.#ledger.isRecent(transaction)) return apply(transaction);
    return this.#enqueue(async () => {
      await this.#ensureRecentLedger(transaction);
      return { applied: apply(transaction) };
    });
  }

  /** The next submission waits until this one is applied, not until it is saved. */
  async #enqueue<T>(work: () => Promise<{ readonly applied: T | Promise<T> }>): Promise<T> {
    this.#waiting += 1;
    const done = this.#last.then(async () => {
      await this.#ledger.pacer();
      return work();
    });
    this.#last = done.then(
      () => this.#leave(),
      () => this.#leave(),
    );
    return (await done).applied;
  }

  #leave(): void {
    this.#waiting -= 1;
  }

  /** At most one attempt a second: while closes fail, the others that wait fail without an attempt of their own. */
  async #ensureRecentLedger(transaction?: Transaction): Promise<void> {
    if (this.#ledger.isRecent(transaction)) return;
    const { atSeconds, error } = this.#failure ?? {};
    if (atSeconds === this.#ledger.nowSeconds()) throw new LedgerTooOldError(error);
    try {
      await this.#ledger.ensureRecentLedger(transaction);
    } catch (cause) {
      this.#failure = { error: cause, atSeconds: this.#ledger.nowSeconds() };
      throw new LedgerTooOldError(cause);
    }
  }
}
