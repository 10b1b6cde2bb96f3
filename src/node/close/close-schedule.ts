/**
 * When ledgers close by themselves: every so often, or at once after each submission. Without either, only
 * `ledger_accept` closes them. A close that fails is reported and tried again; the node keeps the open ledger until one
 * succeeds.
 */
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { CloseFailureListener, LedgerNode, SubmitOptions, SubmitOutcome } from '../ledger-node.ts';

/** Calls back once, after a time. The returned function calls it off. */
export type Alarm = (callback: () => void, delayMs: number) => () => void;

/** The first retry comes soon, since most faults are short; later ones less often, since each costs a whole close. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/** In the header of a ledger without transactions. */
const NO_TRANSACTIONS: Hash256 = '0'.repeat(64);

/** Closes a ledger every `intervalMs`. A close that takes longer than that makes the next ones wait, never pile up. */
export function startCloseTimer(node: LedgerNode, intervalMs: number, onFailure: CloseFailureListener): () => void {
  let isClosing = false;
  const timer = setInterval(() => {
    if (isClosing) return;
    isClosing = true;
    node
      .acceptLedger()
      .catch(onFailure)
      .finally(() => {
        isClosing = false;
      });
  }, intervalMs);
  return () => clearInterval(timer);
}

/**
 * The same node, but with each applied submission its ledger closes right after the answer. Submissions that arrive
 * before that share the ledger, and those that arrive while it closes get the next one, as does what waited for room.
 */
export function closeAfterSubmissions(
  node: LedgerNode,
  onFailure: CloseFailureListener,
  alarm: Alarm = setAlarm,
): LedgerNode {
  const closer = new InstantCloser(node, onFailure, alarm);
  const submit = (transaction: Transaction, options?: SubmitOptions): SubmitOutcome => {
    const outcome = node.submit(transaction, options);
    if (outcome.applied) closer.closeSoon();
    return outcome;
  };
  const stop = () => closer.stop().then(() => node.stop());
  // A proxy rather than a list of members: the node may offer more to those who know it better.
  return new Proxy(node, {
    get(target, name) {
      if (name === 'submit') return submit;
      if (name === 'stop') return stop;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

class InstantCloser {
  readonly #node: LedgerNode;
  readonly #onFailure: CloseFailureListener;
  readonly #alarm: Alarm;
  #isDue = false;
  #lastClose: Promise<void> = Promise.resolve();
  #retryDelayMs = FIRST_RETRY_MS;
  #cancelRetry: (() => void) | undefined;
  #isStopped = false;

  constructor(node: LedgerNode, onFailure: CloseFailureListener, alarm: Alarm) {
    this.#node = node;
    this.#onFailure = onFailure;
    this.#alarm = alarm;
  }

  /** Closes after this turn of the event loop; not before the retry that is due after a failure. */
  closeSoon(): void {
    if (this.#isDue || this.#isStopped || this.#cancelRetry !== undefined) return;
    this.#isDue = true;
    this.#lastClose = this.#lastClose
      .then(() => new Promise((resolve) => setImmediate(resolve)))
      .then(() => {
        this.#isDue = false;
        return this.#close();
      });
  }

  /** Resolves when no close is under way, and none comes any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRetry?.();
    await this.#lastClose;
  }

  async #close(): Promise<void> {
    try {
      const { transactionHash } = await this.#node.acceptLedger();
      this.#retryDelayMs = FIRST_RETRY_MS;
      // After a ledger that took nothing in, the next one would not either.
      if (transactionHash !== NO_TRANSACTIONS && this.#isSomethingOpen) this.closeSoon();
    } catch (error) {
      this.#onFailure(error);
      this.#retryLater();
    }
  }

  #retryLater(): void {
    if (this.#isStopped) return;
    this.#cancelRetry = this.#alarm(() => {
      this.#cancelRetry = undefined;
      // Unless somebody else closed it in the meantime.
      if (this.#isSomethingOpen) this.closeSoon();
      else this.#retryDelayMs = FIRST_RETRY_MS;
    }, this.#retryDelayMs);
    this.#retryDelayMs = Math.min(this.#retryDelayMs * 2, LONGEST_RETRY_MS);
  }

  get #isSomethingOpen(): boolean {
    return this.#node.openView.transactionCount > 0;
  }
}

function setAlarm(callback: () => void, delayMs: number): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
