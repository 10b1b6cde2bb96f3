/**
 * The tables of a store in memory, or of one of its layers. Committed bytes are copied: those of a ledger stay together.
 *
 * What goes from the lowest layer is gone. Higher ones remember it, since those below still have it: tree nodes without
 * a byte, and in `removedKeys` keys of indexes.
 */

import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import { blockWithin, encodeHistoryRow, HISTORY_ROW_BYTES, queryBounds } from '../../history/packed-rows.ts';
import type { ClosedTransaction } from '../../ledger/closed-ledger.ts';
import type { DerivedChanges, DerivedTransaction, IndexChange, PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { AccountId, Hash256, Hex } from '../../protocol/values.ts';
import type { KeyTreeNode, KeyTreeNodes } from '../../util/key-tree.ts';
import { ownCopies, ownCopy } from '../../util/own-bytes.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import type { IndexRow, TableLayer } from '../layers/table-layer.ts';
import type { UndoneLedger } from '../revertible-store.ts';
import { KeyIndexes } from './key-indexes.ts';
import { PackedRows } from './packed-rows.ts';
import { VersionedEntries } from './versioned-entries.ts';

/** Histories are handed out in pieces, so that a close or the end of the store shows between them. */
const BLOCK_ROWS = 1024;
const GONE = new Uint8Array();

export class MemoryTables implements TableLayer {
  readonly #isLowest: boolean;
  #range: LedgerRange | undefined;
  readonly #headers = new Map<number, LedgerHeader>();
  readonly #ledgerIndexes = new Map<Hash256, number>();
  readonly #transactions = new Map<number, readonly ClosedTransaction[]>();
  readonly #locations = new Map<Hash256, TransactionLocation>();
  readonly #histories = new Map<AccountId, PackedRows>();
  readonly #entries = new VersionedEntries();
  readonly #treeNodes = new Map<string, Uint8Array>();
  readonly #indexes = new KeyIndexes();
  readonly #removedKeys = new KeyIndexes();

  constructor(isLowest: boolean) {
    this.#isLowest = isLowest;
  }

  range(): LedgerRange | undefined {
    return this.#range;
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    return this.#headers.get(ledgerIndex);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    return this.#ledgerIndexes.get(hash);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#entries.read(key, ledgerIndex);
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    return this.#entries.ledger(key, ledgerIndex);
  }

  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#entries.version(key, ledgerIndex);
  }

  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | null | undefined {
    return this.#entries.keyTreeNode(path, ledgerIndex);
  }

  transaction({ ledgerIndex, position }: TransactionLocation): StoredTransaction | undefined {
    const found = this.#transactions.get(ledgerIndex)?.[position];
    return found && { ledgerIndex, position, blob: found.blob, metadata: found.metadata };
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    return this.#locations.get(id);
  }

  *ledgerTransactions(ledgerIndex: number): Generator<StoredTransaction, void> {
    const transactions = this.#transactions.get(ledgerIndex) ?? [];
    for (const [position, { blob, metadata }] of transactions.entries()) {
      yield { ledgerIndex, position, blob, metadata };
    }
  }

  *accountHistory(query: AccountTransactionQuery): Generator<HistoryBlock, void> {
    const bounds = queryBounds(query);
    const history = this.#histories.get(query.account);
    if (bounds === undefined || history === undefined) return;
    const all = blockWithin(history.rows, bounds.low, bounds.high);
    if (all === undefined) return;
    for (let done = 0; done < all.end - all.first; done += BLOCK_ROWS) {
      const first = query.forward ? all.first + done : Math.max(all.first, all.end - done - BLOCK_ROWS);
      yield { bytes: all.bytes, first, end: query.forward ? Math.min(all.end, first + BLOCK_ROWS) : all.end - done };
    }
  }

  treeNode(path: string): Uint8Array | undefined {
    return this.#treeNodes.get(path);
  }

  *indexRows(index: string, prefix: Hex, after: Hex | undefined): Generator<IndexRow, void> {
    let last = after;
    for (;;) {
      const present = this.#indexes.next(index, prefix, last);
      const removed = this.#removedKeys.next(index, prefix, last);
      if (present === undefined && removed === undefined) return;
      const isPresent = removed === undefined || (present !== undefined && present < removed);
      last = isPresent ? present! : removed!;
      yield { key: last, isPresent };
    }
  }

  /** Adds a ledger. `keyTree` is the order of keys before it. Never throws once it has written anything. */
  write(ledger: PreparedLedger, keyTree: Pick<KeyTreeNodes, 'get'>): void {
    // Whatever can throw is done here; from the first write on, nothing does.
    const { header } = ledger;
    const { ledgerIndex } = header;
    const derived = ledger.derived.transactions.map(({ id, accounts, facts }) => {
      return { id, accounts: [...accounts], facts: [...facts] };
    });
    const { transactions, stateChanges } = copyOf(ledger);
    const treeChanges = new Map(ledger.derived.treeChanges);
    const indexChanges = [...ledger.derived.indexChanges];

    this.#headers.set(ledgerIndex, header);
    this.#ledgerIndexes.set(header.hash, ledgerIndex);
    this.#transactions.set(ledgerIndex, transactions);
    for (const [position, transaction] of derived.entries()) {
      this.#indexTransaction(transaction, { ledgerIndex, position });
    }
    this.#entries.write(ledgerIndex, stateChanges, keyTree);
    this.writeNewest({ treeChanges, indexChanges });
    this.#range = { first: this.#range?.first ?? ledgerIndex, last: ledgerIndex };
  }

  /** Changes the tables that have the newest state only. */
  writeNewest({ treeChanges, indexChanges }: Pick<DerivedChanges, 'treeChanges' | 'indexChanges'>): void {
    for (const [path, record] of treeChanges) {
      if (record !== undefined) this.#treeNodes.set(path, ownCopy(record));
      else if (this.#isLowest) this.#treeNodes.delete(path);
      else this.#treeNodes.set(path, GONE);
    }
    this.#indexes.write(indexChanges);
    if (!this.#isLowest) this.#removedKeys.write(indexChanges.map(inverse));
  }

  /** Takes the last ledgers away, of which these are all. `paths`: where they wrote nodes of the order of keys. */
  undo(ledgers: readonly UndoneLedger[], paths: Iterable<string>): void {
    const [oldest] = ledgers;
    if (oldest === undefined) return;
    const last = oldest.ledgerIndex - 1;
    const accounts = new Set<AccountId>();
    for (const ledger of ledgers) {
      this.#headers.delete(ledger.ledgerIndex);
      this.#ledgerIndexes.delete(ledger.hash);
      this.#transactions.delete(ledger.ledgerIndex);
      for (const id of ledger.transactionIds) this.#locations.delete(id);
      for (const account of ledger.accounts) accounts.add(account);
      this.#entries.truncate(last, ledger.keys, []);
    }
    this.#entries.truncate(last, [], paths);
    for (const account of accounts) this.#truncateHistory(account, oldest.ledgerIndex);
    this.#range = this.#range && this.#range.first <= last ? { first: this.#range.first, last } : undefined;
  }

  /** Takes over the next layer. */
  absorb(above: MemoryTables): void {
    if (above.#range === undefined) return;
    for (const [ledgerIndex, header] of above.#headers) this.#headers.set(ledgerIndex, header);
    for (const [hash, ledgerIndex] of above.#ledgerIndexes) this.#ledgerIndexes.set(hash, ledgerIndex);
    for (const [ledgerIndex, all] of above.#transactions) this.#transactions.set(ledgerIndex, all);
    for (const [id, location] of above.#locations) this.#locations.set(id, location);
    for (const [account, { rows }] of above.#histories) this.#historyOf(account).push(rows);
    this.#entries.append(above.#entries);
    this.writeNewest({
      treeChanges: new Map(
        Array.from(above.#treeNodes, ([path, bytes]) => [path, bytes.length > 0 ? bytes : undefined]),
      ),
      indexChanges: [...indexChanges(above.#removedKeys, false), ...indexChanges(above.#indexes, true)],
    });
    this.#range = { first: this.#range?.first ?? above.#range.first, last: above.#range.last };
  }

  #indexTransaction({ id, accounts, facts }: DerivedTransaction, at: TransactionLocation): void {
    this.#locations.set(id, at);
    for (const [index, account] of accounts.entries()) {
      this.#historyOf(account).push(encodeHistoryRow(at, facts[index] as Uint8Array));
    }
  }

  #historyOf(account: AccountId): PackedRows {
    const history = this.#histories.get(account) ?? new PackedRows();
    this.#histories.set(account, history);
    return history;
  }

  #truncateHistory(account: AccountId, firstGone: number): void {
    const history = this.#histories.get(account);
    if (history === undefined) return;
    const low = { ledgerIndex: 0, position: 0 };
    const kept = blockWithin(history.rows, low, { ledgerIndex: firstGone - 1, position: 0xffff_ffff });
    if (kept === undefined) this.#histories.delete(account);
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

function inverse({ index, key, isPresent }: IndexChange): IndexChange {
  return { index, key, isPresent: !isPresent };
}

function indexChanges(indexes: KeyIndexes, isPresent: boolean): IndexChange[] {
  return Array.from(indexes.all(), ([index, keys]) => keys.map((key) => ({ index, key, isPresent }))).flat();
}
