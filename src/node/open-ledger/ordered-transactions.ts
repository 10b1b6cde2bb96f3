/**
 * Transactions of many accounts, found by id and kept in canonical order, so that thousands of them need not be sorted
 * while requests wait: the order within an account never changes, and that of the accounts is quickly made.
 */

import { type SequenceProxy, sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { partitionPoint } from '../../util/partition-point.ts';
import { compareWithinAccount, saltedKey } from '../close/canonical-order.ts';

/** An entry for a transaction. */
export interface OrderedTransaction extends SequenceProxy {
  readonly transaction: Transaction;
}

/** The place of a transaction within its account, beside it. */
export function orderedTransaction(transaction: Transaction): OrderedTransaction {
  return { ...sequenceProxy(transaction.fields), transaction };
}

export class OrderedTransactions<Entry extends OrderedTransaction> {
  readonly #byId = new Map<Hash256, Entry>();
  readonly #byAccount = new Map<AccountId, Entry[]>();
  #bytes = 0;

  /** An independent copy. */
  copy(): OrderedTransactions<Entry> {
    const copy = new OrderedTransactions<Entry>();
    for (const [id, entry] of this.#byId) copy.#byId.set(id, entry);
    for (const [account, entries] of this.#byAccount) copy.#byAccount.set(account, [...entries]);
    copy.#bytes = this.#bytes;
    return copy;
  }

  /** True if there is room for another transaction: by number, and by the size of all blobs. */
  hasRoomFor({ blob }: Transaction, limit: number, limitBytes: number): boolean {
    return this.#byId.size < limit && this.#bytes + blob.length <= limitBytes;
  }

  get(id: Hash256): Entry | undefined {
    return this.#byId.get(id);
  }

  /** An account's entries in order. */
  ofAccount(account: AccountId): readonly Entry[] {
    return this.#byAccount.get(account) ?? [];
  }

  accounts(): IterableIterator<AccountId> {
    return this.#byAccount.keys();
  }

  /** Adds an entry, or replaces the one of the same transaction. */
  set(entry: Entry): void {
    const { id, fields } = entry.transaction;
    let entries = this.#byAccount.get(fields.Account);
    if (entries === undefined) {
      entries = [];
      this.#byAccount.set(fields.Account, entries);
    }
    const isKnown = this.#byId.has(id);
    if (!isKnown) this.#bytes += entry.transaction.blob.length;
    this.#byId.set(id, entry);
    const place = partitionPoint(entries.length, (at) => compare(entries[at]!, entry) < 0);
    entries.splice(place, isKnown ? 1 : 0, entry);
  }

  /** Removes and gives an account's entries from one index up to another. */
  takeRun(account: AccountId, start: number, end: number): Entry[] {
    const entries = this.#byAccount.get(account) ?? [];
    const taken = entries.splice(start, end - start);
    for (const { transaction } of taken) this.#forget(transaction);
    if (entries.length === 0) this.#byAccount.delete(account);
    return taken;
  }

  /** Removes the entries of an account that do not meet the condition. */
  keepOnly(account: AccountId, condition: (entry: Entry) => boolean): void {
    const kept: Entry[] = [];
    for (const entry of this.ofAccount(account)) {
      if (condition(entry)) kept.push(entry);
      else this.#forget(entry.transaction);
    }
    if (kept.length > 0) this.#byAccount.set(account, kept);
    else this.#byAccount.delete(account);
  }

  /** Removes an entry; false if there is none. */
  drop(id: Hash256): boolean {
    const account = this.#byId.get(id)?.transaction.fields.Account;
    if (account !== undefined) this.keepOnly(account, ({ transaction }) => transaction.id !== id);
    return account !== undefined;
  }

  /** All entries, in no particular order. */
  all(): IterableIterator<Entry> {
    return this.#byId.values();
  }

  /** All entries in canonical order. */
  inOrder(salt: Hash256): Entry[] {
    const accounts = Array.from(this.#byAccount, ([account, entries]) => ({ key: saltedKey(account, salt), entries }));
    return accounts.sort((a, b) => (a.key < b.key ? -1 : 1)).flatMap(({ entries }) => entries);
  }

  clear(): void {
    this.#byId.clear();
    this.#byAccount.clear();
    this.#bytes = 0;
  }

  #forget({ id, blob }: Transaction): void {
    if (this.#byId.delete(id)) this.#bytes -= blob.length;
  }
}

/** Transactions with the same place are ordered by id. */
function compare(a: OrderedTransaction, b: OrderedTransaction): number {
  const places = compareWithinAccount(a, b);
  if (places !== 0 || a.transaction.id === b.transaction.id) return places;
  return a.transaction.id < b.transaction.id ? -1 : 1;
}
