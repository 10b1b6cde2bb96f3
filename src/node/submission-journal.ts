/**
 * Submissions that survive a kill. Each transaction that the node keeps (in the open ledger, in the queue, or for another try)
 * is also written to a journal. A node that starts submits the journal's transactions again. A transaction leaves the journal
 * when a ledger holds it, or when the node does not keep it any more.
 */

import { isTem } from '../protocol/tables/ter.ts';
import { parseTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import { impersonate, isImpersonated } from '../protocol/transaction/transaction-signature.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { SubmissionRecords } from '../storage/append-journal.ts';
import type { ClosingNode } from './ledger-node.ts';
import type { SubmitOptions, SubmitOutcome } from './open-ledger/submission.ts';

/** The transaction was applied or queued, but the journal could not be written. The cause says why. */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
  readonly transaction: Transaction;

  constructor(transaction: Transaction, cause: unknown) {
    super('the transaction could not be saved', { cause });
    this.transaction = transaction;
  }
}

/** The first byte of a record; the transaction's blob follows. */
const OPTION_BITS = { failHard: 1, isAdmin: 2, isImpersonated: 4 } as const;

export class SubmissionJournal {
  readonly #journal: SubmissionRecords;
  readonly #node: ClosingNode;
  /** For each record, a promise that resolves when it is on disk. */
  readonly #saving = new Map<Hash256, Promise<void>>();

  constructor(journal: SubmissionRecords, node: ClosingNode) {
    this.#journal = journal;
    this.#node = node;
  }

  /**
   * Submits the records of an earlier run in their order, and then follows the node's ledgers. Rejects with a
   * `LedgerTooOldError` if they cannot be submitted; then they stay in the journal.
   */
  async start(): Promise<void> {
    for (const [id, body] of [...this.#journal.records]) await this.#resubmit(id, body);
    this.#node.onValidated((_header, { derived }) => {
      for (const { id } of derived.transactions) this.#forget(id);
      for (const id of this.#journal.records.keys()) if (!this.#isAlive(id)) this.#forget(id);
    });
  }

  /** The records, for `restore`. */
  get records(): ReadonlyMap<Hash256, Buffer> {
    return new Map(this.#journal.records);
  }

  /** Replaces the records by earlier ones. Rejects if they could not be saved. */
  async restore(records: ReadonlyMap<Hash256, Buffer>): Promise<void> {
    for (const id of [...this.#journal.records.keys()]) if (!records.has(id)) this.#forget(id);
    const missing = [...records].filter(([id]) => !this.#journal.records.has(id));
    await Promise.all(missing.map(([id, body]) => this.#append(id, body)));
  }

  /**
   * Saves a submission that the node keeps. Resolves when it is on disk, rejects with a `NotSavedError`. Undefined for a
   * transaction that the journal does not hold.
   */
  save(outcome: SubmitOutcome, options: SubmitOptions): Promise<void> | undefined {
    const { transaction } = outcome;
    const { id } = transaction;
    if (isTaken(outcome) && !this.#saving.has(id) && !this.#isInLedger(id)) {
      void this.#append(id, encodeSubmission(transaction, options));
    }
    return this.#saving.get(id)?.catch((cause: unknown) => {
      throw new NotSavedError(transaction, cause);
    });
  }

  close(): Promise<void> {
    return this.#journal.close();
  }

  #append(id: Hash256, body: Buffer): Promise<void> {
    const saved = this.#journal.append(id, body);
    this.#saving.set(id, saved);
    // After a failure the next submission of the transaction tries again.
    saved.catch(() => this.#saving.delete(id));
    return saved;
  }

  async #resubmit(id: Hash256, body: Buffer): Promise<void> {
    this.#saving.set(id, Promise.resolve());
    const submit = () => this.#node.submit(() => this.#decode(body), decodeOptions(body[0]!));
    const outcome = this.#isInLedger(id) ? undefined : await submit();
    if (outcome === undefined || !isTaken(outcome)) this.#forget(id);
  }

  #decode(body: Buffer): Transaction {
    const transaction = parseTransaction(body.subarray(1));
    const isImpersonated = (body[0]! & OPTION_BITS.isImpersonated) !== 0;
    // On a server that is no longer a test bench the transaction counts as unsigned, and is refused.
    return isImpersonated && this.#node.bench !== undefined ? impersonate(transaction) : transaction;
  }

  #forget(id: Hash256): void {
    this.#saving.delete(id);
    this.#journal.remove(id);
  }

  #isInLedger(id: Hash256): boolean {
    return this.#node.store.transactionLocation(id) !== undefined;
  }

  #isAlive(id: Hash256): boolean {
    const { openLedger } = this.#node;
    return openLedger.pending(id) !== undefined || openLedger.view.hasTransaction(id);
  }
}

/** Malformed transactions are not saved, although the reference keeps them for a while. */
function isTaken({ result, applied, queued, kept }: SubmitOutcome): boolean {
  return !isTem(result) && (applied || queued || kept);
}

function encodeSubmission(transaction: Transaction, { failHard = false, isAdmin = false }: SubmitOptions): Buffer {
  const options = (failHard ? OPTION_BITS.failHard : 0) | (isAdmin ? OPTION_BITS.isAdmin : 0);
  const bits = options | (isImpersonated(transaction) ? OPTION_BITS.isImpersonated : 0);
  return Buffer.concat([Buffer.from([bits]), transaction.blob]);
}

function decodeOptions(bits: number): SubmitOptions {
  return { failHard: (bits & OPTION_BITS.failHard) !== 0, isAdmin: (bits & OPTION_BITS.isAdmin) !== 0 };
}
