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

interface LocalTransaction {
  readonly transaction: Transaction;
  readonly lastLedgerIndex: number;
}

export class LocalTransactions {
  readonly #byId = new Map<Hash256, LocalTransaction>();

  /** Remembers a transaction that was submitted while `ledgerIndex` was open. */
  add(transaction: Transaction, ledgerIndex: number): void {
    const { LastLedgerSequence: last } = transaction.fields;
    const lastLedgerIndex = Math.min(ledgerIndex + HOLD_LEDGERS, last === undefined ? Infinity : last + 1);
    const known = this.#byId.get(transaction.id);
    if (known === undefined || known.lastLedgerIndex < lastLedgerIndex) {
      this.#byId.set(transaction.id, { transaction, lastLedgerIndex });
    }
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
  sweep(view: ReadView): void {
    for (const [id, { transaction, lastLedgerIndex }] of this.#byId) {
      if (view.ledgerIndex > lastLedgerIndex || view.hasTransaction(id) || isImpossible(transaction, view)) {
        this.#byId.delete(id);
      }
    }
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
