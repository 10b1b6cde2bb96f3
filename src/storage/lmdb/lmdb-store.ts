/**
 * The durable store: one LMDB environment in a directory, one LMDB transaction a ledger. When a commit resolves,
 * neither a kill nor a power loss can take it back or leave half of it (`ledger-writer.ts`).
 *
 * Reads return copies that the caller may keep. Iteration reads ahead in short batches and holds no LMDB read
 * transaction between them: one that stays open would keep every later free page from reuse.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import { decodeLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import { hexToBytes } from '../../util/hex.ts';
import { KeyTreeChanges, type KeyTreeNode, type KeyTreeNodes, nextTreeKey } from '../../util/key-tree.ts';
import { type Pacer, withoutPause } from '../../util/steps.ts';
import { checkAppend } from '../append-check.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import { STORE_FORMAT_VERSION, StoreError } from '../ledger-store.ts';
import { makeDirectories } from '../make-directories.ts';
import { readClosedLedgers } from '../read-closed-ledgers.ts';
import type { CheckableStore, StoreRebuild, StoreRowCounts } from '../store-check.ts';
import { CommitThread } from './commit-thread.ts';
import { checkDataFile } from './data-file.ts';
import { Environment, lastTransaction } from './environment.ts';
import { KeyTreeTable } from './key-tree-table.ts';
import {
  asBuffer,
  decodeTransaction,
  entryVersionKey,
  firstRow,
  indexRowKey,
  ledgerKey,
  locationKey,
  MAX_INDEX,
  ofLength,
  openRoot,
  openTable,
  openTables,
  parseEntryVersionKey,
  parseIndexRowKey,
  readHistory,
  rows,
  type Table,
  type Tables,
  type TableView,
  TERM_KEY,
  trailingLocation,
  treeKey,
  valueAt,
} from './layout.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { DATA_FILE } from './meta-pages.ts';
import { LmdbRebuild } from './rebuild.ts';
import { countRepeatedVersions, countRows } from './row-counts.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

/** The headers that pages of history, skip lists and most requests ask for again and again. */
const CACHED_HEADERS = 1_000;
/** Keys of indexes are far shorter. */
const LONGEST_INDEX_KEY = Buffer.alloc(256, 0xff);
const FORMAT_KEY = Buffer.from('format');
const TERM = /^[0-9]{1,16}$/;
/**
 * As often is an environment written to until all its tables and its format are there. One that was written to more
 * often and lacks any of them is damaged; to take it for a new one would be to begin another chain over the old.
 */
const SETUP_TRANSACTIONS = 11;

export interface LmdbStoreOptions {
  /**
   * Says how much of a turn the preparation of a commit may take; all it needs if not given. A store that is given one
   * is a server's, and gets ready to commit as soon as it is open.
   */
  readonly pacer?: Pacer;
}

/**
 * Opens the store in a directory, which is made if it is not there.
 * @throws StoreError if the directory cannot be used, is in use, is damaged, or holds another format.
 */
export function openLmdbStore(directory: string, { pacer }: LmdbStoreOptions = {}): LmdbStore {
  let lock: WriterLock | undefined;
  let root: RootDatabase | undefined;
  try {
    makeDirectories(directory);
    lock = acquireWriterLock(directory);
    checkDataFile(directory);
    root = openRoot(directory);
    const isNew = lastTransaction(root) < SETUP_TRANSACTIONS;
    checkFormat(openTable(root, 'meta', isNew), directory, isNew);
    const environment = new Environment(directory, root, openTables(root, isNew));
    const store = new LmdbStore(directory, environment, lock, pacer ?? withoutPause);
    if (!isNew) store.checkRange();
    if (pacer !== undefined) store.prepareToCommit();
    return store;
  } catch (error) {
    root?.close();
    lock?.release();
    if (error instanceof StoreError) throw error;
    throw new StoreError(`cannot open the data directory ${directory}: ${(error as Error).message}`, { cause: error });
  }
}

function checkFormat(meta: Table, directory: string, isNew: boolean): void {
  const stored = meta.get(FORMAT_KEY);
  const format = stored === undefined ? undefined : Number(asBuffer(stored).toString());
  if (format === undefined && !isNew)
    throw new StoreError(`the data directory ${directory} is damaged: it has no format`);
  if (format === undefined) meta.putSync(FORMAT_KEY, Buffer.from(String(STORE_FORMAT_VERSION)));
  else if (format !== STORE_FORMAT_VERSION) {
    throw new StoreError(
      `the data directory ${directory} has format ${format}, but this Weir reads format ${STORE_FORMAT_VERSION}`,
    );
  }
}

export class LmdbStore implements CheckableStore {
  readonly #directory: string;
  readonly #environment: Environment;
  readonly #lock: WriterLock;
  readonly #thread: CommitThread;
  readonly #writer: LedgerWriter;
  readonly #keyTree: KeyTreeTable;
  /** Decoded; a header that was stored once never changes. */
  readonly #headers = new BoundedCache<number, LedgerHeader>(CACHED_HEADERS);
  #range: LedgerRange | undefined;
  /** Settles when the last commit that was asked for has. */
  #appending: Promise<void> = Promise.resolve();
  /** The largest term that a writer has appended with. */
  #term: number;
  #closing: Promise<void> | undefined;

  /** Use `openLmdbStore`. */
  constructor(directory: string, environment: Environment, lock: WriterLock, pacer: Pacer) {
    this.#directory = directory;
    this.#environment = environment;
    this.#lock = lock;
    this.#thread = new CommitThread(directory);
    this.#writer = new LedgerWriter(directory, environment, this.#thread, pacer);
    this.#keyTree = new KeyTreeTable(() => environment.view('keyTree'));
    this.#term = readTerm(directory, environment.tables.meta);
    const headers = environment.view('headers');
    const lowest = ledgerKey(0);
    const highest = ledgerKey(MAX_INDEX);
    const first = firstRow(headers, { start: lowest, end: highest });
    const last = firstRow(headers, { start: highest, end: lowest, reverse: true });
    if (first && last) {
      this.#range = { first: asBuffer(first.key).readUInt32BE(0), last: asBuffer(last.key).readUInt32BE(0) };
    }
  }

  /** @throws StoreError for a store that lost its headers. */
  checkRange(): void {
    if (this.#range === undefined && Object.values(this.rowCounts()).some((count) => count > 0)) {
      throw new StoreError(`the data directory ${this.#directory} is damaged: it has no headers`);
    }
  }

  /** Lets the first commit find everything ready. */
  prepareToCommit(): void {
    this.#thread.start();
  }

  get #openEnvironment(): Environment {
    if (this.#closing !== undefined) throw new StoreError('the store is closed');
    return this.#environment;
  }

  #view(name: keyof Tables): TableView {
    return this.#openEnvironment.view(name);
  }

  ledgerRange(): LedgerRange | undefined {
    this.#openEnvironment;
    return this.#range;
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    const headers = this.#view('headers');
    const known = this.#headers.get(ledgerIndex);
    if (known !== undefined) return known;
    const bytes = valueAt(headers, ledgerKey(ledgerIndex));
    if (bytes === undefined) return undefined;
    const header = decodeLedgerHeader(bytes);
    this.#headers.set(ledgerIndex, header);
    return header;
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    const bytes = valueAt(this.#view('ledgerHashes'), hexToBytes(hash));
    return bytes && ofLength(bytes, 4).readUInt32BE(0);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const bounds = { start: entryVersionKey(key, ledgerIndex), end: entryVersionKey(key, 0) };
    const value = firstRow(this.#view('entries'), bounds)?.value;
    return value?.length === 0 ? undefined : value;
  }

  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    this.#openEnvironment;
    return nextTreeKey(this.#keyTreeAt(ledgerIndex), key);
  }

  #keyTreeAt(ledgerIndex: number): Pick<KeyTreeNodes, 'get'> {
    return this.#keyTree.at(ledgerIndex, ledgerIndex >= (this.#range?.last ?? 0));
  }

  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | undefined {
    return this.#keyTreeAt(ledgerIndex).get(path);
  }

  *entryKeys(ledgerIndex: number): Generator<Hash256> {
    const end = entryVersionKey('F'.repeat(64), 0);
    let start = entryVersionKey('0'.repeat(64), ledgerIndex);
    for (;;) {
      const row = firstRow(this.#view('entries'), { start, end });
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
    const record = valueAt(this.#view('transactions'), locationKey(location));
    return record && decodeTransaction(location, record);
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    const bytes = valueAt(this.#view('transactionIds'), hexToBytes(id));
    return bytes && trailingLocation(ofLength(bytes, 8));
  }

  *ledgerTransactions(ledgerIndex: number): Generator<StoredTransaction> {
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
    return view.table.get(treeKey(path), view);
  }

  *indexKeys(index: string, prefix: Hex, after?: Hex): Generator<Hex> {
    const first = indexRowKey(index, prefix);
    const behind = after === undefined ? first : indexRowKey(index, after);
    const isBehindFirst = behind.compare(first) > 0;
    // No key has a byte string of ones behind its prefix as long as this.
    const end = Buffer.concat([first, LONGEST_INDEX_KEY]);
    const start = isBehindFirst ? behind : first;
    if (start.compare(end) > 0) return;
    const bounds = { start, end, exclusiveStart: isBehindFirst || after === prefix };
    for (const { key } of rows(() => this.#view('indexes'), bounds)) yield parseIndexRowKey(index, key);
  }

  metaValue(name: string): string | undefined {
    const bytes = this.#openEnvironment.tables.meta.get(metaKey(name));
    return bytes && asBuffer(bytes).toString();
  }

  setMetaValue(name: string, value: string): void {
    this.#openEnvironment.putSync('meta', metaKey(name), Buffer.from(value));
  }

  term(): number {
    this.#openEnvironment;
    return this.#term;
  }

  tail(afterIndex: number): Generator<ClosedLedger, void> {
    return readClosedLedgers(this, afterIndex);
  }

  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return valueAt(this.#view('entries'), entryVersionKey(key, ledgerIndex));
  }

  async append(ledger: PreparedLedger, term?: number): Promise<void> {
    this.#openEnvironment;
    const appended = this.#appending.then(() => this.#append(ledger, term ?? this.#term));
    this.#appending = appended.catch(() => {});
    return appended;
  }

  async #append(ledger: PreparedLedger, term: number): Promise<void> {
    const { ledgerIndex } = ledger.header;
    const last = this.#range && valueAt(this.#environment.view('headers'), ledgerKey(this.#range.last));
    checkAppend({ last: last && decodeLedgerHeader(last), term: this.#term }, ledger.header, term);
    const keyTree = new KeyTreeChanges(this.#keyTreeAt(ledgerIndex));
    await this.#writer.write(ledger, keyTree, term > this.#term ? term : undefined);
    this.#term = term;
    this.#keyTree.advance(keyTree.changed);
    this.#range = { first: this.#range?.first ?? ledgerIndex, last: ledgerIndex };
  }

  rowCounts(): StoreRowCounts {
    return countRows(this.#openEnvironment.tables);
  }

  repeatedVersions(lastLedger: number): number {
    return countRepeatedVersions(this.#openEnvironment.tables, lastLedger);
  }

  beginRebuild(): StoreRebuild {
    return new LmdbRebuild(this.#directory, this.#openEnvironment.tables);
  }

  sizeBytes(): number {
    return statSync(join(this.#directory, DATA_FILE)).size;
  }

  /** What is being committed is still committed. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#appending;
    await this.#thread.end();
    this.#environment.close();
    this.#lock.release();
  }
}

function readTerm(directory: string, meta: Table): number {
  const stored = meta.get(TERM_KEY);
  if (stored === undefined) return 0;
  const text = asBuffer(stored).toString();
  if (!TERM.test(text)) throw new StoreError(`the data directory ${directory} is damaged: it has the term ${text}`);
  return Number(text);
}

/** Names share a table with the store's own, so they stand apart from these. */
function metaKey(name: string): Buffer {
  return Buffer.from(`value/${name}`);
}

/** The key right above, whether or not anything has it; undefined behind the last. */
function followingKey(key: Hash256): Hash256 | undefined {
  const next = BigInt(`0x${key}`) + 1n;
  return next >> 256n === 0n ? next.toString(16).toUpperCase().padStart(64, '0') : undefined;
}
