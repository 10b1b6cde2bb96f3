/**
 * A lease that this member holds: renews it, and knows by this machine's own clock until when it surely runs. What the
 * machine counts begins before the request was sent, so it ends no later here than in the database.
 */
import { FencedError, type LeaseTable } from '../storage/shared/cluster-store.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';

export interface LeaseTerms {
  readonly durationMs: number;
  readonly renewalMs: number;
}

const RETRY_MS = 200;

export interface HeldLease {
  readonly epoch: number;
  /** When the request for it was sent, by `elapsedMs`. */
  readonly takenMs: number;
}

export class LeaseKeeper {
  readonly epoch: number;
  readonly #table: LeaseTable;
  readonly #terms: LeaseTerms;
  readonly #clock: Clock;
  readonly #onLost: (why: 'fenced' | 'lease ran out') => void;
  #endsMs: number;
  #timer: ClockTimer | undefined;
  #expiry: ClockTimer | undefined;
  #isStopped = false;

  constructor(
    { epoch, takenMs }: HeldLease,
    options: { table: LeaseTable; terms: LeaseTerms; clock: Clock; onLost: (why: 'fenced' | 'lease ran out') => void },
  ) {
    this.epoch = epoch;
    this.#table = options.table;
    this.#terms = options.terms;
    this.#clock = options.clock;
    this.#onLost = options.onLost;
    this.#endsMs = takenMs + options.terms.durationMs;
    this.#scheduleRenewal(options.terms.renewalMs);
    this.#scheduleExpiry();
  }

  /** For how long it surely runs, in milliseconds; 0 if it may have run out. */
  get remainingMs(): number {
    return this.#isStopped ? 0 : Math.max(0, this.#endsMs - this.#clock.elapsedMs());
  }

  /** Renews it now. Rejects with a `FencedError` if it is somebody else's, or as the table does. */
  async renew(): Promise<void> {
    const sentMs = this.#clock.elapsedMs();
    const isRenewed = await this.#table.renew(this.epoch, this.#terms.durationMs);
    if (!isRenewed) throw new FencedError('another member took the lease');
    this.#endsMs = Math.max(this.#endsMs, sentMs + this.#terms.durationMs);
    this.#scheduleExpiry();
  }

  /** Renews it no more. */
  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#expiry?.cancel();
  }

  #scheduleRenewal(inMs: number): void {
    if (this.#isStopped) return;
    this.#timer = this.#clock.after(inMs, () => void this.#renewAgain());
  }

  async #renewAgain(): Promise<void> {
    try {
      await this.renew();
      this.#scheduleRenewal(this.#terms.renewalMs);
    } catch (error) {
      if (error instanceof FencedError) this.#lose('fenced');
      // A database that is back soon finds the lease still there.
      this.#scheduleRenewal(Math.min(this.#terms.renewalMs, RETRY_MS));
    }
  }

  #scheduleExpiry(): void {
    if (this.#isStopped) return;
    this.#expiry?.cancel();
    this.#expiry = this.#clock.after(Math.max(1, Math.ceil(this.remainingMs)), () => {
      if (this.remainingMs > 0) this.#scheduleExpiry();
      else this.#lose('lease ran out');
    });
  }

  #lose(why: 'fenced' | 'lease ran out'): void {
    if (this.#isStopped) return;
    this.stop();
    this.#onLost(why);
  }
}
