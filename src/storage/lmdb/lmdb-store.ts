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
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import { decodeLedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { KeyTreeChanges, type KeyTreeNodes } from '../../util/key-tree.ts';
import { type Pacer, withoutPause } from '../../util/steps.ts';
import { checkAppend } from '../append-check.ts';
import type { LedgerRange } from '../history-store.ts';
import { STORE_FORMAT_VERSION, StoreError } from '../ledger-store.ts';
import { makeDirectories } from '../make-directories.ts';
import { readClosedLedgers } from '../read-closed-ledgers.ts';
import type { CheckableStore, StoreRebuild, StoreRowCounts } from '../store-check.ts';
import type { StoreReaders } from '../store-readers.ts';
import { CommitThread } from './commit-thread.ts';
import { checkDataFile } from './data-file.ts';
import { Environment, lastTransaction } from './environment.ts';
import { KeyTreeTable } from './key-tree-table.ts';
import {
  asBuffer,
  entryVersionKey,
  firstRow,
  ledgerKey,
  MAX_INDEX,
  openRoot,
  openTable,
  openTables,
  type Table,
  type Tables,
  type TableView,
  TERM_KEY,
  valueAt,
} from './layout.ts';
import { LedgerWriter } from './ledger-writer.ts';
import { LmdbReads, metaKey } from './lmdb-reads.ts';
import { DATA_FILE } from './meta-pages.ts';
import { LmdbRebuild } from './rebuild.ts';
import { countRepeatedVersions, countRows } from './row-counts.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

const FORMAT_KEY = Buffer.from('format');
const TERM = /^[0-9]{1,16}$/;
/**
 * As often is an environment written to until all its tables and its format are there. One that was written to more
 * often and lacks any of them is damaged; to take it for a new one would be to begin another chain over the old.
 */
const SETUP_TRANSACTIONS = 11;

export interface LmdbStoreOptions {
  /** Says how much of a turn the preparation of a commit may take; all it needs if not given. */
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

export class LmdbStore extends LmdbReads implements CheckableStore {
  readonly #directory: string;
  readonly #environment: Environment;
  readonly #lock: WriterLock;
  readonly #thread: CommitThread;
  readonly #writer: LedgerWriter;
  readonly #keyTree: KeyTreeTable;
  #range: LedgerRange | undefined;
  /** Settles when the last commit that was asked for has. */
  #appending: Promise<void> = Promise.resolve();
  /** The largest term that a writer has appended with. */
  #term: number;
  #closing: Promise<void> | undefined;

  /** Use `openLmdbStore`. */
  constructor(directory: string, environment: Environment, lock: WriterLock, pacer: Pacer) {
    super();
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

  /** Readers in other threads, whom each commit waits for from now on. */
  attachReaders(readers: StoreReaders): void {
    this.#writer.attachReaders(readers);
  }

  get #openEnvironment(): Environment {
    if (this.#closing !== undefined) throw new StoreError('the store is closed');
    return this.#environment;
  }

  protected view(name: keyof Tables): TableView {
    return this.#openEnvironment.view(name);
  }

  ledgerRange(): LedgerRange | undefined {
    this.#openEnvironment;
    return this.#range;
  }

  protected keyTreeAt(ledgerIndex: number): Pick<KeyTreeNodes, 'get'> {
    this.#openEnvironment;
    return this.#keyTree.at(ledgerIndex, ledgerIndex >= (this.#range?.last ?? 0));
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
    return valueAt(this.view('entries'), entryVersionKey(key, ledgerIndex));
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
    const keyTree = new KeyTreeChanges(this.#keyTree.at(ledgerIndex, true));
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
