/**
 * A ledger under construction: a parent view, the entries that changed so far, and the transactions that were put in.
 * It serves as the open ledger (provisional, no metadata) and as the next closed one (rippled: OpenView.cpp,
 * RawStateTable.cpp).
 */
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../protocol/entries/entries.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { Ter } from '../protocol/tables/ter.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { Hash256 } from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import { KeyOrder } from './key-order.ts';
import type { LedgerHeader } from './ledger-header.ts';
import type { TransactionMetadata } from './metadata.ts';
import type { ReadView } from './read-view.ts';
import type { ChangeTarget } from './sandbox.ts';
import type { Trace } from './trace.ts';

export interface AppliedTransaction {
  readonly transaction: Transaction;
  readonly result: Ter;
  /** Absent in the open ledger. */
  readonly metadata: TransactionMetadata | undefined;
}

/** What a ledger takes from its parent's header. */
type ParentFacts = Pick<LedgerHeader, 'ledgerIndex' | 'closeTimeSeconds' | 'hash'>;

export class OpenView implements ReadView, ChangeTarget {
  readonly isOpen: boolean;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly closeTimeSeconds: number;
  readonly parentHash: Hash256;
  readonly rules: Rules;
  readonly trace: Trace | undefined;
  readonly #parent: ReadView;
  /** Key → current entry, or null for one that was erased. */
  readonly #entries = new Map<Hash256, LedgerEntry | null>();
  readonly #transactions = new Map<Hash256, AppliedTransaction>();
  /** Undefined until the first search for a key. */
  #order: KeyOrder | undefined;
  #destroyedDrops = 0n;
  /** How many transactions of the ledger come before those of this view. */
  #firstPosition = 0;

  /** The open ledger uses its parent's close time. A ledger being closed gets its own (rippled: Ledger.cpp). */
  constructor(
    parent: ReadView,
    parentHeader: ParentFacts,
    isOpen: boolean,
    closeTimeSeconds = parentHeader.closeTimeSeconds,
    trace?: Trace,
  ) {
    this.#parent = parent;
    this.isOpen = isOpen;
    this.ledgerIndex = parentHeader.ledgerIndex + 1;
    this.parentCloseTimeSeconds = parentHeader.closeTimeSeconds;
    this.closeTimeSeconds = closeTimeSeconds;
    this.parentHash = parentHeader.hash;
    this.rules = parent.rules;
    this.trace = trace;
  }

  /**
   * Another open ledger on top of one, for transactions that are applied together or not at all. Its index is one
   * higher, as in the reference, and transactions see it (rippled: OpenView.cpp, the constructor for open ledgers).
   */
  static over(view: OpenView): OpenView {
    const { ledgerIndex, parentCloseTimeSeconds: closeTimeSeconds, parentHash: hash } = view;
    return new OpenView(view, { ledgerIndex, closeTimeSeconds, hash }, true);
  }

  /**
   * The same ledger on top of this view: transactions in it get the next positions. `absorb` merges it (rippled: OpenView.h,
   * the constructor for batches).
   */
  inside(): OpenView {
    const inside = this.#sameLedger(this);
    inside.#firstPosition = this.transactionCount;
    return inside;
  }

  /** A copy for readers that must not see later changes. */
  copy(): OpenView {
    const copy = this.emptied();
    copy.absorb(this);
    return copy;
  }

  /** The same ledger without its transactions and changes. */
  emptied(): OpenView {
    return this.#sameLedger(this.#parent);
  }

  #sameLedger(base: ReadView): OpenView {
    const { ledgerIndex, parentCloseTimeSeconds, parentHash: hash } = this;
    const parent = { ledgerIndex: ledgerIndex - 1, closeTimeSeconds: parentCloseTimeSeconds, hash };
    return new OpenView(base, parent, this.isOpen, this.closeTimeSeconds);
  }

  /** Merges the changes of a view that `over` or `inside` made from this one. */
  absorb(series: OpenView): void {
    for (const [key, entry] of series.#entries) this.#set(key, entry);
    for (const { transaction, result, metadata } of series.transactions)
      this.addTransaction(transaction, result, metadata);
    this.#destroyedDrops += series.#destroyedDrops;
  }

  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    const entry = this.#entries.get(keylet.key);
    if (entry === undefined) return this.#parent.read(keylet);
    return entry?.LedgerEntryType === keylet.type ? (entry as LedgerEntries[Name]) : undefined;
  }

  readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined ? this.#parent.readAny(key) : (entry ?? undefined);
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    this.#order ??= new KeyOrder(this.#parent, {
      isErased: (erased) => this.#entries.get(erased) === null,
      addedKeys: () => this.#entries.keys().filter((added) => this.#entries.get(added) !== null),
      isParentFixed: true,
    });
    return this.#order.next(key, before);
  }

  hasTransaction(id: Hash256): boolean {
    return this.#transactions.has(id);
  }

  /** The result with which a transaction was applied; undefined if it is not in this ledger. */
  resultOf(id: Hash256): Ter | undefined {
    return this.#transactions.get(id)?.result;
  }

  rawErase(entry: LedgerEntry): void {
    this.#set(entry.index, null);
  }

  rawInsert(entry: LedgerEntry): void {
    this.#set(entry.index, entry);
  }

  rawReplace(entry: LedgerEntry): void {
    this.#set(entry.index, entry);
  }

  rawDestroyDrops(drops: bigint): void {
    this.#destroyedDrops += drops;
  }

  addTransaction(transaction: Transaction, result: Ter, metadata: TransactionMetadata | undefined): void {
    const { size } = this.#transactions;
    this.#transactions.set(transaction.id, { transaction, result, metadata });
    assert(this.#transactions.size > size, 'a transaction is in a ledger once');
  }

  /** In the order in which they were applied; the position is the metadata's TransactionIndex. */
  get transactions(): IterableIterator<AppliedTransaction> {
    return this.#transactions.values();
  }

  get transactionCount(): number {
    return this.#firstPosition + this.#transactions.size;
  }

  get destroyedDrops(): bigint {
    return this.#destroyedDrops;
  }

  /** Every entry that differs from the parent's: key → entry, or null for a deletion. */
  get changedEntries(): ReadonlyMap<Hash256, LedgerEntry | null> {
    return this.#entries;
  }

  #set(key: Hash256, entry: LedgerEntry | null): void {
    this.#entries.set(key, entry);
    if (entry === null) this.#order?.remove(key);
    else this.#order?.add(key);
  }
}
