/** A store whose reads and writes go to other stores. Subclasses read some of it elsewhere. */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../history/history-query.ts';
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../protocol/values.ts';
import type { DamagedRowError } from './damaged-row-error.ts';
import type { LedgerRange, StoredTransaction } from './history-store.ts';
import type { LedgerStore, ReadStore } from './ledger-store.ts';
import type { UndoneLedgers } from './revertible-store.ts';

export class ComposedStore implements LedgerStore {
  readonly #reads: ReadStore;
  readonly #own: LedgerStore;

  /** `own`: takes the writes, and has the ledgers of `tail`. */
  constructor(reads: ReadStore, own: LedgerStore) {
    this.#reads = reads;
    this.#own = own;
  }

  get damage(): DamagedRowError | undefined {
    return this.#own.damage;
  }

  noteDamage(error: DamagedRowError): void {
    this.#own.noteDamage?.(error);
  }

  ledgerRange(): LedgerRange | undefined {
    return this.#reads.ledgerRange();
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    return this.#reads.header(ledgerIndex);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    return this.#reads.ledgerIndexByHash(hash);
  }

  transaction(location: TransactionLocation): StoredTransaction | undefined {
    return this.#reads.transaction(location);
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    return this.#reads.transactionLocation(id);
  }

  ledgerTransactions(ledgerIndex: number): Iterable<StoredTransaction> {
    return this.#reads.ledgerTransactions(ledgerIndex);
  }

  accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock> {
    return this.#reads.accountHistory(query);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#reads.entry(key, ledgerIndex);
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    return this.#reads.entryLedger(key, ledgerIndex);
  }

  nextEntryKey(key: Hash256, ledgerIndex: number, before?: Hash256): Hash256 | undefined {
    return this.#reads.nextEntryKey(key, ledgerIndex, before);
  }

  treeNode(path: string): Uint8Array | undefined {
    return this.#reads.treeNode(path);
  }

  indexKeys(index: string, prefix: Hex, after?: Hex): Iterable<Hex> {
    return this.#reads.indexKeys(index, prefix, after);
  }

  metaValue(name: string): string | undefined {
    return this.#reads.metaValue(name);
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

  /** Only ledgers of the own store. */
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

  close(): Promise<void> {
    return this.#own.close();
  }
}
