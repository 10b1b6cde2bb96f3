/**
 * Transactions that clients submitted here and that no validated ledger holds yet. Each new open ledger gets them
 * again, until they are in, can no longer succeed, or are too old. (Reference: LocalTxs.cpp.)
 */
import type { ReadView } from '../ledger/read-view.ts';
import { accountKeylet, ticketKeylet } from '../protocol/keylets.ts';
import { sequenceProxy, type Transaction } from '../protocol/transaction.ts';
import type { Hash256 } from '../protocol/values.ts';
import { canonicalOrder, ZERO_SALT } from './canonical-order.ts';

/** For how many ledgers a transaction is kept. */
const HOLD_LEDGERS = 5;
/** Room for what a busy ledger interval brings; the reference has no limit. */
const LIMIT = 100_000;

interface LocalTransaction {
  readonly transaction: Transaction;
  readonly lastLedgerIndex: number;
}

export class LocalTransactions {
  readonly #byId = new Map<Hash256, LocalTransaction>();

  /** Remembers a transaction that was submitted while `ledgerIndex` was open; false if there is no room for it. */
  add(transaction: Transaction, ledgerIndex: number): boolean {
    const { LastLedgerSequence: last } = transaction.fields;
    // As an unsigned 32-bit number, like the reference: the highest index there is counts as none at all.
    const afterLast = last === undefined ? Number.POSITIVE_INFINITY : (last + 1) >>> 0;
    const lastLedgerIndex = Math.min(ledgerIndex + HOLD_LEDGERS, afterLast);
    const known = this.#byId.get(transaction.id);
    if (known === undefined && this.#byId.size >= LIMIT) return false;
    if (known === undefined || known.lastLedgerIndex < lastLedgerIndex) {
      this.#byId.set(transaction.id, { transaction, lastLedgerIndex });
    }
    return true;
  }

  get(id: Hash256): Transaction | undefined {
    return this.#byId.get(id)?.transaction;
  }

  inOrder(): Transaction[] {
    return canonicalOrder(
      Array.from(this.#byId.values(), ({ transaction }) => transaction),
      ZERO_SALT,
    );
  }

  /** Forgets what the validated ledger holds or makes impossible. */
  dropSettled(view: ReadView): void {
    for (const [id, { transaction }] of this.#byId) {
      if (isImpossible(transaction, view) || view.hasTransaction(id)) this.#byId.delete(id);
    }
  }

  /** Forgets what had its last chance before this validated ledger. */
  dropExpired(ledgerIndex: number): void {
    for (const [id, { lastLedgerIndex }] of this.#byId) if (ledgerIndex > lastLedgerIndex) this.#byId.delete(id);
  }
}

function isImpossible({ fields }: Transaction, view: ReadView): boolean {
  const account = view.read(accountKeylet(fields.Account));
  if (account === undefined) return false;
  const { isTicket, value } = sequenceProxy(fields);
  if (!isTicket) return account.Sequence > value;
  // A ticket from the future may still be created.
  return account.Sequence > value && view.read(ticketKeylet(fields.Account, value)) === undefined;
}
