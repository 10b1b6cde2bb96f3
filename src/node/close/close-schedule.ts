/**
 * When ledgers close: only when somebody asks for it, every so often, or at once after each submission. A close that
 * fails is reported and tried again; the node keeps the open ledger until one succeeds.
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

/** Called with the reason why a ledger could not be made or stored. */
export type CloseFailureListener = (error: unknown) => void;

/** What closes ledgers: the node, as its schedule sees it. */
export interface LedgerCloser {
  acceptLedger(): Promise<LedgerHeader>;
  /** Closes a ledger if the last one is too old. */
  ensureRecentLedger(): Promise<void>;
  /** The open ledger. */
  readonly openLedger: { readonly view: { readonly transactionCount: number } };
}

export interface CloseSchedule {
  /**
   * From now on ledgers close by themselves. After a stop the last one may be old: then one is closed first, and it goes on
   * even if that fails.
   */
  start(): Promise<void>;
  /** Told of each transaction that got into the open ledger by submission. */
  noteApplied?(): void;
  /** Ends it. Resolves when no close of its own is under way, and none comes any more. */
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

/** The first retry comes soon, since most faults are short; later ones less often, since each costs a whole close. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/** A close that takes longer than the interval makes the next ones wait, never pile up. */
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
 * Closes the ledger right after the answer to a submission. Submissions that arrive before that share the ledger, and
 * those that arrive while it closes get the next one, as does what waited for room.
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

  /** Closes after this turn of the event loop; not before the retry that is due after a failure. */
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
      // After a ledger that took nothing in, the next one would not either.
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
      // Unless somebody else closed it in the meantime.
      if (this.#isSomethingOpen) this.noteApplied();
      else this.#retryDelayMs = FIRST_RETRY_MS;
    });
    this.#retryDelayMs = Math.min(this.#retryDelayMs * 2, LONGEST_RETRY_MS);
  }

  get #isSomethingOpen(): boolean {
    return this.#options.node.openLedger.view.transactionCount > 0;
  }
}
