/**
 * Transactions that may succeed later: those ahead of their account's sequence, and others that failed in a way that
 * may pass. They are tried again when their predecessor arrives, and before each close. Their number is limited, since
 * anybody may submit any number of them for free. (Reference: LedgerMaster::addHeldTransaction, applyHeldTransactions,
 * CanonicalTXSet::popAcctTransaction; it has no limit.)
 */
import { sequenceProxy, type Transaction } from '../protocol/transaction.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';
import { canonicalOrder, compareWithinAccount, type SequenceProxy } from './canonical-order.ts';

/** How many held transactions one successful submission may release. */
const MAX_POPPED = 10;
const DEFAULT_LIMIT = 20_000;

interface Held extends SequenceProxy {
  readonly transaction: Transaction;
}

export class HeldTransactions {
  readonly #byId = new Map<Hash256, Transaction>();
  /** Each account's in canonical order. */
  readonly #byAccount = new Map<AccountId, Held[]>();
  readonly #limit: number;

  constructor(limit: number = DEFAULT_LIMIT) {
    this.#limit = limit;
  }

  /** Holds a transaction; false if there is no room for it. */
  add(transaction: Transaction): boolean {
    if (this.#byId.has(transaction.id)) return true;
    if (this.#byId.size >= this.#limit) return false;
    this.#byId.set(transaction.id, transaction);
    const { Account: account } = transaction.fields;
    const held = this.#byAccount.get(account) ?? [];
    this.#byAccount.set(account, held);
    const proxy = sequenceProxy(transaction.fields);
    held.splice(firstAtOrAfter(held, proxy), 0, { ...proxy, transaction });
    return true;
  }

  get(id: Hash256): Transaction | undefined {
    return this.#byId.get(id);
  }

  /**
   * Removes and yields what can follow `transaction`, which succeeded: what is first at or after its place in the
   * account's order, as long as that is its very next sequence or a ticket. What would be one too many is let go, as
   * NetworkOPs::apply does: it is taken out before the loop notices that it has enough. If it was submitted here it
   * comes back with the next open ledger.
   */
  popFollowing(transaction: Transaction): Transaction[] {
    const { Account: account } = transaction.fields;
    const held = this.#byAccount.get(account);
    if (held === undefined) return [];
    const proxy = sequenceProxy(transaction.fields);
    const start = firstAtOrAfter(held, proxy);
    let end = start;
    while (end < held.length && end - start < MAX_POPPED && mayFollow(held[end]!, proxy)) end++;
    if (end < held.length && mayFollow(held[end]!, proxy)) end++;
    const popped = held.splice(start, end - start).map((entry) => entry.transaction);
    for (const { id } of popped) this.#byId.delete(id);
    if (held.length === 0) this.#byAccount.delete(account);
    return popped.slice(0, MAX_POPPED);
  }

  /** Removes and yields everything, in canonical order. */
  takeAll(salt: Hash256): Transaction[] {
    const all = canonicalOrder(this.#byId.values(), salt);
    this.#byId.clear();
    this.#byAccount.clear();
    return all;
  }
}

function mayFollow({ isTicket, value }: Held, proxy: SequenceProxy): boolean {
  return isTicket || value === proxy.value + 1;
}

/** Index of the first held entry that does not come before the given place. */
function firstAtOrAfter(held: readonly Held[], proxy: SequenceProxy): number {
  let low = 0;
  let high = held.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareWithinAccount(held[middle]!, proxy) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
