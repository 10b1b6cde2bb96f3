/**
 * Submission to the open ledger. A transaction that pays the required fee level is applied at once. Others are queued if
 * they are likely to claim a fee later. Each new open ledger takes queued transactions in order of their fee level, until
 * they pay less than it requires (rippled: TxQ.cpp).
 */

import { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { isTec, isTesSuccess, type Ter } from '../../protocol/tables/ter.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { consequencesOf } from '../../transactions/engine/consequences.ts';
import {
  type ApplyResult,
  applyTransaction,
  notApplied,
  type OnBug,
  preclaimOnly,
  preflightOnly,
} from '../../transactions/engine/engine.ts';
import type { ApplyFlags, LedgerContext } from '../../transactions/transaction-type.ts';
import type { Steps } from '../../util/steps.ts';
import { compareWithinAccount } from '../close/canonical-order.ts';
import { drainQueue } from './drain-queue.ts';
import { FeeMetrics, feeLevelPaid, type LearnedFees, REFERENCE_LEVEL } from './fee-metrics.ts';
import {
  type Candidate,
  createCandidate,
  nextFreeSequence,
  type QueueContents,
  QueueIndex,
  RETRIES_ALLOWED,
} from './transaction-queue-index.ts';
import type { QueueOptions } from './transaction-queue-options.ts';
import * as rules from './transaction-queue-rules.ts';

/** Figures of the queue and the open ledger. Fee levels are in units of 1/256 of the base fee. */
export interface QueueMetrics {
  readonly queuedCount: number;
  /** Undefined until the first ledger closes, when there is no limit. */
  readonly maximumQueueSize: number | undefined;
  readonly openLedgerCount: number;
  readonly expectedLedgerCount: number;
  /** The least fee level for the queue. */
  readonly minimumLevel: bigint;
  /** The median fee level of the last ledger, or the minimum of the escalation multiplier if that is higher. */
  readonly medianLevel: bigint;
  /** The least fee level for the open ledger. */
  readonly openLedgerLevel: bigint;
}

/** Reads the queue. */
export interface QueueReader {
  metrics(openLedgerCount: number): QueueMetrics;
  /** The least fee level for an open ledger of so many transactions. Each submission needs it. */
  openLedgerLevel(openLedgerCount: number): bigint;
  /** An account's queued transactions: sequences, then tickets, each ascending. */
  ofAccount(account: AccountId): readonly Readonly<Candidate>[];
  /** All queued transactions, the highest fee level first. */
  all(): readonly Readonly<Candidate>[];
  /** The next sequence that neither the ledger nor a queued transaction of the account has used. */
  nextSequence(root: Readonly<AccountRoot>): number;
}

/** The state of a queue, without its options. */
export interface QueueState extends QueueContents {
  readonly fees: LearnedFees;
  readonly maximumSize: number | undefined;
}

export class TransactionQueue implements QueueReader {
  readonly #options: QueueOptions;
  readonly #onBug: OnBug;
  #fees: FeeMetrics;
  #index = new QueueIndex();
  #maximumSize: number | undefined;

  constructor(options: QueueOptions, onBug: OnBug) {
    this.#options = options;
    this.#onBug = onBug;
    this.#fees = new FeeMetrics(options);
  }

  /** An independent copy. */
  copy(): TransactionQueue {
    return this.restored(this.contents);
  }

  /** The state as plain values, for `restored`. */
  get contents(): QueueState {
    return { ...this.#index.contents, fees: this.#fees.learned, maximumSize: this.#maximumSize };
  }

  /** A new instance with this state and the same options. */
  restored({ fees, maximumSize, ...contents }: QueueState): TransactionQueue {
    const restored = new TransactionQueue(this.#options, this.#onBug);
    restored.#fees = this.#fees.restored(fees);
    restored.#index = QueueIndex.restored(contents);
    restored.#maximumSize = maximumSize;
    return restored;
  }

  metrics(openLedgerCount: number): QueueMetrics {
    return {
      queuedCount: this.#index.size,
      maximumQueueSize: this.#maximumSize,
      openLedgerCount,
      expectedLedgerCount: this.#fees.expectedCount,
      minimumLevel: this.#isFull(100) ? (this.#index.byFee.at(-1)?.feeLevel ?? 0n) + 1n : REFERENCE_LEVEL,
      medianLevel: this.#fees.multiplier,
      openLedgerLevel: this.openLedgerLevel(openLedgerCount),
    };
  }

  openLedgerLevel(openLedgerCount: number): bigint {
    return this.#fees.requiredLevel(openLedgerCount);
  }

  ofAccount(account: AccountId): readonly Readonly<Candidate>[] {
    return this.#index.account(account)?.candidates ?? [];
  }

  /** The queued transaction with that id. */
  get(id: Hash256): Transaction | undefined {
    return this.#index.get(id)?.transaction;
  }

  /** Removes the queued transaction with that id; false if there is none. */
  drop(id: Hash256): boolean {
    const candidate = this.#index.get(id);
    if (candidate !== undefined) this.#index.remove(candidate);
    return candidate !== undefined;
  }

  all(): readonly Readonly<Candidate>[] {
    return this.#index.byFee;
  }

  nextSequence(root: Readonly<AccountRoot>): number {
    return nextFreeSequence(root, this.#index.account(root.Account));
  }

  /**
   * True if `submit` would refuse the transaction because a sequence before its own is missing in ledger and queue, or
   * because it is queued already. Much cheaper than `submit`.
   */
  isOutOfTurn(view: OpenView, { id, fields }: Transaction): boolean {
    const root = view.read(accountKeylet(fields.Account));
    const proxy = sequenceProxy(fields);
    if (root === undefined || proxy.isTicket || proxy.value <= root.Sequence) return false;
    const queue = this.#index.account(fields.Account);
    const queued = queue?.candidates.find((candidate) => compareWithinAccount(candidate, proxy) === 0);
    if (queued !== undefined) return queued.transaction.id === id;
    return proxy.value !== nextFreeSequence(root, queue);
  }

  /** Applies a transaction to the open ledger, queues it (`terQUEUED`), or refuses it (rippled: TxQ.cpp, apply). */
  submit(view: OpenView, transaction: Transaction, context: LedgerContext, flags: ApplyFlags): ApplyResult {
    const root = view.read(accountKeylet(transaction.fields.Account));
    const direct = root && this.#applyDirectly(view, transaction, root, context, flags);
    if (direct !== undefined) return direct;
    const form = preflightOnly(transaction, context, flags, this.#onBug);
    if (form !== 'tesSUCCESS') return notApplied(form);
    if (flags.dryRun) return notApplied('telCAN_NOT_QUEUE');
    if (root === undefined) return notApplied('terNO_ACCOUNT');
    const ticket = rules.checkTicket(view, transaction, root);
    if (ticket !== 'tesSUCCESS') return notApplied(ticket);
    const { fields } = transaction;
    const level = feeLevelPaid(fields, view, context);
    const candidate = createCandidate(transaction, level, consequencesOf(fields), { ...flags, retry: false });
    return this.#admit(view, rules.createQueueCandidate(candidate, root, this.#index.account(fields.Account)), context);
  }

  /** Fills a new open ledger from the queue (rippled: TxQ.cpp, accept). */
  *drainInto(view: OpenView, context: LedgerContext): Steps<void> {
    yield* drainQueue(this.#index, {
      requiredLevel: () => this.#fees.requiredLevel(view.transactionCount),
      apply: ({ transaction, flags }) => applyTransaction(view, transaction, context, flags, this.#onBug),
      isNearlyFull: () => this.#isFull(95),
    });
    this.#index.shuffle(view.parentHash);
  }

  /**
   * Updates the fee metrics from a closed ledger and removes expired transactions (rippled: TxQ::processClosedLedger).
   * @param view the state after the ledger
   * @param isSlow true if the close took so long that the expected size should shrink
   */
  *processClosedLedger(
    view: ReadView,
    context: LedgerContext,
    transactions: readonly Transaction[],
    isSlow: boolean,
  ): Steps<void> {
    const levels = new BigUint64Array(transactions.length);
    for (const [at, { fields }] of transactions.entries()) {
      levels[at] = feeLevelPaid(fields, view, context);
      yield;
    }
    this.#fees.update(levels, isSlow);
    const { ledgersInQueue, minimumQueueSize } = this.#options;
    if (!isSlow) this.#maximumSize = Math.max(this.#fees.expectedCount * ledgersInQueue, minimumQueueSize);
    const expired = this.#index.byFee.filter(({ transaction: { fields } }) => {
      return fields.LastLedgerSequence !== undefined && fields.LastLedgerSequence <= view.ledgerIndex;
    });
    for (const candidate of expired) {
      this.#index.account(candidate.transaction.fields.Account)!.dropPenalty = true;
      this.#index.remove(candidate);
    }
    this.#index.dropEmptyAccounts();
  }

  #isFull(percent: number): boolean {
    if (this.#maximumSize === undefined) return false;
    return this.#index.size >= Math.floor((this.#maximumSize * percent) / 100);
  }

  /** Applies a transaction with the next sequence or a ticket that pays enough (rippled: TxQ.cpp, tryDirectApply). */
  #applyDirectly(
    view: OpenView,
    transaction: Transaction,
    root: Readonly<AccountRoot>,
    context: LedgerContext,
    flags: ApplyFlags,
  ): ApplyResult | undefined {
    const { fields } = transaction;
    const proxy = sequenceProxy(fields);
    if (!proxy.isTicket && proxy.value !== root.Sequence) return undefined;
    const required = this.openLedgerLevel(view.transactionCount);
    if (feeLevelPaid(fields, view, context) < required) return undefined;
    const outcome = applyTransaction(view, transaction, context, flags, this.#onBug);
    if (outcome.applied) {
      const queued = this.#index.account(fields.Account)?.candidates;
      const replaced = queued?.find((candidate) => compareWithinAccount(candidate, proxy) === 0);
      if (replaced !== undefined) this.#index.remove(replaced);
    }
    return outcome;
  }

  /** The second half of TxQ::apply: the checks before a transaction is queued. */
  #admit(view: OpenView, queueCandidate: rules.QueueCandidate, context: LedgerContext): ApplyResult {
    const { candidate } = queueCandidate;
    const place = this.#checkPlace(queueCandidate);
    if (!isTesSuccess(place)) return notApplied(place);
    const hasQueuedSiblings = rules.hasQueuedSiblings(queueCandidate);
    let trial: ReadView = view;
    if (hasQueuedSiblings) {
      const refusal = this.#checkCompany(queueCandidate, view);
      const queued = isTesSuccess(refusal) ? rules.viewAfterQueued(queueCandidate, view, context) : refusal;
      if (typeof queued === 'string') return notApplied(queued);
      trial = queued;
    }
    const claim = preclaimOnly(trial, candidate.transaction, context, candidate.flags, this.#onBug);
    if (!isTesSuccess(claim) && !isTec(claim)) return notApplied(claim);
    const cleared = hasQueuedSiblings ? this.#clearThrough(view, queueCandidate, context) : undefined;
    if (cleared !== undefined) return cleared;
    const room = hasQueuedSiblings ? 'tesSUCCESS' : rules.checkRoom(queueCandidate, view, this.#options);
    const refusal = isTesSuccess(room) && queueCandidate.replaced === undefined ? this.#makeRoom(candidate) : room;
    if (!isTesSuccess(refusal)) return notApplied(refusal);
    if (queueCandidate.replaced !== undefined) this.#index.remove(queueCandidate.replaced);
    this.#index.add(candidate);
    return notApplied('terQUEUED');
  }

  #checkPlace(queueCandidate: rules.QueueCandidate): Ter {
    const blockers = rules.checkBlockers(queueCandidate);
    if (!isTesSuccess(blockers)) return blockers;
    const replacement = rules.checkReplacement(queueCandidate, this.#options);
    return isTesSuccess(replacement) ? rules.checkSequence(queueCandidate) : replacement;
  }

  #checkCompany(queueCandidate: rules.QueueCandidate, view: OpenView): Ter {
    const room = rules.checkRoom(queueCandidate, view, this.#options);
    return isTesSuccess(room) ? rules.checkSequenceAmongQueued(queueCandidate) : room;
  }

  /**
   * Applies the transaction with all queued ones of its account before it, if their fees together are enough; all or
   * none. Not if the first has failed before (rippled: TxQ.cpp, apply, tryClearAccountQueueUpThruTx).
   */
  #clearThrough(view: OpenView, queueCandidate: rules.QueueCandidate, context: LedgerContext): ApplyResult | undefined {
    const { candidate, eligible, replaced } = queueCandidate;
    const required = this.#fees.requiredLevel(view.transactionCount);
    if (candidate.isTicket || eligible[0]?.retriesRemaining !== RETRIES_ALLOWED) return undefined;
    if (candidate.feeLevel <= required || required <= REFERENCE_LEVEL) return undefined;
    const before = eligible.filter((other) => compareWithinAccount(other, candidate) < 0);
    const price = this.#fees.seriesLevel(view.transactionCount, before.length + 1);
    const paid = before.reduce((sum, { feeLevel }) => sum + feeLevel, candidate.feeLevel);
    if (price === undefined || paid < price) return undefined;
    const series = OpenView.over(view);
    const apply = ({ transaction, flags }: Candidate) =>
      applyTransaction(series, transaction, context, flags, this.#onBug);
    const tries = new Map<Candidate, Ter>();
    let isWhole = true;
    for (const other of before) {
      const { result, applied } = apply(other);
      tries.set(other, result);
      isWhole = applied;
      if (!applied) break;
    }
    const outcome = isWhole ? apply(candidate) : undefined;
    // Only now, since the state may be unreadable before.
    for (const [other, result] of tries) {
      other.retriesRemaining--;
      other.lastResult = result;
    }
    if (outcome?.applied !== true) return undefined;
    for (const other of before) this.#index.remove(other);
    if (replaced !== undefined) this.#index.remove(replaced);
    view.absorb(series);
    return outcome;
  }

  /** If the queue is full, removes the last transaction of the account that pays least, if that is less than this one. */
  #makeRoom({ feeLevel, transaction }: Candidate): Ter {
    if (!this.#isFull(100)) return 'tesSUCCESS';
    const { Account: account } = transaction.fields;
    const cheapest = this.#index.byFee.findLast((other) => other.transaction.fields.Account !== account);
    if (cheapest === undefined) return 'telCAN_NOT_QUEUE_FULL';
    const { candidates } = this.#index.account(cheapest.transaction.fields.Account)!;
    if (feeLevel <= levelToBeat(cheapest, candidates, feeLevel)) return 'telCAN_NOT_QUEUE_FULL';
    this.#index.remove(candidates.at(-1)!);
    return 'tesSUCCESS';
  }
}

/** The average fee level of the cheapest transaction's account; at least the cheapest if the offer is below that. */
function levelToBeat(cheapest: Candidate, candidates: readonly Candidate[], offered: bigint): bigint {
  if (cheapest.feeLevel > offered || candidates.length === 1) return cheapest.feeLevel;
  return candidates.reduce((sum, { feeLevel }) => sum + feeLevel, 0n) / BigInt(candidates.length);
}
