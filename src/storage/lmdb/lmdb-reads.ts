/**
 * Reads from the tables, for the store that writes them and for readers in other threads. A subclass decides which
 * state of the tables is visible, and up to which ledger.
 */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import { decodeLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import { hexToBytes } from '../../util/hex.ts';
import { type KeyTreeNode, type KeyTreeNodes, nextTreeKey } from '../../util/key-tree.ts';
import { ownCopy } from '../../util/own-bytes.ts';
import type { HistoryStore, LedgerRange, StoredTransaction } from '../history-store.ts';
import type { NamedValues } from '../ledger-store.ts';
import type { StateStore } from '../state-store.ts';
import { decodeKeyTreeNode, keyTreeKey } from './key-tree-table.ts';
import {
  decodeTransaction,
  entryVersionKey,
  indexRowKey,
  ledgerKey,
  locationKey,
  MAX_INDEX,
  ofLength,
  parseEntryVersionKey,
  parseIndexRowKey,
  readHistory,
  type Tables,
  trailingLocation,
  treeKey,
} from './layout.ts';
import { asBuffer, firstRow, type Row, rows, type TableView, valueAt } from './table.ts';

/** Cached headers: history pages, skip lists and most requests read them repeatedly. */
const CACHED_HEADERS = 1_000;
/** Longer than any index key. */
const LONGEST_INDEX_KEY = Buffer.alloc(256, 0xff);

export abstract class LmdbReads implements StateStore, HistoryStore, Pick<NamedValues, 'metaValue'> {
  #headers = new BoundedCache<number, LedgerHeader>(CACHED_HEADERS);

  abstract ledgerRange(): LedgerRange | undefined;

  /** A table in its visible state. Throws a `StoreError` if the store is closed. */
  protected abstract view(name: keyof Tables): TableView;

  /** The order of keys as of a ledger. */
  protected abstract keyTreeAt(ledgerIndex: number): Pick<KeyTreeNodes, 'get'>;

  header(ledgerIndex: number): LedgerHeader | undefined {
    const first = this.ledgerRange()?.first ?? 0;
    const known = this.#headers.get(ledgerIndex);
    if (known !== undefined) return ledgerIndex < first ? undefined : known;
    const bytes = valueAt(this.view('headers'), ledgerKey(ledgerIndex));
    const header = bytes && decodeLedgerHeader(bytes);
    if (header !== undefined) this.#headers.set(ledgerIndex, header);
    return header;
  }

  /** Must be called when the store is reverted to an earlier ledger. */
  protected forgetHeaders(): void {
    this.#headers = new BoundedCache(CACHED_HEADERS);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    const bytes = valueAt(this.view('ledgerHashes'), hexToBytes(hash));
    return bytes && ofLength(bytes, 4).readUInt32BE(0);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const bytes = this.#newestVersion(key, ledgerIndex)?.value;
    return bytes?.length === 0 ? undefined : bytes;
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    const row = this.#newestVersion(key, ledgerIndex);
    return row && parseEntryVersionKey(row.key).ledgerIndex;
  }

  #newestVersion(key: Hash256, ledgerIndex: number): Row | undefined {
    const bounds = { start: entryVersionKey(key, ledgerIndex), end: entryVersionKey(key, 0) };
    return firstRow(this.view('entries'), bounds);
  }

  /** The version of an entry that this ledger wrote; empty if it deleted the entry. */
  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return valueAt(this.view('entries'), entryVersionKey(key, ledgerIndex));
  }

  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    return nextTreeKey(this.keyTreeAt(ledgerIndex), key);
  }

  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | undefined {
    return this.keyTreeAt(ledgerIndex).get(path);
  }

  /** The same without the cache. */
  protected readKeyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | undefined {
    const row = firstRow(this.view('keyTree'), { start: keyTreeKey(path, ledgerIndex), end: keyTreeKey(path, 0) });
    return row === undefined || row.value.length === 0 ? undefined : decodeKeyTreeNode(row.value);
  }

  /** For programs that check a store. */
  *entryKeys(ledgerIndex: number): Generator<Hash256> {
    const end = entryVersionKey('F'.repeat(64), 0);
    let start = entryVersionKey('0'.repeat(64), ledgerIndex);
    for (;;) {
      const row = firstRow(this.view('entries'), { start, end });
      if (row === undefined) return;
      const version = parseEntryVersionKey(row.key);
      if (version.ledgerIndex > ledgerIndex) {
        start = entryVersionKey(version.key, ledgerIndex);
        continue;
      }
      if (row.value.length > 0) yield version.key;
      const next = followingKey(version.key);
      if (next === undefined) return;
      start = entryVersionKey(next, ledgerIndex);
    }
  }

  transaction(location: TransactionLocation): StoredTransaction | undefined {
    const record = valueAt(this.view('transactions'), locationKey(location));
    return record && decodeTransaction(location, record);
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    const bytes = valueAt(this.view('transactionIds'), hexToBytes(id));
    return bytes && trailingLocation(ofLength(bytes, 8));
  }

  *ledgerTransactions(ledgerIndex: number): Generator<StoredTransaction, void> {
    const start = locationKey({ ledgerIndex, position: 0 });
    const end = locationKey({ ledgerIndex, position: MAX_INDEX });
    for (const { key, value } of rows(() => this.view('transactions'), { start, end })) {
      yield decodeTransaction(trailingLocation(key), value);
    }
  }

  accountHistory(query: AccountTransactionQuery): Generator<HistoryBlock, void> {
    return readHistory(() => this.view('accountHistory'), query);
  }

  treeNode(path: string): Uint8Array | undefined {
    const record = valueAt(this.view('tree'), treeKey(path));
    // The tree keeps the bytes, and pooled memory would keep the whole pool alive.
    return record && ownCopy(record);
  }

  *indexKeys(index: string, prefix: Hex, after?: Hex): Generator<Hex, void> {
    const first = indexRowKey(index, prefix);
    const behind = after === undefined ? first : indexRowKey(index, after);
    const isBehindFirst = behind.compare(first) > 0;
    // Above every key with this prefix.
    const end = Buffer.concat([first, LONGEST_INDEX_KEY]);
    const start = isBehindFirst ? behind : first;
    if (start.compare(end) > 0) return;
    const bounds = { start, end, exclusiveStart: isBehindFirst || after === prefix };
    for (const { key } of rows(() => this.view('indexes'), bounds)) yield parseIndexRowKey(index, key);
  }

  metaValue(name: string): string | undefined {
    return this.view('meta').table.get(metaKey(name))?.toString();
  }
}

/** The range of stored ledgers, from the headers table. */
export function storedRange(headers: TableView): LedgerRange | undefined {
  const [lowest, highest] = [ledgerKey(0), ledgerKey(MAX_INDEX)];
  const first = firstRow(headers, { start: lowest, end: highest });
  const last = firstRow(headers, { start: highest, end: lowest, reverse: true });
  if (first === undefined || last === undefined) return undefined;
  return { first: asBuffer(first.key).readUInt32BE(0), last: asBuffer(last.key).readUInt32BE(0) };
}

/** The table also has the store's own values, so names get a prefix. */
export function metaKey(name: string): Buffer {
  return Buffer.from(`value/${name}`);
}

/** The key plus one; undefined after the last key. */
function followingKey(key: Hash256): Hash256 | undefined {
  const next = BigInt(`0x${key}`) + 1n;
  return next >> 256n === 0n ? next.toString(16).toUpperCase().padStart(64, '0') : undefined;
}
