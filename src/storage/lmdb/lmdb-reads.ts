/**
 * What is read from the tables, by the store that writes them and by those who only follow it. Who it is decides which
 * state of the tables they see, and up to which ledger.
 */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import { type KeyTreeNode, type KeyTreeNodes, nextTreeKey } from '../../util/key-tree.ts';
import { nativeCall } from '../../util/native-calls.ts';
import type { HistoryStore, LedgerRange, StoredTransaction } from '../history-store.ts';
import { LayeredTables } from '../layers/layered-tables.ts';
import type { NamedValues } from '../ledger-store.ts';
import type { StateStore } from '../state-store.ts';
import { asBuffer, entryVersionKey, firstRow, parseEntryVersionKey, type Tables, type TableView } from './layout.ts';
import type { LmdbTables } from './lmdb-tables.ts';

/** The headers that pages of history, skip lists and most requests ask for again and again. */
const CACHED_HEADERS = 1_000;

export abstract class LmdbReads implements StateStore, HistoryStore, Pick<NamedValues, 'metaValue'> {
  protected readonly tables: LayeredTables<LmdbTables> = new LayeredTables(() => this.layers);
  #headers = new BoundedCache<number, LedgerHeader>(CACHED_HEADERS);

  /** The sets of tables, the lowest first. */
  protected abstract readonly layers: readonly LmdbTables[];

  abstract ledgerRange(): LedgerRange | undefined;

  /** A table of the lowest set in the state that is to be seen. Throws a `StoreError` once there is none. */
  protected abstract view(name: keyof Tables): TableView;

  /** The order of keys as of a ledger. */
  protected abstract keyTreeAt(ledgerIndex: number): Pick<KeyTreeNodes, 'get'>;

  header(ledgerIndex: number): LedgerHeader | undefined {
    const known = this.#headers.get(ledgerIndex);
    const { layers } = this;
    if (known !== undefined && layers.length > 0) return known;
    const header = this.tables.header(ledgerIndex);
    if (header !== undefined) this.#headers.set(ledgerIndex, header);
    return header;
  }

  /** To be called when the store went back to earlier ledgers. */
  protected forgetHeaders(): void {
    this.#headers = new BoundedCache(CACHED_HEADERS);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    return this.tables.ledgerIndexByHash(hash);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.tables.entry(key, ledgerIndex);
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    return this.tables.entryLedger(key, ledgerIndex);
  }

  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    return nextTreeKey(this.keyTreeAt(ledgerIndex), key);
  }

  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | undefined {
    return this.keyTreeAt(ledgerIndex).get(path);
  }

  /** For those who check a store, which has one set of tables then. */
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
    return this.tables.transaction(location);
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    return this.tables.transactionLocation(id);
  }

  ledgerTransactions(ledgerIndex: number): Iterable<StoredTransaction> {
    return this.tables.ledgerTransactions(ledgerIndex);
  }

  accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock> {
    return this.tables.accountHistory(query);
  }

  treeNode(path: string): Uint8Array | undefined {
    return this.tables.treeNode(path);
  }

  indexKeys(index: string, prefix: Hex, after?: Hex): Iterable<Hex> {
    return this.tables.indexKeys(index, prefix, after);
  }

  metaValue(name: string): string | undefined {
    const bytes = nativeCall(() => this.view('meta').table.get(metaKey(name)));
    return bytes && asBuffer(bytes).toString();
  }
}

/** Names share a table with the store's own, so they stand apart from these. */
export function metaKey(name: string): Buffer {
  return Buffer.from(`value/${name}`);
}

/** The key right above, whether or not anything has it; undefined behind the last. */
function followingKey(key: Hash256): Hash256 | undefined {
  const next = BigInt(`0x${key}`) + 1n;
  return next >> 256n === 0n ? next.toString(16).toUpperCase().padStart(64, '0') : undefined;
}
