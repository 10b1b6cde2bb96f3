/**
 * The reason why a submission fails, in one line: the engine's, or the queue's with the cost of a place. Also what a successful one
 * does not do.
 */
import { mayFallShort } from '../../../explorer/shortfalls/shortfalls.js';
import type { EntryChange } from '../../ledger/sandbox.ts';
import { StateAwaitedError, StateReadError } from '../../ledger/state-read-error.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import { isTesSuccess, type Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { baseFeeOf } from '../../transactions/engine/base-fee.ts';
import type { ApplyResult } from '../../transactions/engine/engine.ts';
import { innerFailure } from '../../transactions/explain/batch-reasons.ts';
import { meaningOf, reasonOf } from '../../transactions/explain/explanation.ts';
import type { Subject } from '../../transactions/explain/findings.ts';
import { type Shortfall, shortfallLine, shortfallsOf } from '../../transactions/explain/shortfalls.ts';
import { dropsWords } from '../../transactions/explain/value-words.ts';
import type { LedgerContext } from '../../transactions/transaction-type.ts';
import { levelToDrops } from '../queue/fee-metrics.ts';
import type { QueueReader, TransactionQueue } from '../queue/transaction-queue.ts';

const { tfSetNoRipple } = TransactionFlags.TrustSet;

/**
 * Watches one submission at a time. If it fails, the reason is computed on the ledger state before a fee is claimed. If it succeeds,
 * its metadata is made for those types only that may fall short.
 */
export class SubmissionWatch {
  #submitted: Subject | undefined;
  #reason: string | undefined;
  #shortfalls: readonly Shortfall[] | undefined;

  /** Set once in the context of each open ledger, instead of for each submission. */
  readonly listeners: Required<Pick<LedgerContext, 'onClaim' | 'onSuccess'>> = {
    onClaim: (view, transaction, result) => {
      const submitted = this.#submitted;
      if (submitted?.transaction === transaction)
        this.#reason = known(() => reasonOf({ ...submitted, view }, result), true);
    },
    onSuccess: (transaction, describe, changes) => {
      if (this.#submitted?.transaction !== transaction || !mayFallShort(transaction.fields)) return;
      if (isPlainCreation(transaction, changes)) return;
      this.#shortfalls = known(() => shortfallsOf(transaction, describe()), true);
    },
  };

  /** Submits through the queue. */
  submit(queue: TransactionQueue, subject: Subject): ApplyResult {
    this.#submitted = subject;
    this.#reason = undefined;
    this.#shortfalls = undefined;
    const outcome = queue.submit(subject.view, subject.transaction, subject.context, subject.flags);
    this.#submitted = undefined;
    this.#reason ??= known(() => this.#reasonAfter(subject, outcome.result, queue));
    return outcome;
  }

  /** The reason why the last submission failed, or what it did not do; undefined if there is none. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** What the last submission did not do although it succeeded. */
  get shortfalls(): readonly Shortfall[] | undefined {
    return this.#shortfalls;
  }

  #reasonAfter(subject: Subject, result: Ter, queue: QueueReader): string | undefined {
    if (!isTesSuccess(result)) return reasonInOpenLedger(subject, result, queue);
    const line = shortfallLine(this.#shortfalls ?? []);
    return line === undefined ? innerFailure(subject, reasonOf) : `In the open ledger: ${line}`;
  }
}

/** True for a new offer that met no other one and no pool, and for a new trust line: the most frequent of those types. */
function isPlainCreation({ fields }: Transaction, changes: readonly EntryChange[]): boolean {
  const { TransactionType: type, Account: sender, OfferSequence: replaced, Flags: flags = 0 } = fields;
  if (type === 'TrustSet') {
    const isNew = changes.some(({ action, after }) => action === 'insert' && after.LedgerEntryType === 'RippleState');
    return isNew && (flags & tfSetNoRipple) === 0;
  }
  if (type !== 'OfferCreate' || replaced !== undefined) return false;
  return (
    changes.some(({ after }) => after.LedgerEntryType === 'Offer') &&
    changes.every(({ action, after }) => {
      if (after.LedgerEntryType === 'AccountRoot') return after.Account === sender;
      return after.LedgerEntryType === 'Offer' ? action === 'insert' : after.LedgerEntryType === 'DirectoryNode';
    })
  );
}

/**
 * Undefined if the state cannot be read: a submission does not fail because its reason cannot be computed. `canRepeat`: nothing has
 * changed yet, so the submission can wait for what it reads.
 */
function known<Value>(find: () => Value, canRepeat = false): Value | undefined {
  try {
    return find();
  } catch (error) {
    if (canRepeat && error instanceof StateAwaitedError) throw error;
    if (error instanceof StateReadError) return undefined;
    throw error;
  }
}

/** The reason why a transaction is not applied to the open ledger in its current state. */
export function reasonInOpenLedger(subject: Subject, result: Ter, queue: QueueReader): string {
  return isOfQueue(result) ? queueReason(subject, result, queue) : reasonOf(subject, result);
}

/** True for results of the queue, not of the engine. */
function isOfQueue(result: Ter): boolean {
  return result === 'terQUEUED' || result.startsWith('telCAN_NOT_QUEUE');
}

function queueReason({ transaction, view, context }: Subject, result: Ter, queue: QueueReader): string {
  const { fields } = transaction;
  const { openLedgerLevel, openLedgerCount, expectedLedgerCount, queuedCount } = queue.metrics(view.transactionCount);
  const costDrops = levelToDrops(openLedgerLevel, baseFeeOf(fields, view, context));
  return (
    `${meaningOf(result)} It holds ${openLedgerCount} transactions and takes ${expectedLedgerCount} at the base fee; ` +
    `a place costs ${dropsWords(costDrops)} now, the transaction pays ${dropsWords(fields.Fee as bigint)}, and ` +
    `${queuedCount} wait.`
  );
}
