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

  /**
   * Splits those that the validated ledger does not hold: a new instance with those that later ledgers may hold, and the
   * others. One step an account.
   */
  *split(
    view: ReadView,
    isInLedger: (id: Hash256) => boolean,
  ): Steps<{ readonly possible: LocalTransactions; readonly impossible: readonly Transaction[] }> {
    const possible = new LocalTransactions();
    const impossible: Transaction[] = [];
    for (const account of this.#local.accounts()) {
      const missed = this.#local.ofAccount(account).filter(({ transaction }) => !isInLedger(transaction.id));
      const root = missed.length > 0 ? view.read(accountKeylet(account)) : undefined;
      for (const entry of missed) {
        if (isImpossible(entry, root, view)) impossible.push(entry.transaction);
        else possible.#local.set(entry);
      }
      yield;
    }
    return { possible, impossible };
  }

  /** Removes and gives transactions whose last ledger has passed. */
  dropExpired(ledgerIndex: number): Transaction[] {
    const expired: Transaction[] = [];
    for (const account of [...this.#local.accounts()]) {
      this.#local.keepOnly(account, ({ transaction, lastLedgerIndex }) => {
        if (ledgerIndex <= lastLedgerIndex) return true;
        expired.push(transaction);
        return false;
      });
    }
    return expired;
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
