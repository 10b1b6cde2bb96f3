/**
 * The ledger's clock: the time of day that ledgers are dated by. It is the machine's until the operator of a test bench
 * moves it. From then on it goes its own way: from a time that it was set to, at its own rate, or not at all. What it was
 * told is kept in the store, so it goes on after a restart, and a frozen one stays frozen.
 *
 * Only dates follow it. Intervals, retries and whatever else is measured or due are the machine's (see `Clock`).
 */
import { LAST_EXACT_CLOSE_TIME_SECONDS } from '../../ledger/ledger-header.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import { type NamedValues, StoreError } from '../../storage/ledger-store.ts';
import type { WallClock } from '../../util/clock.ts';

const LEDGER_CLOCK = 'ledger_clock';

/** The latest time that a ledger clock shows, in milliseconds since 1970. */
export const LAST_MS = ledgerSecondsToMs(LAST_EXACT_CLOSE_TIME_SECONDS);

/** What a clock showed at one moment, in milliseconds since 1970-01-01T00:00:00Z, and how it goes on from there. */
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
  /** Undefined as long as nobody moved it. */
  #anchor: Anchor | undefined;
  /** How far ahead of the machine's clock a close time was that somebody asked for. */
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

  /** True if it goes its own way. */
  get isMoved(): boolean {
    return this.#anchor !== undefined;
  }

  /** How far it is ahead of the machine's, in milliseconds; below zero if it is behind. */
  get aheadMs(): number {
    return this.nowMs() - this.#machine.nowMs();
  }

  /** What it shows now, and how it goes on. */
  state(): LedgerClockState {
    const { rate = 1, isFrozen = false } = this.#anchor ?? {};
    return { shownMs: this.nowMs(), rate, isFrozen };
  }

  /** Shows now what it showed then, be it earlier, and goes on from there. */
  restore(state: LedgerClockState): void {
    const kept = this.keptAs(state);
    for (const [name, text] of kept) this.#store.setMetaValue(name, text);
    this.adopt(kept);
  }

  /** What the store has to keep, by name, for a clock that shows this now. */
  keptAs({ shownMs, rate, isFrozen }: LedgerClockState): ReadonlyMap<string, string> {
    const anchor: Anchor = { shownMs, rate, isFrozen, machineMs: this.#machine.nowMs() };
    return new Map([[LEDGER_CLOCK, JSON.stringify(anchor)]]);
  }

  /** Goes on as what `keptAs` gave, which the store has. */
  adopt(kept: ReadonlyMap<string, string>): void {
    this.#anchor = JSON.parse(kept.get(LEDGER_CLOCK)!) as Anchor;
    this.#aheadMs = 0;
  }

  /**
   * After a ledger with a close time that somebody asked for, time goes on from there. A clock that was moved is not set
   * back by it; one that was not goes on with the machine's if that is later.
   */
  resetTo(shownMs: number): void {
    if (this.#anchor === undefined) this.#aheadMs = Math.max(shownMs - this.#machine.nowMs(), 0);
    else if (shownMs > this.nowMs()) this.restore({ ...this.state(), shownMs });
  }
}

/** @throws StoreError where the chain has a clock of its own, and whoever opens it is no test bench */
export function checkClock(store: Pick<NamedValues, 'metaValue'>, isTestBench: boolean): void {
  if (isTestBench || store.metaValue(LEDGER_CLOCK) === undefined) return;
  throw new StoreError(
    "the clock of the store's chain was moved (weir_clock), so only a test bench goes on with it (--dev)",
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
