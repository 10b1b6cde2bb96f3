/**
 * What time it is in the ledger, and when the last ledger is too old to apply transactions to.
 *
 * Transactions see one clock, the close time of the ledger before. Where ledgers close by themselves it must not
 * differ much from the world's: after an idle hour a settle delay that begins now would be over already. There the
 * node is the one validator too, and gives each ledger the time of its clock, rounded up to the second. So a settle delay
 * that is counted from a ledger's time is not short by a part of a second, and a channel expires when the clock has
 * passed its end (a later close time is needed for that). No ledger is earlier than the one before: while the clock is
 * behind that, the ledger's time stands still. Where ledgers close by hand, close times are the reference's: rounded, and
 * at least a second after the ledger before.
 */
import {
  effectiveCloseTimeSeconds,
  LAST_EXACT_CLOSE_TIME_SECONDS,
  type LedgerHeader,
  nextResolutionSeconds,
} from '../../ledger/ledger-header.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import type { CloseRule } from './close-schedule.ts';
import { type LedgerClock, ledgerSeconds, ledgerSecondsToMs } from './ledger-clock.ts';

/** @throws RangeError for a close time that nobody may ask for */
export function checkExactTime(closeTimeSeconds: number, { closeTimeSeconds: parentSeconds }: LedgerHeader): void {
  if (closeTimeSeconds <= parentSeconds) {
    throw new RangeError(`the close time must be later than the parent's, ${parentSeconds}`);
  }
  if (closeTimeSeconds > LAST_EXACT_CLOSE_TIME_SECONDS) {
    throw new RangeError(`the close time must not be later than ${LAST_EXACT_CLOSE_TIME_SECONDS}`);
  }
}

export class LedgerTime {
  readonly #clock: LedgerClock;
  readonly #ageLimitSeconds: number | undefined;

  constructor(clock: LedgerClock, { parentAgeLimitSeconds }: CloseRule) {
    this.#clock = clock;
    this.#ageLimitSeconds = parentAgeLimitSeconds;
  }

  /** True if ledgers close by themselves. */
  get followsClock(): boolean {
    return this.#ageLimitSeconds !== undefined;
  }

  /** What the clock says, in seconds since 2000-01-01T00:00:00Z, rounded up. */
  get clockSeconds(): number {
    return Math.ceil(this.#clock.nowMs() / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS;
  }

  /** After a ledger with a close time that somebody asked for, time goes on from there. */
  setTo(closeTimeSeconds: number): void {
    if (this.followsClock) this.#clock.resetTo(ledgerSecondsToMs(closeTimeSeconds));
  }

  /** The time by which a transaction would be judged that is submitted now. */
  nowSeconds(validated: LedgerHeader): number {
    if (!this.followsClock) return validated.closeTimeSeconds;
    return Math.max(validated.closeTimeSeconds, this.clockSeconds);
  }

  /** For a ledger that is closed now. */
  closeTimeAfter(parent: LedgerHeader): number {
    if (this.followsClock) return this.nowSeconds(parent);
    return effectiveCloseTimeSeconds(ledgerSeconds(this.#clock), resolutionAfter(parent), parent.closeTimeSeconds);
  }

  /** The first time, from this one on, of which a ledger that is closed then is not dated earlier by rounding. */
  datedTimeSeconds(parent: LedgerHeader, seconds: number): number {
    const resolution = resolutionAfter(parent);
    const dated = effectiveCloseTimeSeconds(seconds, resolution, parent.closeTimeSeconds);
    return this.followsClock || dated >= seconds ? seconds : Math.ceil(seconds / resolution) * resolution;
  }

  /**
   * The oldest close time that a transaction which comes now may be applied to. A request to close a channel wants the
   * present second, since the payee's time is counted from there.
   */
  oldestParentSeconds(isChannelCloseRequest: boolean): number {
    if (this.#ageLimitSeconds === undefined) return 0;
    return this.clockSeconds - (isChannelCloseRequest ? 0 : this.#ageLimitSeconds);
  }

  /** True if a close that begins now is so late that nobody may have been able to do anything for a while. */
  isCloseLate(parent: LedgerHeader): boolean {
    if (this.#ageLimitSeconds === undefined) return false;
    return parent.closeTimeSeconds < this.clockSeconds - 2 * this.#ageLimitSeconds;
  }

  /** True if a close that begins now is about as late as the schedule has it. */
  isCloseInTime(parent: LedgerHeader): boolean {
    if (this.#ageLimitSeconds === undefined) return true;
    // The rounding to seconds may make it look a second older.
    return parent.closeTimeSeconds >= this.clockSeconds - this.#ageLimitSeconds - 1;
  }
}

function resolutionAfter({ closeTimeResolutionSeconds, closeFlags, ledgerIndex }: LedgerHeader): number {
  return nextResolutionSeconds(closeTimeResolutionSeconds, closeFlags, ledgerIndex + 1);
}
