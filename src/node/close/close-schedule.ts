/**
 * When ledgers close: by hand, at an interval, or at once after each submission. A failed close is reported and tried again; the
 * node keeps the open ledger until a close succeeds.
 */
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { ZERO_HASH } from '../../protocol/values.ts';
import type { Clock, ClockTimer } from '../../util/clock.ts';

/**
 * `manual`: only by `ledger_accept`. `timer`: at every interval. `instant`: after each submission.
 * `parentAgeLimitSeconds`: how old the last ledger may be, by the clock, when a transaction is applied. Undefined: any age,
 * since an operator who closes ledgers by hand decides what time it is.
 */
export type CloseRule =
  | { readonly kind: 'manual'; readonly parentAgeLimitSeconds?: number }
  | { readonly kind: 'timer'; readonly intervalMs: number; readonly parentAgeLimitSeconds: number }
  | { readonly kind: 'instant'; readonly parentAgeLimitSeconds: number };

export const MANUAL_CLOSE: CloseRule = { kind: 'manual' };
export const INSTANT_CLOSE: CloseRule = { kind: 'instant', parentAgeLimitSeconds: 5 };

export function closeEvery(intervalMs: number): CloseRule {
  return { kind: 'timer', intervalMs, parentAgeLimitSeconds: Math.max(Math.ceil(intervalMs / 1000), 1) };
}

/** Called with the error of a failed close. */
export type CloseFailureListener = (error: unknown) => void;

/** The node, as its schedule sees it. */
export interface LedgerCloser {
  acceptLedger(): Promise<LedgerHeader>;
  /** Closes a ledger if the last one is too old. */
  ensureRecentLedger(): Promise<void>;
  /** The open ledger. */
  readonly openLedger: { readonly view: { readonly transactionCount: number } };
}

export interface CloseSchedule {
  /**
   * Starts the schedule. If the last ledger is too old, one is closed first; the schedule starts even if that fails.
   */
  start(): Promise<void>;
  /** Called after each submission that was applied to the open ledger. */
  noteApplied?(): void;
  /** Stops the schedule. Resolves when no close of it is under way. */
  stop(): Promise<void>;
}

export interface CloseScheduleOptions {
  readonly rule: CloseRule;
  readonly node: LedgerCloser;
  readonly clock: Clock;
  readonly onFailure: CloseFailureListener;
}

export function createCloseSchedule(options: CloseScheduleOptions): CloseSchedule {
  const { rule } = options;
  if (rule.kind === 'manual') return NEVER;
  return rule.kind === 'timer' ? new TimedSchedule(options, rule.intervalMs) : new InstantSchedule(options);
}

const NEVER: CloseSchedule = { start: async () => {}, stop: async () => {} };

function ensureRecentLedger({ node, onFailure }: CloseScheduleOptions): Promise<void> {
  return node.ensureRecentLedger().catch(onFailure);
}

/** The first retry is soon, since most faults are short. Later ones are rarer, since each costs a whole close. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/** A close that takes longer than the interval skips the next one. */
class TimedSchedule implements CloseSchedule {
  readonly #options: CloseScheduleOptions;
  readonly #intervalMs: number;
  #timer: ClockTimer | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: CloseScheduleOptions, intervalMs: number) {
    this.#options = options;
    this.#intervalMs = intervalMs;
  }

  async start(): Promise<void> {
    await ensureRecentLedger(this.#options);
    this.#timer = this.#options.clock.every(this.#intervalMs, () => {
      this.#closing ??= this.#close();
    });
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#closing;
  }

  async #close(): Promise<void> {
    const { node, onFailure } = this.#options;
    try {
      await node.acceptLedger();
    } catch (error) {
      onFailure(error);
    } finally {
      this.#closing = undefined;
    }
  }
}

/**
 * Closes the ledger right after the answer to a submission. Submissions that arrive before the close share the ledger. Those that
 * arrive during the close wait for its end and share the next one, with queued transactions.
 */
class InstantSchedule implements CloseSchedule {
  readonly #options: CloseScheduleOptions;
  #isDue = false;
  #lastClose: Promise<void> = Promise.resolve();
  #retryDelayMs = FIRST_RETRY_MS;
  #retry: ClockTimer | undefined;
  #isStopped = false;

  constructor(options: CloseScheduleOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    return ensureRecentLedger(this.#options);
  }

  /** Closes after this turn of the event loop; after a failure, only with the retry. */
  noteApplied(): void {
    if (this.#isDue || this.#isStopped || this.#retry !== undefined) return;
    this.#isDue = true;
    this.#lastClose = this.#lastClose
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => {
        this.#isDue = false;
        return this.#close();
      });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#retry?.cancel();
    await this.#lastClose;
  }

  async #close(): Promise<void> {
    try {
      const { transactionHash } = await this.#options.node.acceptLedger();
      this.#retryDelayMs = FIRST_RETRY_MS;
      // If a ledger took no transaction, the next one would take none either.
      if (transactionHash !== ZERO_HASH && this.#isSomethingOpen) this.noteApplied();
    } catch (error) {
      this.#options.onFailure(error);
      this.#retryLater();
    }
  }

  #retryLater(): void {
    if (this.#isStopped) return;
    this.#retry = this.#options.clock.after(this.#retryDelayMs, () => {
      this.#retry = undefined;
      // The ledger may have been closed meanwhile.
      if (this.#isSomethingOpen) this.noteApplied();
      else this.#retryDelayMs = FIRST_RETRY_MS;
    });
    this.#retryDelayMs = Math.min(this.#retryDelayMs * 2, LONGEST_RETRY_MS);
  }

  get #isSomethingOpen(): boolean {
    return this.#options.node.openLedger.view.transactionCount > 0;
  }
}
