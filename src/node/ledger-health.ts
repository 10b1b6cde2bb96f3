/**
 * Do ledgers close? Not if the last attempt failed, nor if none was made for longer than the schedule allows, nor if one
 * does not end: a disk that never answers, or a thread that died while it wrote, leaves no other trace.
 */
import { describeFailure } from '../storage/disk-fault.ts';
import type { LedgerNode } from './ledger-node.ts';

/** Slack beyond the schedule: a busy machine is not a broken one. */
const MISSED_CLOSES = 3;
const SLACK_MS = 10_000;
/** A ledger of tens of thousands of transactions takes less on a slow machine. */
const LONGEST_CLOSE_MS = 60_000;

export class LedgerHealth {
  readonly #node: LedgerNode;
  readonly #intervalMs: number | undefined;
  readonly #now: () => number;
  #lastCloseMs: number;
  #failure: string | undefined;

  /** `intervalMs` is undefined or 0 where ledgers close only when somebody makes them. `now` counts milliseconds. */
  constructor(node: LedgerNode, intervalMs: number | undefined, now: () => number = () => performance.now()) {
    this.#node = node;
    this.#intervalMs = intervalMs === 0 ? undefined : intervalMs;
    this.#now = now;
    this.#lastCloseMs = now();
    node.onValidated(() => {
      this.#lastCloseMs = this.#now();
      this.#failure = undefined;
    });
    // The next close that succeeds settles it.
    node.onCloseFailed((error) => {
      this.#failure = describeFailure(error);
    });
  }

  /** Seconds since a ledger closed, or since the start. */
  get secondsSinceClose(): number {
    return Math.floor((this.#now() - this.#lastCloseMs) / 1000);
  }

  /** What is wrong, in words for the operator; undefined when nothing is. */
  problem(): string | undefined {
    if (this.#failure !== undefined) return `the last close failed: ${this.#failure}`;
    const { closingMs = 0 } = this.#node;
    if (closingMs > LONGEST_CLOSE_MS) return `a close has not ended for ${Math.floor(closingMs / 1000)} s`;
    if (this.#intervalMs === undefined) return undefined;
    const allowedMs = this.#intervalMs * MISSED_CLOSES + SLACK_MS;
    if (this.#now() - this.#lastCloseMs <= allowedMs) return undefined;
    return `no ledger closed for ${this.secondsSinceClose} s`;
  }
}
