/** What is read from one set of tables: those that a store has had from its beginning, or those of a layer on top. */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import { decodeLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { KeyTreeNode } from '../../util/key-tree.ts';
import { nativeCall } from '../../util/native-calls.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import type { IndexRow, TableLayer } from '../layers/table-layer.ts';
import { decodeKeyTreeNode, keyTreeKey } from './key-tree-table.ts';
import {
  asBuffer,
  decodeTransaction,
  entryVersionKey,
  firstRow,
  indexRowKey,
  type LayerTables,
  ledgerKey,
  locationKey,
  MAX_INDEX,
  ofLength,
  parseEntryVersionKey,
  parseIndexRowKey,
  type Row,
  readHistory,
  rows,
  type TableView,
  trailingLocation,
  treeKey,
  valueAt,
} from './layout.ts';

/** Keys of indexes are far shorter. */
const LONGEST_INDEX_KEY = Buffer.alloc(256, 0xff);

export class LmdbTables implements TableLayer {
  readonly #view: (name: keyof LayerTables) => TableView;
  #range: LedgerRange | undefined;

  /** `view` gives a table in the state that is to be seen, and throws a `StoreError` once there is none. */
  constructor(view: (name: keyof LayerTables) => TableView) {
    this.#view = view;
  }

  range(): LedgerRange | undefined {
    return this.#range;
  }

  /** Finds out which ledgers are here. */
  readRange(): void {
    const headers = this.#view('headers');
    const [lowest, highest] = [ledgerKey(0), ledgerKey(MAX_INDEX)];
    const first = firstRow(headers, { start: lowest, end: highest });
    const last = firstRow(headers, { start: highest, end: lowest, reverse: true });
    this.#range = first &&
      last && { first: asBuffer(first.key).readUInt32BE(0), last: asBuffer(last.key).readUInt32BE(0) };
  }

  /** The ledger was written here, as the last one. */
  noteAppended(ledgerIndex: number): void {
    this.#range = { first: this.#range?.first ?? ledgerIndex, last: ledgerIndex };
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    const bytes = valueAt(this.#view('headers'), ledgerKey(ledgerIndex));
    return bytes && decodeLedgerHeader(bytes);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    const bytes = valueAt(this.#view('ledgerHashes'), hexToBytes(hash));
    return bytes && ofLength(bytes, 4).readUInt32BE(0);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#newestVersion(key, ledgerIndex)?.value;
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    const row = this.#newestVersion(key, ledgerIndex);
    return row && parseEntryVersionKey(row.key).ledgerIndex;
  }

  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return valueAt(this.#view('entries'), entryVersionKey(key, ledgerIndex));
  }

  #newestVersion(key: Hash256, ledgerIndex: number): Row | undefined {
    const bounds = { start: entryVersionKey(key, ledgerIndex), end: entryVersionKey(key, 0) };
    return firstRow(this.#view('entries'), bounds);
  }

  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | null | undefined {
    const row = firstRow(this.#view('keyTree'), { start: keyTreeKey(path, ledgerIndex), end: keyTreeKey(path, 0) });
    return row && (row.value.length === 0 ? null : decodeKeyTreeNode(row.value));
  }

  transaction(location: TransactionLocation): StoredTransaction | undefined {
    const record = valueAt(this.#view('transactions'), locationKey(location));
    return record && decodeTransaction(location, record);
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    const bytes = valueAt(this.#view('transactionIds'), hexToBytes(id));
    return bytes && trailingLocation(ofLength(bytes, 8));
  }

  *ledgerTransactions(ledgerIndex: number): Generator<StoredTransaction, void> {
    const start = locationKey({ ledgerIndex, position: 0 });
    const end = locationKey({ ledgerIndex, position: MAX_INDEX });
    for (const { key, value } of rows(() => this.#view('transactions'), { start, end })) {
      yield decodeTransaction(trailingLocation(key), value);
    }
  }

  accountHistory(query: AccountTransactionQuery): Generator<HistoryBlock, void> {
    return readHistory(() => this.#view('accountHistory'), query);
  }

  treeNode(path: string): Uint8Array | undefined {
    const view = this.#view('tree');
    // Not `valueAt`: the tree keeps it, and would keep what it shared memory with.
    return nativeCall(() => view.table.get(treeKey(path), view));
  }

  *indexRows(index: string, prefix: Hex, after: Hex | undefined): Generator<IndexRow, void> {
    const first = indexRowKey(index, prefix);
    const behind = after === undefined ? first : indexRowKey(index, after);
    const isBehindFirst = behind.compare(first) > 0;
    // No key has a byte string of ones behind its prefix as long as this.
    const end = Buffer.concat([first, LONGEST_INDEX_KEY]);
    const start = isBehindFirst ? behind : first;
    if (start.compare(end) > 0) return;
    const bounds = { start, end, exclusiveStart: isBehindFirst || after === prefix };
    for (const { key, value } of rows(() => this.#view('indexes'), bounds)) {
      yield { key: parseIndexRowKey(index, key), isPresent: value.length === 0 };
    }
  }
}
