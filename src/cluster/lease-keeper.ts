/**
 * Renews a lease that this member holds, and computes by this machine's clock until when it certainly runs. That time is counted
 * from before the request was sent, so it ends no later here than in the database. An expired lease is requested again until it is
 * renewed with the same term, or another member has taken it.
 */
import { FencedError, type LeaseTable, type Term } from '../storage/shared/cluster-store.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';

export interface LeaseTerms {
  readonly durationMs: number;
  readonly renewalMs: number;
}

/** Pause after a failed renewal. After a short outage of the database the lease is still there. */
const RETRY_MS = 200;

export interface LeaseKeeperOptions {
  readonly term: Term;
  /** When the request for it was sent, by `elapsedMs`. */
  readonly acquiredAtMs: number;
  readonly table: LeaseTable;
  readonly terms: LeaseTerms;
  readonly clock: Clock;
  /** The last ledger of the log that followers may serve. */
  readonly confirmedIndex: () => number;
  /** The last ledger that this leader appended to the log. */
  readonly appendedIndex: () => number;
  /** Called when the lease is not this term's any more. */
  readonly onLost: () => void;
  /** Called when the lease had expired here and was renewed. */
  readonly onResumed: () => void;
}

export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  #endsMs: number;
  #timer: ClockTimer | undefined;
  #isStopped = false;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
    this.#endsMs = options.acquiredAtMs + options.terms.durationMs;
    this.#schedule(options.terms.renewalMs);
  }

  /** For how many milliseconds it certainly runs; 0 if it may have expired. */
  get remainingMs(): number {
    return this.#isStopped ? 0 : Math.max(0, this.#endsMs - this.#options.clock.elapsedMs());
  }

  /** The time, by `elapsedMs`, until which it certainly runs or ran. */
  get endsMs(): number {
    return this.#endsMs;
  }

  /** Ends the renewals. */
  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  /** Rejects with a `FencedError` if it is lost, or with an error of the table. */
  async #renew(): Promise<void> {
    const { table, term, terms, clock, confirmedIndex, appendedIndex, onResumed } = this.#options;
    const sentMs = clock.elapsedMs();
    if (!(await table.renew(term, terms.durationMs, confirmedIndex(), appendedIndex())))
      throw new FencedError('another member took the lease, or the database is another server, or it lost a ledger');
    const hadRunOut = this.remainingMs === 0;
    this.#endsMs = Math.max(this.#endsMs, sentMs + terms.durationMs);
    if (hadRunOut && this.remainingMs > 0) onResumed();
  }

  #schedule(inMs: number): void {
    if (!this.#isStopped) this.#timer = this.#options.clock.after(inMs, () => void this.#renewAgain());
  }

  async #renewAgain(): Promise<void> {
    const { terms, clock, onLost } = this.#options;
    const sentMs = clock.elapsedMs();
    try {
      await this.#renew();
      // Counted from the request: a slow answer leaves less of the lease.
      this.#schedule(Math.max(0, sentMs + terms.renewalMs - clock.elapsedMs()));
    } catch (error) {
      if (error instanceof FencedError) onLost();
      else this.#schedule(Math.min(terms.renewalMs, RETRY_MS));
    }
  }
}
