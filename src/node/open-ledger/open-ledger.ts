/**
 * The open ledger and the other places of submitted transactions that no validated ledger holds yet: held, local and queued
 * transactions (rippled: NetworkOPs.cpp apply and processTransactionSet, OpenLedger.cpp accept).
 */

import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { StateReadError } from '../../ledger/state-read-error.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { isTef, isTel, isTem, isTer, isTesSuccess, type Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { createdChannelId } from '../../transactions/channels/payment-channel.ts';
import { baseFeeOf } from '../../transactions/engine/base-fee.ts';
import { type ApplyResult, applyTransaction, type OnBug, passOutcome } from '../../transactions/engine/engine.ts';
import type { ApplyFlags, LedgerContext } from '../../transactions/transaction-type.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import { finishSteps, type Steps } from '../../util/steps.ts';
import { canonicalOrder } from '../close/canonical-order.ts';
import { applyInPasses } from '../close/passes.ts';
import { REFERENCE_LEVEL } from '../queue/fee-metrics.ts';
import { type QueueReader, TransactionQueue } from '../queue/transaction-queue.ts';
import type { QueueOptions } from '../queue/transaction-queue-options.ts';
import { HeldTransactions } from './held-transactions.ts';
import { HOLD_LEDGERS, LocalTransactions } from './local-transactions.ts';
import type {
  OpenLedgerFullness,
  OpenLedgerState,
  ProposedListener,
  SubmitOptions,
  SubmitOutcome,
} from './submission.ts';
import { SubmissionWatch } from './submission-reason.ts';

/** Remembered ids of transactions that were malformed, and of those that were held once. */
const REMEMBERED_IDS = 100_000;

/** Of the blobs of transactions that are not tried any more. */
const ABANDONED_BYTES = 2_000_000;

const OUT_OF_TURN = { result: 'terPRE_SEQ', applied: false } as const;

export interface OpenLedgerListeners {
  readonly onBug: OnBug;
  /** Called after a submission was applied, at once or after it was held; not for transactions that are carried over. */
  readonly onApplied: ProposedListener;
}

/** A ledger that just closed, with the results of its transactions. */
export interface ClosedOutcome {
  readonly view: ReadView;
  readonly header: LedgerHeader;
  readonly applied: readonly Transaction[];
  /** Transactions that are left for the next ledger. */
  readonly remaining: readonly Transaction[];
  /** Salt of the canonical order that was used. */
  readonly salt: Hash256;
  /** True if the close took so long that the next ledgers should be smaller. */
  readonly isSlow: boolean;
}

/** Where a submitted transaction waits for a ledger. */
export type WaitingPlace = 'open ledger' | 'queue' | 'held' | 'local';

/** A transaction that was taken out. */
export interface DroppedTransaction {
  /** Where it was. */
  readonly places: readonly WaitingPlace[];
  /** Others that cannot be in the open ledger without it. */
  readonly displaced: readonly Hash256[];
}

/** The state of an open ledger. It is immutable: `save` and `restore` copy. */
export interface SavedOpenLedger {
  readonly openView: OpenView;
  readonly context: LedgerContext;
  readonly queue: TransactionQueue;
  readonly held: HeldTransactions;
  readonly local: LocalTransactions;
  readonly malformed: BoundedCache<Hash256, true>;
  readonly heldOnce: BoundedCache<Hash256, true>;
}

export class OpenLedger {
  queue: TransactionQueue;
  #held: HeldTransactions;
  #local = new LocalTransactions();
  #malformed = new BoundedCache<Hash256, true>(REMEMBERED_IDS);
  #heldOnce = new BoundedCache<Hash256, true>(REMEMBERED_IDS);
  readonly #abandoned = new BoundedCache<Hash256, Transaction>(ABANDONED_BYTES, ({ blob }) => blob.length);
  /** Work that stopped because the state could not be read, each from where it stopped. */
  #unfinished: (() => Steps<void>)[] = [];
  readonly #watch = new SubmissionWatch();
  readonly #queueOptions: QueueOptions;
  readonly #onBug: OnBug;
  readonly #onApplied: ProposedListener;
  /** Both are replaced with each close. */
  view: OpenView;
  context: LedgerContext;

  constructor(
    parentView: ReadView,
    parent: LedgerHeader,
    context: LedgerContext,
    queueOptions: QueueOptions,
    listeners: OpenLedgerListeners,
  ) {
    this.queue = new TransactionQueue(queueOptions, listeners.onBug);
    this.#held = new HeldTransactions(queueOptions.maximumHeldPerAccount);
    this.#queueOptions = queueOptions;
    this.view = new OpenView(parentView, parent, true);
    this.context = { ...context, ...this.#watch.listeners };
    this.#onBug = listeners.onBug;
    this.#onApplied = listeners.onApplied;
  }

  /** The current state, for `restore`. */
  save(): SavedOpenLedger {
    return {
      openView: this.view.copy(),
      context: this.context,
      queue: this.queue.copy(),
      held: this.#held.copy(),
      local: this.#local.copy(),
      malformed: this.#malformed.copy(),
      heldOnce: this.#heldOnce.copy(),
    };
  }

  /** The state after a start with this ledger as the last one. */
  emptyAfter(parentView: ReadView, parent: LedgerHeader, context: LedgerContext): SavedOpenLedger {
    return {
      openView: new OpenView(parentView, parent, true),
      context: { ...context, ...this.#watch.listeners },
      queue: new TransactionQueue(this.#queueOptions, this.#onBug),
      held: new HeldTransactions(this.#queueOptions.maximumHeldPerAccount),
      local: new LocalTransactions(),
      malformed: new BoundedCache(REMEMBERED_IDS),
      heldOnce: new BoundedCache(REMEMBERED_IDS),
    };
  }

  /** Returns to a saved state, any number of times. */
  restore(saved: SavedOpenLedger): void {
    this.view = saved.openView.copy();
    this.context = saved.context;
    this.queue = saved.queue.copy();
    this.#held = saved.held.copy();
    this.#local = saved.local.copy();
    this.#malformed = saved.malformed.copy();
    this.#heldOnce = saved.heldOnce.copy();
    this.#unfinished = [];
  }

  /**
   * Continues what stopped because the state could not be read: the filling of a new open ledger, and the release of held
   * transactions. Everything else comes after it.
   */
  *finish(): Steps<void> {
    for (;;) {
      const work = this.#unfinished.shift();
      if (work === undefined) return;
      yield* this.#begin(work);
    }
  }

  *#begin(work: () => Steps<void>): Steps<void> {
    try {
      yield* work();
    } catch (error) {
      if (error instanceof StateReadError) this.#unfinished.unshift(work);
      throw error;
    }
  }

  /** A transaction that may still get into a ledger. */
  pending(id: Hash256): Transaction | undefined {
    return this.#local.get(id) ?? this.#held.get(id) ?? this.queue.get(id);
  }

  /** A submitted transaction that got into no ledger and is not tried any more; recent ones only. */
  abandoned(id: Hash256): Transaction | undefined {
    return this.#abandoned.get(id);
  }

  submit(transaction: Transaction, options: SubmitOptions, validatedLedgerIndex: number): SubmitOutcome {
    if (this.#unfinished.length > 0) finishSteps(this.finish());
    if (this.#malformed.get(transaction.id)) return refused(transaction, 'temBAD_SIGNATURE');
    const { outcome, released } = this.#apply(transaction, options, true);
    const ledgerState = this.#ledgerState(transaction, validatedLedgerIndex);
    this.#releaseNow(released);
    return {
      ...outcome,
      ledgerState,
      channelId: createdChannelId(this.view, transaction),
      fullness: isForRoom(outcome.result) ? fullnessOf(this) : undefined,
    };
  }

  /** Removes a transaction from all places; undefined if it is in none. The other transactions stay as far as possible. */
  takeOut(id: Hash256): DroppedTransaction | undefined {
    finishSteps(this.finish());
    const places: WaitingPlace[] = [];
    // First, since it reads the state.
    const displaced = this.view.hasTransaction(id) ? this.#reopenWithout(id) : undefined;
    if (displaced !== undefined) places.push('open ledger');
    if (this.queue.drop(id)) places.push('queue');
    if (this.#held.drop(id)) places.push('held');
    if (this.#local.drop(id)) places.push('local');
    return places.length === 0 ? undefined : { places, displaced: displaced ?? [] };
  }

  /** Applies the open ledger's transactions again without one of them. Gives those that are not applied now. */
  #reopenWithout(id: Hash256): Hash256[] {
    const next = this.view.emptied();
    const displaced: Hash256[] = [];
    for (const { transaction } of this.view.transactions) {
      if (transaction.id === id) continue;
      const { applied } = applyTransaction(next, transaction, this.context, {}, this.#onBug);
      if (!applied) displaced.push(transaction.id);
    }
    this.view = next;
    return displaced;
  }

  /** Gives every held transaction another try, before a close. */
  *applyHeld(): Steps<void> {
    yield* this.finish();
    yield* this.#begin(this.#releaseOf(this.#held.takeAll(this.view.parentHash)));
  }

  /** The result of a submission now; nothing is kept. */
  simulate(transaction: Transaction): ApplyResult {
    return this.queue.submit(this.view, transaction, this.context, { dryRun: true });
  }

  /**
   * Opens the ledger after the one that closed. Open transactions that did not get in are applied again, with those that the close
   * deferred; then queued transactions; then all local transactions that may still succeed. Reads meanwhile see the previous open
   * ledger, and nothing is submitted. Calls `onOpened` in the turn in which the new ledger replaces it, even if a queued or local
   * transaction failed.
   */
  *advance(closed: ClosedOutcome, facts: LedgerContext, onOpened: () => void): Steps<void> {
    const context = { ...facts, ...this.#watch.listeners };
    const next = new OpenView(closed.view, closed.header, true);
    const inLedger = new Set(closed.applied.map(({ id }) => id));
    const missed = Array.from(this.view.transactions, ({ transaction }) => transaction)
      .filter(({ id }) => !inLedger.has(id))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    yield* this.#carryOver(next, missed, new Set(closed.remaining), closed.salt, context);
    let isCounted = false;
    const { queue } = this;
    const fill = function* (this: OpenLedger): Steps<void> {
      if (!isCounted) yield* queue.processClosedLedger(closed.view, context, closed.applied, closed.isSlow);
      isCounted = true;
      yield* queue.drainInto(next, context);
      const { possible: local, impossible } = yield* this.#local.split(closed.view, (id) => inLedger.has(id));
      for (const transaction of local.inOrder()) {
        if (next.hasTransaction(transaction.id)) continue;
        if (!queue.isOutOfTurn(next, transaction)) queue.submit(next, transaction, context, {});
        yield;
      }
      const expired = local.dropExpired(closed.header.ledgerIndex);
      for (const transaction of [...impossible, ...expired]) this.#abandoned.set(transaction.id, transaction);
      this.#local = local;
    };
    try {
      yield* this.#begin(fill.bind(this));
    } finally {
      this.view = next;
      // What was malformed by other rules may be well-formed now.
      if (context.rules !== this.context.rules) this.#malformed = new BoundedCache(REMEMBERED_IDS);
      this.context = context;
      onOpened();
    }
  }

  *#carryOver(
    next: OpenView,
    transactions: readonly Transaction[],
    deferred: Set<Transaction>,
    salt: Hash256,
    context: LedgerContext,
  ): Steps<void> {
    for (const transaction of transactions) {
      const outcome = passOutcome(applyTransaction(next, transaction, context, { retry: true }, this.#onBug));
      if (outcome === 'retry') deferred.add(transaction);
      yield;
    }
    yield* applyInPasses(next, canonicalOrder(deferred, salt), context, this.#onBug);
  }

  /** Applies transactions that a submission released. What cannot be read now waits: the submission itself is applied. */
  #releaseNow(released: readonly Transaction[]): void {
    if (released.length === 0) return;
    try {
      finishSteps(this.#begin(this.#releaseOf(released)));
    } catch (error) {
      if (!(error instanceof StateReadError)) throw error;
    }
  }

  /** Applies transactions that were held, then those that they release. If it throws, it can be called again. */
  #releaseOf(transactions: readonly Transaction[]): () => Steps<void> {
    let batch = transactions;
    let at = 0;
    let next: Transaction[] = [];
    return function* (this: OpenLedger): Steps<void> {
      while (batch.length > 0) {
        for (; at < batch.length; at++) {
          const transaction = batch[at]!;
          if (this.#malformed.get(transaction.id)) continue;
          next.push(...this.#apply(transaction, {}, false).released);
          yield;
        }
        [batch, next, at] = [next, [], 0];
      }
    }.bind(this);
  }

  #apply(
    transaction: Transaction,
    { failHard = false, isAdmin = false }: SubmitOptions,
    isLocal: boolean,
  ): { outcome: Omit<SubmitOutcome, 'ledgerState'>; released: readonly Transaction[] } {
    const flags = { failHard, unlimited: isAdmin };
    // A held transaction that is not applied is held again, for any reason.
    const { result, applied } =
      !isLocal && this.queue.isOutOfTurn(this.view, transaction)
        ? OUT_OF_TURN
        : this.#submit(transaction, flags, isLocal);
    const queued = result === 'terQUEUED';
    if (applied) this.#onApplied(transaction, result, this.view);
    const isDropped = failHard && !isTesSuccess(result);
    let kept = false;
    let hasRoom = true;
    let released: readonly Transaction[] = [];
    if (isTem(result)) this.#malformed.set(transaction.id, true);
    if (isTesSuccess(result)) released = this.#held.popFollowing(transaction);
    else if (this.#mayBeHeld(transaction, result, isLocal) && !failHard) {
      hasRoom = this.#held.add(transaction);
      kept = hasRoom;
    }
    if (isLocal && !isDropped && (hasRoom || queued)) {
      kept = this.#local.add(transaction, this.view.ledgerIndex) || kept;
    }
    const broadcast = (applied || queued) && !isDropped;
    return {
      outcome: {
        transaction,
        result,
        reason: isLocal ? this.#watch.reason : undefined,
        shortfalls: isLocal ? this.#watch.shortfalls : undefined,
        applied,
        broadcast,
        queued,
        kept,
      },
      released,
    };
  }

  /** Only a submission gets a reason for its failure. */
  #submit(transaction: Transaction, flags: ApplyFlags, isLocal: boolean): ApplyResult {
    const { queue, view, context } = this;
    if (isLocal) return this.#watch.submit(queue, { transaction, view, context, flags });
    return queue.submit(view, transaction, context, flags);
  }

  /** Transactions whose result may change are held; one that was not submitted here is held only once. */
  #mayBeHeld(transaction: Transaction, result: Ter, isLocal: boolean): boolean {
    // It comes back if it is pushed out of the queue.
    if (result === 'terQUEUED') return true;
    if (result === 'tefPAST_SEQ' || !(isTer(result) || isTel(result) || isTef(result))) return false;
    const { LastLedgerSequence: last } = transaction.fields;
    // As unsigned 32-bit numbers, like the reference: a past index counts as far away.
    const ledgersLeft = last === undefined ? undefined : (last - this.view.ledgerIndex) >>> 0;
    if (isLocal || (ledgersLeft !== undefined && ledgersLeft <= HOLD_LEDGERS)) return true;
    if (this.#heldOnce.get(transaction.id)) return false;
    this.#heldOnce.set(transaction.id, true);
    return true;
  }

  #ledgerState(transaction: Transaction, validatedLedgerIndex: number): OpenLedgerState {
    const account = this.view.read(accountKeylet(transaction.fields.Account));
    const baseDrops = baseFeeOf(transaction.fields, this.view, this.context);
    const openLedgerLevel = this.queue.openLedgerLevel(this.view.transactionCount);
    return {
      openLedgerCostDrops: (openLedgerLevel * baseDrops) / REFERENCE_LEVEL,
      accountSequenceNext: account?.Sequence ?? 0,
      accountSequenceAvailable: account === undefined ? 0 : this.queue.nextSequence(account),
      validatedLedgerIndex,
    };
  }
}

/** True for a result that a transaction may get because the open ledger is full. */
function isForRoom(result: Ter): boolean {
  return result === 'terQUEUED' || result === 'telINSUF_FEE_P' || result.startsWith('telCAN_NOT_QUEUE');
}

interface FullnessSource {
  readonly queue: QueueReader;
  readonly view: OpenView;
}

/** Undefined while the open ledger takes transactions at the base fee. */
export function fullnessOf({ queue, view }: FullnessSource): OpenLedgerFullness | undefined {
  const { openLedgerLevel, openLedgerCount, expectedLedgerCount } = queue.metrics(view.transactionCount);
  return openLedgerLevel === REFERENCE_LEVEL ? undefined : { openLedgerCount, expectedLedgerCount };
}

function refused(transaction: Transaction, result: Ter): SubmitOutcome {
  const reason = 'The same transaction was submitted before, and was malformed.';
  const not = { applied: false, broadcast: false, queued: false, kept: false };
  return { transaction, result, reason, ...not, ledgerState: undefined };
}
