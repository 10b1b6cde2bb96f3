/**
 * Whether ledgers close as they should. Problems are: the last close failed; no ledger closed for longer than the schedule
 * allows; a close does not end (a disk that never answers, or a writing thread that died); the clock is behind the last ledger.
 */
import { describeFailure } from '../storage/disk-fault.ts';
import type { Clock } from '../util/clock.ts';
import type { CloseRule } from './close/close-schedule.ts';
import type { LedgerNode } from './ledger-node.ts';

/** Slack beyond the schedule, for a busy machine. */
const MISSED_CLOSES = 3;
const SLACK_MS = 10_000;
/** A ledger of tens of thousands of transactions takes less than this on a slow machine. */
const LONGEST_CLOSE_MS = 60_000;
/** Clocks of different machines differ, and corrections set them back a little. */
export const MOST_SECONDS_BEHIND = 60;

export class LedgerHealth {
  readonly #node: LedgerNode;
  readonly #intervalMs: number | undefined;
  readonly #clock: Clock;
  #lastCloseMs: number;
  #failure: string | undefined;

  /** Without a timer no close is due. */
  constructor(node: LedgerNode, closing: CloseRule, clock: Clock) {
    this.#node = node;
    this.#intervalMs = closing.kind === 'timer' ? closing.intervalMs : undefined;
    this.#clock = clock;
    this.#lastCloseMs = clock.elapsedMs();
    node.onValidated(() => {
      this.#lastCloseMs = this.#clock.elapsedMs();
      this.#failure = undefined;
    });
    // The next successful close clears it.
    node.onCloseFailed((error) => {
      this.#failure = describeFailure(error);
    });
  }

  /** Seconds since a ledger closed, or since the start. */
  get secondsSinceClose(): number {
    return Math.floor((this.#clock.elapsedMs() - this.#lastCloseMs) / 1000);
  }

  /** The problem, for the operator; undefined if there is none. */
  problem(): string | undefined {
    if (this.#failure !== undefined) return `the last close failed: ${this.#failure}`;
    const { closingMs = 0 } = this.#node;
    if (closingMs > LONGEST_CLOSE_MS) return `a close has not ended for ${Math.floor(closingMs / 1000)} s`;
    const { behindSeconds } = this.#node.clock;
    if (behindSeconds > MOST_SECONDS_BEHIND)
      return `the clock of this machine is ${behindSeconds} s behind the last ledger: ledgers close, but their time stands still`;
    if (this.#intervalMs === undefined) return undefined;
    const allowedMs = this.#intervalMs * MISSED_CLOSES + SLACK_MS;
    if (this.#clock.elapsedMs() - this.#lastCloseMs <= allowedMs) return undefined;
    return `no ledger closed for ${this.secondsSinceClose} s`;
  }
}
