/**
 * Transactions that clients submitted here and that no validated ledger holds yet. Each new open ledger gets them
 * again, until they are in, can no longer succeed, or are too old (rippled: LocalTxs.cpp).
 */

import type { ReadView } from '../../ledger/read-view.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet, ticketKeylet } from '../../protocol/entries/keylets.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { type Hash256, ZERO_HASH } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { type OrderedTransaction, OrderedTransactions, orderedTransaction } from './ordered-transactions.ts';

/** For how many ledgers a transaction is kept. One that is due within as many may be held again and again. */
export const HOLD_LEDGERS = 5;
/** Room for what a busy ledger interval brings; the reference has no limit. */
const LOCAL_LIMIT = 100_000;
/** Of all their blobs; one may have half a million, and takes several times as much when it is read. */
const LOCAL_LIMIT_BYTES = 32_000_000;

interface LocalTransaction extends OrderedTransaction {
  readonly lastLedgerIndex: number;
}

/** A transaction, and the last ledger that it is kept for. */
export type KeptTransaction = Pick<LocalTransaction, 'transaction' | 'lastLedgerIndex'>;

export class LocalTransactions {
  #local = new OrderedTransactions<LocalTransaction>();

  /** The content as plain values, for `restored`. */
  get contents(): readonly KeptTransaction[] {
    return Array.from(this.#local.all(), ({ transaction, lastLedgerIndex }) => ({ transaction, lastLedgerIndex }));
  }

  /** A new instance with this content. */
  static restored(contents: readonly KeptTransaction[]): LocalTransactions {
    const restored = new LocalTransactions();
    for (const { transaction, lastLedgerIndex } of contents) {
      restored.#local.set({ ...orderedTransaction(transaction), lastLedgerIndex });
    }
    return restored;
  }

  /** An independent copy. */
  copy(): LocalTransactions {
    const copy = new LocalTransactions();
    copy.#local = this.#local.copy();
    return copy;
  }

  /** Remembers a transaction that was submitted while `ledgerIndex` was open; false if there is no room for it. */
  add(transaction: Transaction, ledgerIndex: number): boolean {
    const { LastLedgerSequence: last } = transaction.fields;
    // As an unsigned 32-bit number, like the reference: the highest index there is counts as none at all.
    const afterLast = last === undefined ? Number.POSITIVE_INFINITY : (last + 1) >>> 0;
    const lastLedgerIndex = Math.min(ledgerIndex + HOLD_LEDGERS, afterLast);
    const known = this.#local.get(transaction.id);
    if (known === undefined && !this.#local.hasRoomFor(transaction, LOCAL_LIMIT, LOCAL_LIMIT_BYTES)) return false;
    if (known === undefined || known.lastLedgerIndex < lastLedgerIndex) {
      this.#local.set({ ...orderedTransaction(transaction), lastLedgerIndex });
    }
    return true;
  }

  get(id: Hash256): Transaction | undefined {
    return this.#local.get(id)?.transaction;
  }

  drop(id: Hash256): boolean {
    return this.#local.drop(id);
  }

  inOrder(): Transaction[] {
    return this.#local.inOrder(ZERO_HASH).map(({ transaction }) => transaction);
  }

  /** Removes transactions that the validated ledger holds or makes impossible. One step an account. */
  *dropSettled(view: ReadView, isInLedger: (id: Hash256) => boolean): Steps<void> {
    for (const account of [...this.#local.accounts()]) {
      const root = view.read(accountKeylet(account));
      this.#local.keepOnly(account, (entry) => !isImpossible(entry, root, view) && !isInLedger(entry.transaction.id));
      yield;
    }
  }

  /** Removes transactions whose last ledger has passed. */
  dropExpired(ledgerIndex: number): void {
    for (const account of [...this.#local.accounts()]) {
      this.#local.keepOnly(account, ({ lastLedgerIndex }) => ledgerIndex <= lastLedgerIndex);
    }
  }
}

/** `root` is the account's in that view. */
function isImpossible(
  { isTicket, value }: LocalTransaction,
  root: Readonly<AccountRoot> | undefined,
  view: ReadView,
): boolean {
  if (root === undefined || root.Sequence <= value) return false;
  // A ticket from the future may still be created.
  return !isTicket || view.read(ticketKeylet(root.Account, value)) === undefined;
}
