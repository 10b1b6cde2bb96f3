/**
 * The ledger clock: the time of day for close times. It is the machine's clock until the operator of a test bench changes it: sets
 * its time, its rate, or stops it. The change is kept in the store, so it survives a restart.
 *
 * Only close times follow it. Intervals, retries and timeouts use the machine's clock (see `Clock`).
 */
import { LAST_EXACT_CLOSE_TIME_SECONDS } from '../../ledger/ledger-header.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import { type NamedValues, StoreError } from '../../storage/ledger-store.ts';
import type { WallClock } from '../../util/clock.ts';

const LEDGER_CLOCK = 'ledger_clock';

/** The latest time that a ledger clock shows, in milliseconds since 1970. */
export const LAST_MS = ledgerSecondsToMs(LAST_EXACT_CLOSE_TIME_SECONDS);

/** The clock's time at one moment, in milliseconds since 1970-01-01T00:00:00Z, and how it continues. */
export interface LedgerClockState {
  readonly shownMs: number;
  /** Seconds of the ledger for a second of the machine. */
  readonly rate: number;
  readonly isFrozen: boolean;
}

/** The same with the machine's time of that moment. */
interface Anchor extends LedgerClockState {
  readonly machineMs: number;
}

export class LedgerClock implements WallClock {
  readonly #machine: WallClock;
  readonly #store: NamedValues;
  /** Undefined while the clock is the machine's. */
  #anchor: Anchor | undefined;
  /** How far a requested close time was ahead of the machine's clock. */
  #aheadMs = 0;

  constructor(machine: WallClock, store: NamedValues) {
    this.#machine = machine;
    this.#store = store;
    const kept = store.metaValue(LEDGER_CLOCK);
    if (kept !== undefined) this.#anchor = JSON.parse(kept) as Anchor;
  }

  nowMs(): number {
    const machineMs = this.#machine.nowMs();
    if (this.#anchor === undefined) return machineMs + this.#aheadMs;
    const { shownMs, isFrozen, rate } = this.#anchor;
    if (isFrozen) return shownMs;
    return Math.min(Math.floor(shownMs + (machineMs - this.#anchor.machineMs) * rate), LAST_MS);
  }

  /** True if it differs from the machine's clock. */
  get isMoved(): boolean {
    return this.#anchor !== undefined;
  }

  /** Difference to the machine's clock in milliseconds; negative if it is behind. */
  get aheadMs(): number {
    return this.nowMs() - this.#machine.nowMs();
  }

  /** The current time, and how the clock continues. */
  state(): LedgerClockState {
    const { rate = 1, isFrozen = false } = this.#anchor ?? {};
    return { shownMs: this.nowMs(), rate, isFrozen };
  }

  /** Returns to an earlier state, and continues from there. */
  restore(state: LedgerClockState): void {
    const kept = this.keptAs(state);
    for (const [name, text] of kept) this.#store.setMetaValue(name, text);
    this.adopt(kept);
  }

  /** The values for the store, by name, of a clock in this state. */
  keptAs({ shownMs, rate, isFrozen }: LedgerClockState): ReadonlyMap<string, string> {
    const anchor: Anchor = { shownMs, rate, isFrozen, machineMs: this.#machine.nowMs() };
    return new Map([[LEDGER_CLOCK, JSON.stringify(anchor)]]);
  }

  /** Continues with the values of `keptAs`, which the store has. */
  adopt(kept: ReadonlyMap<string, string>): void {
    this.#anchor = JSON.parse(kept.get(LEDGER_CLOCK)!) as Anchor;
    this.#aheadMs = 0;
  }

  /**
   * Continues from a requested close time. A clock that was changed is not set back by it; an unchanged one continues with the
   * machine's clock if that is later.
   */
  resetTo(shownMs: number): void {
    if (this.#anchor === undefined) this.#aheadMs = Math.max(shownMs - this.#machine.nowMs(), 0);
    else if (shownMs > this.nowMs()) this.restore({ ...this.state(), shownMs });
  }
}

/** @throws StoreError if the chain has a changed clock and the server is no test bench */
export function checkClock(store: Pick<NamedValues, 'metaValue'>, isTestBench: boolean): void {
  if (isTestBench || store.metaValue(LEDGER_CLOCK) === undefined) return;
  throw new StoreError(
    "the clock of the store's chain was moved (weir_clock), so only a test bench (--dev) can open it",
  );
}

/** The clock's time in seconds since 2000-01-01T00:00:00Z, at least 1: rounding takes 0 for no time at all. */
export function ledgerSeconds(clock: WallClock): number {
  return Math.max(Math.floor(clock.nowMs() / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS, 1);
}

/** A time of the ledger, in seconds since 2000-01-01T00:00:00Z, in milliseconds since 1970-01-01T00:00:00Z. */
export function ledgerSecondsToMs(seconds: number): number {
  return (seconds + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000;
}
