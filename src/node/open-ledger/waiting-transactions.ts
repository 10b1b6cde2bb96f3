/**
 * Transactions of many accounts, found by id and kept in canonical order, so that nobody has to sort thousands of them
 * while everything waits: the order within an account never changes, and that of the accounts is quickly made.
 *
 * Transactions that may succeed later: those ahead of their account's sequence, and others that failed in a way that
 * may pass. They are tried again when their predecessor arrives, and before each close. Their number is limited, each
 * account's and that of all, since anybody may submit any number of them for free (rippled: LedgerMaster.cpp,
 * addHeldTransaction, applyHeldTransactions, CanonicalTXSet::popAcctTransaction; it has no limits).
 *
 * Transactions that clients submitted here and that no validated ledger holds yet. Each new open ledger gets them
 * again, until they are in, can no longer succeed, or are too old (rippled: LocalTxs.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet, ticketKeylet } from '../../protocol/entries/keylets.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import { type AccountId, type Hash256, ZERO_HASH } from '../../protocol/values.ts';
import { partitionPoint } from '../../util/partition-point.ts';
import type { Steps } from '../../util/steps.ts';
import { compareWithinAccount, type SequenceProxy, saltedKey } from '../close/close-ledger.ts';

/** What is kept of a transaction. */
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

  /** Another one with the same entries, which from now on goes its own way. */
  copy(): OrderedTransactions<Entry> {
    const copy = new OrderedTransactions<Entry>();
    for (const [id, entry] of this.#byId) copy.#byId.set(id, entry);
    for (const [account, entries] of this.#byAccount) copy.#byAccount.set(account, [...entries]);
    copy.#bytes = this.#bytes;
    return copy;
  }

  /** True if there are fewer than so many, and their blobs are no longer than that with this one. */
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

  /** Puts in an entry, in the place of the one of the same transaction if there is one. */
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

  /** Removes one; false if it is not there. */
  drop(id: Hash256): boolean {
    const account = this.#byId.get(id)?.transaction.fields.Account;
    if (account !== undefined) this.keepOnly(account, ({ transaction }) => transaction.id !== id);
    return account !== undefined;
  }

  /** All of them, in no order that matters. */
  all(): IterableIterator<Entry> {
    return this.#byId.values();
  }

  /** All of them in canonical order. */
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

/** Index of the first entry at or after a place in its account's order; of the end if there is none. */
export function firstAtOrAfter(entries: readonly OrderedTransaction[], place: SequenceProxy): number {
  return partitionPoint(entries.length, (at) => compareWithinAccount(entries[at]!, place) < 0);
}

/** Rivals for the same place stand by their ids. */
function compare(a: OrderedTransaction, b: OrderedTransaction): number {
  const places = compareWithinAccount(a, b);
  if (places !== 0 || a.transaction.id === b.transaction.id) return places;
  return a.transaction.id < b.transaction.id ? -1 : 1;
}

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

  /** All of it as a plain value, which `restored` makes another one of. */
  get contents(): { readonly salt: Hash256; readonly transactions: readonly Transaction[] } {
    return { salt: this.#salt, transactions: Array.from(this.#held.all(), ({ transaction }) => transaction) };
  }

  /** One that holds these, with the limits of this one. */
  restored({ salt, transactions }: HeldTransactions['contents']): HeldTransactions {
    const restored = new HeldTransactions(this.#limitPerAccount, this.#limit);
    for (const transaction of transactions) restored.#held.set(orderedTransaction(transaction));
    restored.#salt = salt;
    return restored;
  }

  /** Another one that holds the same, which from now on goes its own way. */
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

  /** All of it as plain values, which `restored` makes another one of. */
  get contents(): readonly KeptTransaction[] {
    return Array.from(this.#local.all(), ({ transaction, lastLedgerIndex }) => ({ transaction, lastLedgerIndex }));
  }

  /** One that remembers these. */
  static restored(contents: readonly KeptTransaction[]): LocalTransactions {
    const restored = new LocalTransactions();
    for (const { transaction, lastLedgerIndex } of contents) {
      restored.#local.set({ ...orderedTransaction(transaction), lastLedgerIndex });
    }
    return restored;
  }

  /** Another one that remembers the same, which from now on goes its own way. */
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

  /** Forgets what the validated ledger holds or makes impossible. A step an account. */
  *dropSettled(view: ReadView, isInLedger: (id: Hash256) => boolean): Steps<void> {
    for (const account of [...this.#local.accounts()]) {
      const root = view.read(accountKeylet(account));
      this.#local.keepOnly(account, (entry) => !isImpossible(entry, root, view) && !isInLedger(entry.transaction.id));
      yield;
    }
  }

  /** Forgets what had its last chance before this validated ledger. */
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
