/**
 * The operator's control of the ledger's clock. What is in the open ledger happened before the clock is moved forward, so
 * it gets into a ledger first, and a close that is under way ends before. Where ledgers close by hand, one of the new time
 * is closed at once. Transactions are judged by the close time of the ledger before, so what is submitted after the move
 * is judged by the new time: the settle delay of a channel does not begin in the past.
 */
import { LAST_EXACT_CLOSE_TIME_SECONDS, type LedgerHeader } from '../../ledger/ledger-header.ts';
import { LAST_MS, type LedgerClock, type LedgerClockState, ledgerSeconds, ledgerSecondsToMs } from './ledger-clock.ts';

/** Slowest and fastest: at the slowest a day of the machine is 86 seconds, at the fastest a second is 11 days. */
export const MIN_CLOCK_RATE = 0.001;
export const MAX_CLOCK_RATE = 1_000_000;

/** What is to become of the clock; in this order, if it is more than one thing. */
export interface ClockChange {
  /** The time that it is to show, in seconds since 2000-01-01T00:00:00Z; not before what it shows. */
  readonly set?: number | undefined;
  /** By how many seconds it is to go forward. */
  readonly advance?: number | undefined;
  /** Seconds of the ledger for a second of the machine. */
  readonly rate?: number | undefined;
  /** True to stop it, false to let it go on from where it stands. */
  readonly isFrozen?: boolean | undefined;
}

/** Times in seconds since 2000-01-01T00:00:00Z. */
export interface ClockReading {
  /** What it shows: at least the close time of the last ledger. */
  readonly seconds: number;
  readonly rate: number;
  readonly isFrozen: boolean;
  /** False as long as it is the machine's clock. */
  readonly isMoved: boolean;
  /** How far it is ahead of the machine's clock; below zero if it is behind. */
  readonly aheadSeconds: number;
  readonly validatedCloseSeconds: number;
  /** Close time of a ledger that is closed now. */
  readonly nextCloseSeconds: number;
}

/** What the clock cannot do, in words that name what was asked for. */
export class ClockChangeError extends RangeError {
  override readonly name = 'ClockChangeError';
  readonly field: 'set' | 'advance' | 'rate';

  constructor(field: 'set' | 'advance' | 'rate', what: string) {
    super(`Field '${field}' ${what}.`);
    this.field = field;
  }
}

/** How ledgers are dated by it (ledger-time.ts). */
export interface LedgerDates {
  /** True if ledgers close by themselves. */
  readonly followsClock: boolean;
  closeTimeAfter(parent: LedgerHeader): number;
  datedTimeSeconds(parent: LedgerHeader, seconds: number): number;
}

/** The chain whose ledgers are dated. */
export interface DatedChain {
  readonly validated: LedgerHeader;
}

/** What the clock asks of its node. */
export interface ClockKeeper extends DatedChain {
  /** Runs it when no close is under way, and lets none begin meanwhile; what is open is in a ledger before, if asked for. */
  betweenCloses<T>(isOpenClosed: boolean, change: () => T | Promise<T>): Promise<T>;
  /** Closes a ledger, within `betweenCloses`. */
  closeBetween(): Promise<void>;
}

/** Reads the clock that ledgers are dated by. */
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
   * How far the clock is behind the last ledger, in seconds: as long as it is, the time of ledgers stands still. 0 where ledgers close
   * by hand, for there they run ahead of the clock.
   */
  get behindSeconds(): number {
    if (!this.#dates.followsClock) return 0;
    return Math.max(this.#chain.validated.closeTimeSeconds - ledgerSeconds(this.#clock), 0);
  }
}

/** Moves it as well. Only a test bench has one. */
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
   * Changes the clock and keeps the change. Rejects with a `ClockChangeError` for a time before what it shows, or one that
   * no ledger may have, or a rate that is none; or with what kept a ledger from being closed. It is as it was then.
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

  /** Lets it go on from where it stands. */
  resume(): Promise<ClockReading> {
    return this.change({ isFrozen: false });
  }

  setRate(rate: number): Promise<ClockReading> {
    return this.change({ rate });
  }

  /** How often it was changed. */
  get changeCount(): number {
    return this.#changeCount;
  }

  #changed({ set, advance = 0, rate, isFrozen }: ClockChange): LedgerClockState {
    const now = this.#clock.state();
    const shownMs = Math.max(now.shownMs, ledgerSecondsToMs(this.#keeper.validated.closeTimeSeconds));
    const setMs = set === undefined ? shownMs : ledgerSecondsToMs(set);
    // The second that it shows has begun already.
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

  /** Where ledgers close by hand their dates are rounded: whoever moves the clock to a time wants a ledger of that time. */
  #reachable(movedMs: number, isForward: boolean): number {
    if (!isForward) return movedMs;
    const seconds = ledgerSeconds({ nowMs: () => movedMs });
    const datedSeconds = this.#dates.datedTimeSeconds(this.#keeper.validated, seconds);
    return datedSeconds === seconds ? movedMs : ledgerSecondsToMs(datedSeconds);
  }
}
