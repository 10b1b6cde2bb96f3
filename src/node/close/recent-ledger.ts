/** Closes a ledger before a transaction is applied, if the last one is too old for it (see `LedgerTime`). */
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Clock } from '../../util/clock.ts';
import { isChannelCloseRequest } from './deferred-channel-closes.ts';
import type { LedgerTime } from './ledger-time.ts';

/** The last ledger is too old, and the next one could not be closed. The cause says why. */
export class LedgerTooOldError extends Error {
  override readonly name = 'LedgerTooOldError';

  constructor(cause: unknown) {
    super('the last ledger is too old to apply transactions to, and the next one could not be closed', { cause });
  }
}

export interface RecentLedgerOptions {
  readonly node: { readonly validated: LedgerHeader; readonly openLedger: { readonly view: ReadView } };
  readonly time: LedgerTime;
  readonly clock: Clock;
  /** Closes a ledger, with an exact close time if it is given; called while no other close is under way. */
  readonly close: (closeTimeSeconds: number | undefined) => Promise<unknown>;
}

export class RecentLedger {
  readonly #options: RecentLedgerOptions;
  #failure: { readonly error: unknown; readonly atSeconds: number } | undefined;

  constructor(options: RecentLedgerOptions) {
    this.#options = options;
  }

  /** True if the last ledger is recent enough for all transactions but requests to close a channel. */
  isRecent(): boolean {
    return this.#options.node.validated.closeTimeSeconds >= this.#oldestSeconds(undefined);
  }

  /**
   * Closes a ledger if the last one is too old: at most one attempt a second, so while closes fail, the others that wait fail
   * without an attempt of their own. Undefined if nothing has to be done; rejects with a `LedgerTooOldError`.
   */
  ensure(transaction?: Transaction): Promise<void> | undefined {
    const { node, time } = this.#options;
    const oldestSeconds = this.#oldestSeconds(transaction);
    if (node.validated.closeTimeSeconds >= oldestSeconds) return undefined;
    return this.#close(time.followsClock ? undefined : oldestSeconds);
  }

  #oldestSeconds(transaction: Transaction | undefined): number {
    const { node, time } = this.#options;
    const isCloseRequest = transaction !== undefined && isChannelCloseRequest(node.openLedger.view, transaction);
    return time.oldestParentSeconds(isCloseRequest, node.validated);
  }

  async #close(closeTimeSeconds: number | undefined): Promise<void> {
    const { error, atSeconds } = this.#failure ?? {};
    if (atSeconds === this.#nowSeconds()) throw new LedgerTooOldError(error);
    try {
      await this.#options.close(closeTimeSeconds);
    } catch (cause) {
      this.#failure = { error: cause, atSeconds: this.#nowSeconds() };
      throw new LedgerTooOldError(cause);
    }
  }

  /** Seconds since an arbitrary moment, by the machine. */
  #nowSeconds(): number {
    return Math.floor(this.#options.clock.elapsedMs() / 1000);
  }
}
