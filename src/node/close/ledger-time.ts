/**
 * Close times, and when the last ledger is too old to apply transactions to.
 *
 * Transactions use the close time of the ledger before as their time. If ledgers close by themselves, it must be near the real
 * time: after an idle hour, a settle delay that begins now would otherwise be over already. Then each ledger gets the clock's time,
 * rounded up to the second, so a settle delay is never short by a fraction of a second, and a channel expires when the clock has
 * passed its end. No ledger is dated before its parent: while the clock is behind, close times stand still. If ledgers close by
 * hand, close times are the reference's: rounded, and at least a second after the parent.
 *
 * Then the last ledger may have any age. For most transactions that is the operator's choice, but a payee must have the whole
 * settle delay. So a ledger is closed before a payer's request to close a channel, unless the time is given by hand: the clock was
 * moved or stopped, or the last ledger got an exact close time, as in the replay of a recording.
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

/** @throws RangeError for an invalid close time */
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
  #isDatedByHand: boolean;

  /** @param isDatedByHand true if the last ledger got an exact close time */
  constructor(clock: LedgerClock, { parentAgeLimitSeconds }: CloseRule, isDatedByHand = false) {
    this.#clock = clock;
    this.#ageLimitSeconds = parentAgeLimitSeconds;
    this.#isDatedByHand = isDatedByHand;
  }

  /** True if ledgers close by themselves. */
  get followsClock(): boolean {
    return this.#ageLimitSeconds !== undefined;
  }

  /** The clock's time in seconds since 2000-01-01T00:00:00Z, rounded up. */
  get clockSeconds(): number {
    return Math.ceil(this.#clock.nowMs() / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS;
  }

  /** Continues from the close time that was requested for the last ledger, if one was. */
  continueFrom(requestedSeconds: number | undefined): void {
    this.#isDatedByHand = requestedSeconds !== undefined;
    if (this.followsClock && requestedSeconds !== undefined) this.#clock.resetTo(ledgerSecondsToMs(requestedSeconds));
  }

  /** The ledger time for a transaction that is submitted now. */
  nowSeconds(validated: LedgerHeader): number {
    if (!this.followsClock) return validated.closeTimeSeconds;
    return Math.max(validated.closeTimeSeconds, this.clockSeconds);
  }

  /** Close time of a ledger that is closed now. */
  closeTimeAfter(parent: LedgerHeader): number {
    if (this.followsClock) return this.nowSeconds(parent);
    return effectiveCloseTimeSeconds(ledgerSeconds(this.#clock), resolutionAfter(parent), parent.closeTimeSeconds);
  }

  /** The first time, from `seconds` on, that rounding does not date earlier. */
  datedTimeSeconds(parent: LedgerHeader, seconds: number): number {
    const resolution = resolutionAfter(parent);
    const dated = effectiveCloseTimeSeconds(seconds, resolution, parent.closeTimeSeconds);
    return this.followsClock || dated >= seconds ? seconds : Math.ceil(seconds / resolution) * resolution;
  }

  /**
   * The oldest close time of a ledger that a transaction may be applied to now. A request to close a channel needs the present
   * second, since the payee's time is counted from there.
   */
  oldestParentSeconds(isChannelCloseRequest: boolean, validated: LedgerHeader): number {
    if (this.#ageLimitSeconds !== undefined)
      return this.clockSeconds - (isChannelCloseRequest ? 0 : this.#ageLimitSeconds);
    const isTimeByHand = this.#clock.isMoved || this.#isDatedByHand;
    return isChannelCloseRequest && !isTimeByHand ? this.#unroundedSeconds(validated) : 0;
  }

  /** Later by the half step of close times, which rounding may add to those of later ledgers. */
  #unroundedSeconds(validated: LedgerHeader): number {
    const resolution = resolutionAfter(validated);
    return Math.ceil((this.clockSeconds + resolution / 2) / resolution) * resolution;
  }

  /** True if a close that begins now is so late that clients may have been unable to submit for a while. */
  isCloseLate(parent: LedgerHeader): boolean {
    if (this.#ageLimitSeconds === undefined) return false;
    return parent.closeTimeSeconds < this.clockSeconds - 2 * this.#ageLimitSeconds;
  }
}

function resolutionAfter({ closeTimeResolutionSeconds, closeFlags, ledgerIndex }: LedgerHeader): number {
  return nextResolutionSeconds(closeTimeResolutionSeconds, closeFlags, ledgerIndex + 1);
}
