/**
 * Transactions that may succeed later: those ahead of their account's sequence, and others that failed in a way that
 * may pass. They are tried again when their predecessor arrives, and before each close. Their number is limited, for
 * each account and in all, since any number of them can be submitted for free (rippled: LedgerMaster.cpp,
 * addHeldTransaction, applyHeldTransactions, CanonicalTXSet::popAcctTransaction; it has no limits).
 */

import { type SequenceProxy, sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import { type Hash256, ZERO_HASH } from '../../protocol/values.ts';
import { firstAtOrAfter } from '../close/canonical-order.ts';
import { type OrderedTransaction, OrderedTransactions, orderedTransaction } from './ordered-transactions.ts';

/** How many held transactions one successful submission may release. */
const MAX_POPPED = 10;
const DEFAULT_LIMIT = 20_000;
/** Of all their blobs; one may have half a million, and takes several times as much when it is read. */
const HELD_LIMIT_BYTES = 16_000_000;

export class HeldTransactions {
  #held = new OrderedTransactions<OrderedTransaction>();
  readonly #limit: number;
  readonly #limitPerAccount: number;
  #salt: Hash256 = ZERO_HASH;

  constructor(limitPerAccount: number, limit: number = DEFAULT_LIMIT) {
    this.#limitPerAccount = limitPerAccount;
    this.#limit = limit;
  }

  /** The content as a plain value, for `restored`. */
  get contents(): { readonly salt: Hash256; readonly transactions: readonly Transaction[] } {
    return { salt: this.#salt, transactions: Array.from(this.#held.all(), ({ transaction }) => transaction) };
  }

  /** A new instance with this content and the same limits. */
  restored({ salt, transactions }: HeldTransactions['contents']): HeldTransactions {
    const restored = new HeldTransactions(this.#limitPerAccount, this.#limit);
    for (const transaction of transactions) restored.#held.set(orderedTransaction(transaction));
    restored.#salt = salt;
    return restored;
  }

  /** An independent copy. */
  copy(): HeldTransactions {
    const copy = new HeldTransactions(this.#limitPerAccount, this.#limit);
    copy.#held = this.#held.copy();
    copy.#salt = this.#salt;
    return copy;
  }

  /** Holds a transaction; false if there is no room for it. */
  add(transaction: Transaction): boolean {
    if (this.#held.get(transaction.id) !== undefined) return true;
    if (!this.#held.hasRoomFor(transaction, this.#limit, HELD_LIMIT_BYTES)) return false;
    if (this.#held.ofAccount(transaction.fields.Account).length >= this.#limitPerAccount) return false;
    this.#held.set(orderedTransaction(transaction));
    return true;
  }

  get(id: Hash256): Transaction | undefined {
    return this.#held.get(id)?.transaction;
  }

  drop(id: Hash256): boolean {
    return this.#held.drop(id);
  }

  /**
   * Removes and gives what can follow `transaction`, which succeeded: what is first at or after its place in the
   * account's order, as long as that is its very next sequence or a ticket. What would be one too many is let go, as
   * NetworkOPs::apply does: it is taken out before the loop notices that it has enough. If it was submitted here it
   * comes back with the next open ledger.
   */
  popFollowing({ fields }: Transaction): Transaction[] {
    const held = this.#held.ofAccount(fields.Account);
    if (held.length === 0) return [];
    const proxy = sequenceProxy(fields);
    const start = firstAtOrAfter(held, proxy);
    let end = start;
    while (end < held.length && end - start <= MAX_POPPED && mayFollow(held[end]!, proxy)) end++;
    const popped = this.#held.takeRun(fields.Account, start, end);
    return popped.slice(0, MAX_POPPED).map(({ transaction }) => transaction);
  }

  /**
   * Removes and gives everything, in canonical order. The salt is for what is held from now on: LedgerMaster.cpp,
   * applyHeldTransactions, exchanges the set for an empty one with that salt, so each set has the one of the time
   * before.
   */
  takeAll(nextSalt: Hash256): Transaction[] {
    const all = this.#held.inOrder(this.#salt).map(({ transaction }) => transaction);
    this.#held.clear();
    this.#salt = nextSalt;
    return all;
  }
}

function mayFollow({ isTicket, value }: OrderedTransaction, proxy: SequenceProxy): boolean {
  return isTicket || value === proxy.value + 1;
}
