/**
 * A lease that this member holds: renews it, and knows by this machine's own clock until when it surely runs. What the
 * machine counts begins before the request was sent, so it ends no later here than in the database. One that ran out is
 * asked for again and again: if nobody took it meanwhile it goes on, with the same epoch.
 */
import { FencedError, type LeaseTable } from '../storage/shared/cluster-store.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';

export interface LeaseTerms {
  readonly durationMs: number;
  readonly renewalMs: number;
}

/** A database that is back soon finds the lease still there. */
const RETRY_MS = 200;

export interface LeaseKeeperOptions {
  readonly epoch: number;
  /** When the request for it was sent, by `elapsedMs`. */
  readonly takenMs: number;
  readonly table: LeaseTable;
  readonly terms: LeaseTerms;
  readonly clock: Clock;
  /** Somebody else has it. */
  readonly onLost: () => void;
  /** It had run out here, and goes on. */
  readonly onResumed: () => void;
}

export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  #endsMs: number;
  #timer: ClockTimer | undefined;
  #isStopped = false;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
    this.#endsMs = options.takenMs + options.terms.durationMs;
    this.#schedule(options.terms.renewalMs);
  }

  /** For how long it surely runs, in milliseconds; 0 if it may have run out. */
  get remainingMs(): number {
    return this.#isStopped ? 0 : Math.max(0, this.#endsMs - this.#options.clock.elapsedMs());
  }

  /** Until when it surely runs, or did, by `elapsedMs`. */
  get endsMs(): number {
    return this.#endsMs;
  }

  /** Renews it now. Rejects with a `FencedError` if it is somebody else's, or as the table does. */
  async renew(): Promise<void> {
    const { table, epoch, terms, clock, onResumed } = this.#options;
    const sentMs = clock.elapsedMs();
    if (!(await table.renew(epoch, terms.durationMs))) throw new FencedError('another member took the lease');
    const hadRunOut = this.remainingMs === 0;
    this.#endsMs = Math.max(this.#endsMs, sentMs + terms.durationMs);
    if (hadRunOut && this.remainingMs > 0) onResumed();
  }

  /** Renews it no more. */
  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  #schedule(inMs: number): void {
    if (!this.#isStopped) this.#timer = this.#options.clock.after(inMs, () => void this.#renewAgain());
  }

  async #renewAgain(): Promise<void> {
    const { terms, clock, onLost } = this.#options;
    const sentMs = clock.elapsedMs();
    try {
      await this.renew();
      // One that waited for its turn gave less time.
      this.#schedule(Math.max(0, sentMs + terms.renewalMs - clock.elapsedMs()));
    } catch (error) {
      if (error instanceof FencedError) onLost();
      else this.#schedule(Math.min(terms.renewalMs, RETRY_MS));
    }
  }
}
