/**
 * Submissions and what becomes of those that are not in a ledger yet: the open ledger they go to, the held ones, the
 * local ones. (Reference: NetworkOPs.cpp apply and processTransactionSet, OpenLedger.cpp accept, TxQ.cpp.)
 *
 * There is no fee escalation: a transaction that pays the base fee goes straight into the open ledger, however full.
 */

import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { OpenView } from '../ledger/open-view.ts';
import type { ReadView } from '../ledger/read-view.ts';
import { accountKeylet } from '../protocol/keylets.ts';
import { isTef, isTel, isTem, isTer, isTesSuccess, type Ter } from '../protocol/ter.ts';
import type { Transaction } from '../protocol/transaction.ts';
import type { Hash256 } from '../protocol/values.ts';
import { baseFeeOf } from '../transactions/base-fee.ts';
import { applyTransaction } from '../transactions/engine.ts';
import type { LedgerContext } from '../transactions/transaction-type.ts';
import { BoundedCache } from '../util/bounded-cache.ts';
import { applyInPasses, type OnBug } from './apply-set.ts';
import { canonicalOrder } from './canonical-order.ts';
import { HeldTransactions } from './held-transactions.ts';
import type { OpenLedgerState, ProposedListener, SubmitOptions, SubmitOutcome } from './ledger-node.ts';
import { LocalTransactions } from './local-transactions.ts';

/** A transaction that is due within this many ledgers may be held again and again. */
const HOLD_LEDGERS = 5;
/** Remembered ids of transactions that were malformed, and of those that were held once. */
const REMEMBERED_IDS = 100_000;

export interface PoolListeners {
  readonly onBug: OnBug;
  /** Told of what got into the open ledger by submission, at once or after it was held; not of what is carried over. */
  readonly onApplied: ProposedListener;
}

export class PendingPool {
  readonly #held = new HeldTransactions();
  readonly #local = new LocalTransactions();
  readonly #malformed = new BoundedCache<Hash256, true>(REMEMBERED_IDS);
  readonly #heldOnce = new BoundedCache<Hash256, true>(REMEMBERED_IDS);
  readonly #onBug: OnBug;
  readonly #onApplied: ProposedListener;
  #openView: OpenView;
  #context: LedgerContext;

  constructor(parentView: ReadView, parent: LedgerHeader, context: LedgerContext, listeners: PoolListeners) {
    this.#openView = new OpenView(parentView, parent, true);
    this.#context = context;
    this.#onBug = listeners.onBug;
    this.#onApplied = listeners.onApplied;
  }

  get openView(): OpenView {
    return this.#openView;
  }

  get context(): LedgerContext {
    return this.#context;
  }

  /** A transaction that may still get into a ledger. */
  pending(id: Hash256): Transaction | undefined {
    return this.#local.get(id) ?? this.#held.get(id);
  }

  submit(transaction: Transaction, options: SubmitOptions, validatedLedgerIndex: number): SubmitOutcome {
    if (this.#malformed.get(transaction.id)) return refused('temBAD_SIGNATURE');
    const { outcome, released } = this.#apply(transaction, options, true);
    const ledgerState = this.#ledgerState(transaction, validatedLedgerIndex);
    this.#applyReleased(released);
    return { ...outcome, ledgerState };
  }

  /** Gives every held transaction another try, before a close. */
  applyHeld(): void {
    this.#applyReleased(this.#held.takeAll(this.#openView.parentHash));
  }

  /**
   * Moves on to the ledger after `parent`: what was open and did not get in is tried again, then what the close put
   * off (`remaining`), then everything that was submitted here and is still alive.
   */
  advance(
    parentView: ReadView,
    parent: LedgerHeader,
    context: LedgerContext,
    remaining: readonly Transaction[],
    salt: Hash256,
  ): void {
    const previous = this.#openView;
    const next = new OpenView(parentView, parent, true);
    this.#openView = next;
    this.#context = context;
    const carried = new Set(remaining);
    const open = Array.from(previous.transactions, ({ transaction }) => transaction);
    for (const transaction of open.sort((a, b) => (a.id < b.id ? -1 : 1))) {
      if (parentView.hasTransaction(transaction.id)) continue;
      const { result, applied } = applyTransaction(next, transaction, context, { retry: true }, this.#onBug);
      if (!applied && !isTef(result) && !isTem(result) && !isTel(result)) carried.add(transaction);
    }
    applyInPasses(next, canonicalOrder(carried, salt), context, this.#onBug);
    this.#local.dropSettled(parentView);
    for (const transaction of this.#local.inOrder()) applyTransaction(next, transaction, context, {}, this.#onBug);
    this.#local.dropExpired(parent.ledgerIndex);
  }

  #applyReleased(transactions: readonly Transaction[]): void {
    let batch = transactions;
    while (batch.length > 0) {
      const next: Transaction[] = [];
      for (const transaction of batch) {
        if (this.#malformed.get(transaction.id)) continue;
        next.push(...this.#apply(transaction, {}, false).released);
      }
      batch = next;
    }
  }

  #apply(
    transaction: Transaction,
    { failHard = false, isAdmin = false }: SubmitOptions,
    isLocal: boolean,
  ): { outcome: Omit<SubmitOutcome, 'ledgerState'>; released: readonly Transaction[] } {
    const flags = { failHard, unlimited: isAdmin };
    const { result, applied } = applyTransaction(this.#openView, transaction, this.#context, flags, this.#onBug);
    if (applied) this.#onApplied(transaction, result);
    const isDropped = failHard && !isTesSuccess(result);
    let kept = false;
    let released: readonly Transaction[] = [];
    if (isTem(result)) this.#malformed.set(transaction.id, true);
    if (isTesSuccess(result)) released = this.#held.popFollowing(transaction);
    else if (this.#mayBeHeld(transaction, result, isLocal) && !failHard) {
      kept = this.#held.add(transaction);
    }
    if (isLocal && !isDropped) {
      kept = this.#local.add(transaction, this.#openView.ledgerIndex) || kept;
    }
    return { outcome: { result, applied, broadcast: applied && !isDropped, queued: false, kept }, released };
  }

  /** Results that may change are worth another try; a transaction that nobody waits for gets just one. */
  #mayBeHeld(transaction: Transaction, result: Ter, isLocal: boolean): boolean {
    if (result === 'tefPAST_SEQ' || !(isTer(result) || isTel(result) || isTef(result))) return false;
    const { LastLedgerSequence: last } = transaction.fields;
    // As unsigned 32-bit numbers, like the reference: one that is past counts as far away.
    const ledgersLeft = last === undefined ? undefined : (last - this.#openView.ledgerIndex) >>> 0;
    if (isLocal || (ledgersLeft !== undefined && ledgersLeft <= HOLD_LEDGERS)) return true;
    if (this.#heldOnce.get(transaction.id)) return false;
    this.#heldOnce.set(transaction.id, true);
    return true;
  }

  #ledgerState(transaction: Transaction, validatedLedgerIndex: number): OpenLedgerState {
    const account = this.#openView.read(accountKeylet(transaction.fields.Account));
    const sequence = account?.Sequence ?? 0;
    return {
      openLedgerCostDrops: baseFeeOf(transaction.fields, this.#openView, this.#context),
      accountSequenceNext: sequence,
      accountSequenceAvailable: sequence,
      validatedLedgerIndex,
    };
  }
}

function refused(result: Ter): SubmitOutcome {
  return { result, applied: false, broadcast: false, queued: false, kept: false, ledgerState: undefined };
}
