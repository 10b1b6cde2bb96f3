/**
 * A store in memory: for tests, for `--ephemeral`, and as the simplest implementation of the interface. Stored bytes
 * are copied; each ledger's bytes share memory.
 */

import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import { blockWithin, encodeHistoryRow, HISTORY_ROW_BYTES, queryBounds } from '../../history/packed-rows.ts';
import type { ClosedLedger, ClosedTransaction } from '../../ledger/closed-ledger.ts';
import type { DerivedChanges, DerivedTransaction, PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { AccountId, Hash256, Hex } from '../../protocol/values.ts';
import { KeyTreeChanges, type KeyTreeNode, nextTreeKey } from '../../util/key-tree.ts';
import { ownCopies, ownCopy } from '../../util/own-bytes.ts';
import { checkAppend, checkChain, checkUndone } from '../append-check.ts';
import { changedKeyTreePaths } from '../changed-key-tree-paths.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import { type LedgerStore, StoreError } from '../ledger-store.ts';
import { readClosedLedgers } from '../read-closed-ledgers.ts';
import type { UndoneLedgers } from '../revertible-store.ts';
import { KeyIndexes } from './key-indexes.ts';
import { PackedRows } from './packed-rows.ts';
import { Versions } from './versions.ts';

/** Histories are read in blocks of this size, so that a store that is closed in between is noticed. */
const BLOCK_ROWS = 1024;
const DELETED = new Uint8Array();

export class MemoryStore implements LedgerStore {
  #term = 0;
  readonly #metaValues = new Map<string, string>();
  /** Undefined once the store is closed. */
  #open: MemoryTables | undefined = new MemoryTables();

  get #tables(): MemoryTables {
    if (this.#open === undefined) throw new StoreError('the store is closed');
    return this.#open;
  }

  ledgerRange(): LedgerRange | undefined {
    return this.#tables.range;
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    return this.#tables.headers.get(ledgerIndex);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    return this.#tables.ledgerIndexes.get(hash);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#tables.entries.read(key, ledgerIndex)?.value;
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    return this.#tables.entries.read(key, ledgerIndex)?.ledgerIndex;
  }

  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const version = this.#tables.entries.read(key, ledgerIndex);
    return version?.ledgerIndex === ledgerIndex ? (version.value ?? DELETED) : undefined;
  }

  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    return nextTreeKey({ get: (path) => this.keyTreeNode(path, ledgerIndex) }, key);
  }

  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | undefined {
    return this.#tables.keyTree.read(path, ledgerIndex)?.value;
  }

  transaction({ ledgerIndex, position }: TransactionLocation): StoredTransaction | undefined {
    const found = this.#tables.transactions.get(ledgerIndex)?.[position];
    return found && { ledgerIndex, position, blob: found.blob, metadata: found.metadata };
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    return this.#tables.locations.get(id);
  }

  *ledgerTransactions(ledgerIndex: number): Generator<StoredTransaction, void> {
    const transactions = this.#tables.transactions.get(ledgerIndex) ?? [];
    for (const [position, { blob, metadata }] of transactions.entries()) {
      this.#tables;
      yield { ledgerIndex, position, blob, metadata };
    }
  }

  *accountHistory(query: AccountTransactionQuery): Generator<HistoryBlock, void> {
    const bounds = queryBounds(query);
    const history = this.#tables.histories.get(query.account);
    if (bounds === undefined || history === undefined) return;
    const all = blockWithin(history.rows, bounds.low, bounds.high);
    if (all === undefined) return;
    for (let done = 0; done < all.end - all.first; done += BLOCK_ROWS) {
      this.#tables;
      const first = query.forward ? all.first + done : Math.max(all.first, all.end - done - BLOCK_ROWS);
      yield { bytes: all.bytes, first, end: query.forward ? Math.min(all.end, first + BLOCK_ROWS) : all.end - done };
    }
  }

  treeNode(path: string): Uint8Array | undefined {
    return this.#tables.treeNodes.get(path);
  }

  *indexKeys(index: string, prefix: Hex, after?: Hex): Generator<Hex, void> {
    let key = this.#tables.indexes.next(index, prefix, after);
    while (key !== undefined) {
      yield key;
      key = this.#tables.indexes.next(index, prefix, key);
    }
  }

  metaValue(name: string): string | undefined {
    this.#tables;
    return this.#metaValues.get(name);
  }

  setMetaValue(name: string, value: string): void {
    this.#tables;
    this.#metaValues.set(name, value);
  }

  setMetaValues(values: ReadonlyMap<string, string>): void {
    this.#tables;
    this.#keep(values);
  }

  term(): number {
    this.#tables;
    return this.#term;
  }

  tail(afterIndex: number): Generator<ClosedLedger, void> {
    return readClosedLedgers(this, afterIndex);
  }

  async append(ledger: PreparedLedger, term?: number): Promise<void> {
    const { range, headers } = this.#tables;
    const writerTerm = term ?? this.#term;
    checkAppend({ last: range && headers.get(range.last), term: this.#term }, ledger.header, writerTerm);
    this.#tables.write(ledger);
    this.#term = writerTerm;
  }

  requireRevertible(): void {
    this.#tables;
  }

  revert(ledgerIndex: number, undone: UndoneLedgers, values: ReadonlyMap<string, string> = new Map()): void {
    const tables = this.#tables;
    checkUndone(tables.range, ledgerIndex, undone);
    const paths = new Set<string>();
    for (const ledger of undone.ledgers) for (const path of changedKeyTreePaths(this, ledger)) paths.add(path);
    tables.undo(ledgerIndex, undone, paths);
    this.#keep(values);
  }

  replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void {
    this.#tables;
    checkChain(ledgers);
    const tables = new MemoryTables();
    for (const ledger of ledgers) tables.write(ledger);
    this.#open = tables;
    this.#keep(values);
  }

  sizeBytes(): number {
    return 0;
  }

  async close(): Promise<void> {
    this.#open = undefined;
  }

  #keep(values: ReadonlyMap<string, string>): void {
    for (const [name, value] of values) this.#metaValues.set(name, value);
  }
}

class MemoryTables {
  range: LedgerRange | undefined;
  readonly headers = new Map<number, LedgerHeader>();
  readonly ledgerIndexes = new Map<Hash256, number>();
  readonly transactions = new Map<number, readonly ClosedTransaction[]>();
  readonly locations = new Map<Hash256, TransactionLocation>();
  readonly histories = new Map<AccountId, PackedRows>();
  readonly entries = new Versions<Hash256, Uint8Array>();
  /** The order of the keys of entries (`util/key-tree.ts`). */
  readonly keyTree = new Versions<string, KeyTreeNode>();
  readonly treeNodes = new Map<string, Uint8Array>();
  readonly indexes = new KeyIndexes();

  /** Adds a ledger. Does not throw after the first write. */
  write(ledger: PreparedLedger): void {
    // Everything that can throw comes before the first write.
    const { header } = ledger;
    const { ledgerIndex } = header;
    const derived = ledger.derived.transactions.map(({ id, accounts, facts }) => {
      return { id, accounts: [...accounts], facts: [...facts] };
    });
    const { transactions, stateChanges } = copyOf(ledger);
    const treeChanges = new Map(ledger.derived.treeChanges);
    const indexChanges = [...ledger.derived.indexChanges];

    const order = new KeyTreeChanges({ get: (path) => this.keyTree.read(path, ledgerIndex)?.value });
    this.headers.set(ledgerIndex, header);
    this.ledgerIndexes.set(header.hash, ledgerIndex);
    this.transactions.set(ledgerIndex, transactions);
    for (const [position, transaction] of derived.entries()) {
      this.#indexTransaction(transaction, { ledgerIndex, position });
    }
    for (const [key, bytes] of stateChanges) {
      this.entries.write(key, ledgerIndex, bytes);
      order.put(key, bytes !== undefined);
    }
    for (const [path, node] of order.changed) this.keyTree.write(path, ledgerIndex, node);
    this.#writeNewest({ treeChanges, indexChanges });
    this.range = { first: this.range?.first ?? ledgerIndex, last: ledgerIndex };
  }

  /** Removes the ledgers above this one. `paths`: where they wrote key tree nodes. */
  undo(ledgerIndex: number, undone: UndoneLedgers, paths: Iterable<string>): void {
    const accounts = new Set<AccountId>();
    for (const ledger of undone.ledgers) {
      this.headers.delete(ledger.ledgerIndex);
      this.ledgerIndexes.delete(ledger.hash);
      this.transactions.delete(ledger.ledgerIndex);
      for (const id of ledger.transactionIds) this.locations.delete(id);
      for (const account of ledger.accounts) accounts.add(account);
      for (const key of ledger.keys) this.entries.truncate(key, ledgerIndex);
    }
    for (const path of paths) this.keyTree.truncate(path, ledgerIndex);
    for (const account of accounts) this.#truncateHistory(account, ledgerIndex);
    this.#writeNewest(undone);
    this.range = { first: this.range!.first, last: ledgerIndex };
  }

  #writeNewest({ treeChanges, indexChanges }: Pick<DerivedChanges, 'treeChanges' | 'indexChanges'>): void {
    for (const [path, record] of treeChanges) {
      if (record === undefined) this.treeNodes.delete(path);
      else this.treeNodes.set(path, ownCopy(record));
    }
    this.indexes.write(indexChanges);
  }

  #indexTransaction({ id, accounts, facts }: DerivedTransaction, at: TransactionLocation): void {
    this.locations.set(id, at);
    for (const [index, account] of accounts.entries()) {
      const history = this.histories.get(account) ?? new PackedRows();
      this.histories.set(account, history);
      history.push(encodeHistoryRow(at, facts[index] as Uint8Array));
    }
  }

  #truncateHistory(account: AccountId, lastIndex: number): void {
    const history = this.histories.get(account);
    if (history === undefined) return;
    const low = { ledgerIndex: 0, position: 0 };
    const kept = blockWithin(history.rows, low, { ledgerIndex: lastIndex, position: 0xffff_ffff });
    if (kept === undefined) this.histories.delete(account);
    else history.truncate(kept.end * HISTORY_ROW_BYTES);
  }
}

function copyOf({ transactions, stateChanges }: PreparedLedger): Pick<PreparedLedger, 'transactions' | 'stateChanges'> {
  const blobs = ownCopies(transactions.flatMap(({ blob, metadata }) => [blob, metadata]));
  const changes = [...stateChanges];
  const values = ownCopies<undefined>(changes.map(([, bytes]) => bytes));
  return {
    transactions: transactions.map((_, at) => ({ blob: blobs[2 * at]!, metadata: blobs[2 * at + 1]! })),
    stateChanges: new Map(changes.map(([key], at) => [key, values[at]])),
  };
}
