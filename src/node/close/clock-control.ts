/**
 * The operator's control of the ledger clock. Before the clock moves forward, a close under way ends and the open ledger is closed,
 * since its transactions happened before. If ledgers close by hand, a ledger with the new time is closed at once: transactions
 * use the close time of the ledger before, so later submissions use the new time, and the settle delay of a channel does not
 * begin in the past.
 */
import { LAST_EXACT_CLOSE_TIME_SECONDS, type LedgerHeader } from '../../ledger/ledger-header.ts';
import { LAST_MS, type LedgerClock, type LedgerClockState, ledgerSeconds, ledgerSecondsToMs } from './ledger-clock.ts';

/** Slowest and fastest: at the slowest a day of the machine is 86 seconds, at the fastest a second is 11 days. */
export const MIN_CLOCK_RATE = 0.001;
export const MAX_CLOCK_RATE = 1_000_000;

/** A change of the clock. Several fields apply in this order. */
export interface ClockChange {
  /** The new time, in seconds since 2000-01-01T00:00:00Z; not before the current one. */
  readonly set?: number | undefined;
  /** Seconds to move forward. */
  readonly advance?: number | undefined;
  /** Seconds of the ledger for a second of the machine. */
  readonly rate?: number | undefined;
  /** True stops the clock, false continues from where it stands. */
  readonly isFrozen?: boolean | undefined;
}

/** Times in seconds since 2000-01-01T00:00:00Z. */
export interface ClockReading {
  /** The clock's time; at least the close time of the last ledger. */
  readonly seconds: number;
  readonly rate: number;
  readonly isFrozen: boolean;
  /** False while it is the machine's clock. */
  readonly isMoved: boolean;
  /** Difference to the machine's clock; negative if it is behind. */
  readonly aheadSeconds: number;
  readonly validatedCloseSeconds: number;
  /** Close time of a ledger that is closed now. */
  readonly nextCloseSeconds: number;
}

/** A change that the clock cannot make. The message names the field. */
export class ClockChangeError extends RangeError {
  override readonly name = 'ClockChangeError';
  readonly field: 'set' | 'advance' | 'rate';

  constructor(field: 'set' | 'advance' | 'rate', what: string) {
    super(`Field '${field}' ${what}.`);
    this.field = field;
  }
}

/** How close times follow from the clock (ledger-time.ts). */
export interface LedgerDates {
  /** True if ledgers close by themselves. */
  readonly followsClock: boolean;
  closeTimeAfter(parent: LedgerHeader): number;
  datedTimeSeconds(parent: LedgerHeader, seconds: number): number;
}

/** The chain of the clock. */
export interface DatedChain {
  readonly validated: LedgerHeader;
}

/** The node, as the clock sees it. */
export interface ClockKeeper extends DatedChain {
  /** Runs a change between two closes; closes the open ledger before, if `isOpenClosed`. */
  betweenCloses<T>(isOpenClosed: boolean, change: () => T | Promise<T>): Promise<T>;
  /** Closes a ledger, within `betweenCloses`. */
  closeBetween(): Promise<void>;
}

/** Reads the ledger clock. */
export class ClockReader {
  readonly #clock: LedgerClock;
  readonly #dates: LedgerDates;
  readonly #chain: DatedChain;

  constructor(clock: LedgerClock, dates: LedgerDates, chain: DatedChain) {
    this.#clock = clock;
    this.#dates = dates;
    this.#chain = chain;
  }

  read(): ClockReading {
    const { validated } = this.#chain;
    const { rate, isFrozen } = this.#clock.state();
    return {
      seconds: Math.max(ledgerSeconds(this.#clock), validated.closeTimeSeconds),
      rate,
      isFrozen,
      isMoved: this.#clock.isMoved,
      aheadSeconds: Math.floor(this.#clock.aheadMs / 1000),
      validatedCloseSeconds: validated.closeTimeSeconds,
      nextCloseSeconds: this.#dates.closeTimeAfter(validated),
    };
  }

  /**
   * Seconds that the clock is behind the last ledger; meanwhile close times stand still. 0 if ledgers close by hand, since they may
   * run ahead of the clock.
   */
  get behindSeconds(): number {
    if (!this.#dates.followsClock) return 0;
    return Math.max(this.#chain.validated.closeTimeSeconds - ledgerSeconds(this.#clock), 0);
  }
}

/** Reads and changes the ledger clock. Only a test bench has one. */
export class ClockControl extends ClockReader {
  readonly #clock: LedgerClock;
  readonly #dates: LedgerDates;
  readonly #keeper: ClockKeeper;
  #changeCount = 0;

  constructor(clock: LedgerClock, dates: LedgerDates, keeper: ClockKeeper) {
    super(clock, dates, keeper);
    this.#clock = clock;
    this.#dates = dates;
    this.#keeper = keeper;
  }

  /**
   * Changes the clock and stores the change. Rejects with a `ClockChangeError` for a time in the past, a time that no ledger may
   * have, or an invalid rate, or with the error of a close. Then the clock is unchanged.
   */
  async change(change: ClockChange): Promise<ClockReading> {
    for (const field of ['set', 'advance'] as const) {
      const { [field]: seconds = 0 } = change;
      if (!Number.isInteger(seconds)) throw new ClockChangeError(field, 'is not a whole number of seconds');
    }
    const isForward = (change.advance ?? 0) > 0 || change.set !== undefined;
    return this.#keeper.betweenCloses(isForward, async () => {
      const before = this.#clock.state();
      this.#clock.restore(this.#changed(change));
      try {
        if (isForward && !this.#dates.followsClock) await this.#keeper.closeBetween();
      } catch (error) {
        this.#clock.restore(before);
        throw error;
      }
      this.#changeCount++;
      return this.read();
    });
  }

  /** Sets it to a time, in seconds since 2000-01-01T00:00:00Z. */
  set(seconds: number): Promise<ClockReading> {
    return this.change({ set: seconds });
  }

  advance(seconds: number): Promise<ClockReading> {
    return this.change({ advance: seconds });
  }

  freeze(): Promise<ClockReading> {
    return this.change({ isFrozen: true });
  }

  /** Continues from where it stands. */
  resume(): Promise<ClockReading> {
    return this.change({ isFrozen: false });
  }

  setRate(rate: number): Promise<ClockReading> {
    return this.change({ rate });
  }

  /** Number of changes. */
  get changeCount(): number {
    return this.#changeCount;
  }

  #changed({ set, advance = 0, rate, isFrozen }: ClockChange): LedgerClockState {
    const now = this.#clock.state();
    const shownMs = Math.max(now.shownMs, ledgerSecondsToMs(this.#keeper.validated.closeTimeSeconds));
    const setMs = set === undefined ? shownMs : ledgerSecondsToMs(set);
    // The current second has begun already.
    if (setMs < Math.floor(shownMs / 1000) * 1000) {
      const { seconds } = this.read();
      throw new ClockChangeError('set', `is before what the clock shows, ${seconds}: it is never set back`);
    }
    if (setMs > LAST_MS) throw new ClockChangeError('set', `is after ${LAST_EXACT_CLOSE_TIME_SECONDS}`);
    if (advance < 0) throw new ClockChangeError('advance', 'is below zero: the clock is never set back');
    const movedMs = this.#reachable(Math.max(setMs, shownMs) + advance * 1000, set !== undefined || advance > 0);
    if (movedMs > LAST_MS) throw new ClockChangeError('advance', `leads beyond ${LAST_EXACT_CLOSE_TIME_SECONDS}`);
    if (rate !== undefined && !(typeof rate === 'number' && rate >= MIN_CLOCK_RATE && rate <= MAX_CLOCK_RATE)) {
      throw new ClockChangeError('rate', `is not from ${MIN_CLOCK_RATE} to ${MAX_CLOCK_RATE}`);
    }
    return { shownMs: movedMs, rate: rate ?? now.rate, isFrozen: isFrozen ?? now.isFrozen };
  }

  /** If ledgers close by hand, close times are rounded, so the clock moves to a time whose ledger is not dated earlier. */
  #reachable(movedMs: number, isForward: boolean): number {
    if (!isForward) return movedMs;
    const seconds = ledgerSeconds({ nowMs: () => movedMs });
    const datedSeconds = this.#dates.datedTimeSeconds(this.#keeper.validated, seconds);
    return datedSeconds === seconds ? movedMs : ledgerSecondsToMs(datedSeconds);
  }
}
