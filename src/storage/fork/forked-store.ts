/**
 * The store of a fork: what the fork changed is in a store of its own, all other entries are those of another server's
 * ledger. The own store begins with that ledger's header.
 */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import type { LedgerStore } from '../ledger-store.ts';
import type { UndoneLedgers } from '../revertible-store.ts';
import type { ForkBase } from './fork-base.ts';

export class ForkedStore implements LedgerStore {
  readonly #own: LedgerStore;
  readonly #base: ForkBase;

  constructor(own: LedgerStore, base: ForkBase) {
    this.#own = own;
    this.#base = base;
  }

  /** Throws `ForkReadError`. */
  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const own = this.#own.entry(key, ledgerIndex);
    if (own !== undefined || this.entryLedger(key, ledgerIndex) !== undefined) return own;
    return this.#base.entry(key);
  }

  /** Only ledgers of the fork: an entry that it has not touched has none. */
  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    return this.#own.entryLedger(key, ledgerIndex);
  }

  /** Throws `ForkReadError`. */
  nextEntryKey(key: Hash256, ledgerIndex: number, before?: Hash256): Hash256 | undefined {
    const own = this.#own.nextEntryKey(key, ledgerIndex);
    let others = this.#base.nextKey(key, before);
    const isDeleted = (other: Hash256) => this.entryLedger(other, ledgerIndex) !== undefined;
    while (others !== undefined && (own === undefined || others < own) && isDeleted(others)) {
      others = this.#base.nextKey(others, before);
    }
    return own === undefined || (others !== undefined && others < own) ? others : own;
  }

  ledgerRange(): LedgerRange | undefined {
    return this.#own.ledgerRange();
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    return this.#own.header(ledgerIndex);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    return this.#own.ledgerIndexByHash(hash);
  }

  transaction(location: TransactionLocation): StoredTransaction | undefined {
    return this.#own.transaction(location);
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    return this.#own.transactionLocation(id);
  }

  ledgerTransactions(ledgerIndex: number): Iterable<StoredTransaction> {
    return this.#own.ledgerTransactions(ledgerIndex);
  }

  accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock> {
    return this.#own.accountHistory(query);
  }

  /** The state tree of the entries that the fork changed. */
  treeNode(path: string): Uint8Array | undefined {
    return this.#own.treeNode(path);
  }

  /** Only rows of entries that the fork changed. */
  indexKeys(index: string, prefix: Hex, after?: Hex): Iterable<Hex> {
    return this.#own.indexKeys(index, prefix, after);
  }

  metaValue(name: string): string | undefined {
    return this.#own.metaValue(name);
  }

  setMetaValue(name: string, value: string): void {
    this.#own.setMetaValue(name, value);
  }

  setMetaValues(values: ReadonlyMap<string, string>): void {
    this.#own.setMetaValues(values);
  }

  term(): number {
    return this.#own.term();
  }

  append(ledger: PreparedLedger, term?: number): Promise<void> {
    return this.#own.append(ledger, term);
  }

  tail(afterIndex: number): Iterable<ClosedLedger> {
    return this.#own.tail(afterIndex);
  }

  requireRevertible(): void {
    this.#own.requireRevertible();
  }

  revert(ledgerIndex: number, undone: UndoneLedgers, values?: ReadonlyMap<string, string>): void {
    this.#own.revert(ledgerIndex, undone, values);
  }

  replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void {
    this.#own.replace(ledgers, values);
  }

  sizeBytes(): number {
    return this.#own.sizeBytes();
  }

  async close(): Promise<void> {
    try {
      await this.#base.close();
    } finally {
      await this.#own.close();
    }
  }
}
