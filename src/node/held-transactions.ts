/**
 * Transactions that may succeed later: those ahead of their account's sequence, and others that failed in a way that
 * may pass. They are tried again when their predecessor arrives, and before each close. (Reference:
 * LedgerMaster::addHeldTransaction, applyHeldTransactions, CanonicalTXSet::popAcctTransaction.)
 */
import { sequenceProxy, type Transaction } from '../protocol/transaction.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';
import { canonicalOrder, ZERO_SALT } from './canonical-order.ts';

/** How many held transactions one successful submission may release. */
const MAX_POPPED = 10;

export class HeldTransactions {
  readonly #byAccount = new Map<AccountId, Map<Hash256, Transaction>>();

  add(transaction: Transaction): void {
    const { Account: account } = transaction.fields;
    const held = this.#byAccount.get(account);
    if (held === undefined) this.#byAccount.set(account, new Map([[transaction.id, transaction]]));
    else held.set(transaction.id, transaction);
  }

  get(id: Hash256): Transaction | undefined {
    for (const held of this.#byAccount.values()) {
      const transaction = held.get(id);
      if (transaction !== undefined) return transaction;
    }
    return undefined;
  }

  /** Removes and yields what can follow `transaction`, which succeeded: its next sequence, or any tickets. */
  popFollowing(transaction: Transaction): Transaction[] {
    const held = this.#byAccount.get(transaction.fields.Account);
    if (held === undefined) return [];
    const popped: Transaction[] = [];
    for (const candidate of canonicalOrder(held.values(), ZERO_SALT)) {
      if (isBefore(candidate, transaction)) continue;
      if (popped.length === MAX_POPPED || !mayFollow(candidate, transaction)) break;
      held.delete(candidate.id);
      popped.push(candidate);
    }
    return popped;
  }

  /** Removes and yields everything, in canonical order. */
  takeAll(salt: Hash256): Transaction[] {
    const all = [...this.#byAccount.values()].flatMap((held) => [...held.values()]);
    this.#byAccount.clear();
    return canonicalOrder(all, salt);
  }
}

/** True if the candidate comes before the transaction in its account's order. */
function isBefore(candidate: Transaction, transaction: Transaction): boolean {
  const one = sequenceProxy(candidate.fields);
  const other = sequenceProxy(transaction.fields);
  if (one.isTicket !== other.isTicket) return other.isTicket;
  return one.value < other.value;
}

/** What does not come before a successful transaction may follow it if it is a ticket or the very next sequence. */
function mayFollow(candidate: Transaction, transaction: Transaction): boolean {
  const { isTicket, value } = sequenceProxy(candidate.fields);
  return isTicket || value === sequenceProxy(transaction.fields).value + 1;
}
