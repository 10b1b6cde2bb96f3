/**
 * A store of an older format. The form of its primary tables (headers, transactions, entries, small values) has not
 * changed since format 1, nor have the hashes and the tree that verify them; all derived tables are rebuilt.
 */
import type { RootDatabase } from 'lmdb';
import type { LedgerRange } from '../history-store.ts';
import { OLDER_FORMATS, STORE_FORMAT_VERSION, StoreError } from '../ledger-store.ts';
import { checkDataFile } from './data-file.ts';
import { requireDataFile } from './data-place.ts';
import { FORMAT_KEY, openRoot, openTable, type Tables } from './layout.ts';
import { LmdbReads, storedRange } from './lmdb-reads.ts';
import { LmdbRebuild } from './rebuild.ts';
import { CHECKSUM_BYTES, type TableView } from './table.ts';
import { acquireWriterLock, type WriterLock } from './writer-lock.ts';

/** Tables that every format has, by their current names. */
const TABLE_NAMES = {
  meta: 'meta',
  headers: 'headers',
  ledgerHashes: 'ledger_hashes',
  transactions: 'transactions',
  transactionIds: 'transaction_ids',
  entries: 'entries',
  tree: 'tree',
} as const;

type OlderTables = Pick<Tables, keyof typeof TABLE_NAMES>;

/**
 * Opens and locks the store in a directory. Undefined if it has the current format.
 * @throws StoreError if there is no chain, or its format is unknown
 */
export function openOlderStore(directory: string): OlderStore | undefined {
  requireDataFile(directory);
  const lock = acquireWriterLock(directory);
  let root: RootDatabase | undefined;
  try {
    lock.writeHolder();
    checkDataFile(directory);
    root = openRoot(directory, true);
    const format = formatOf(root, directory);
    if (OLDER_FORMATS.includes(format)) return new OlderStore(format, root, lock);
    if (format !== STORE_FORMAT_VERSION) throw new StoreError(formatRefusal(format, directory));
    root.close();
    lock.release();
    return undefined;
  } catch (error) {
    root?.close();
    lock.release();
    throw error;
  }
}

/** @throws StoreError for a store without a format version, or with a damaged one */
export function formatOf(root: RootDatabase, directory: string): number {
  const stored = openTable(root, 'meta', { hasChecksums: false }).get(FORMAT_KEY);
  if (stored === undefined) throw new StoreError(`the data directory ${directory} is damaged: it has no format`);
  // Formats without checksums have only the number here.
  return Number(stored.length > CHECKSUM_BYTES ? openTable(root, 'meta').get(FORMAT_KEY) : stored);
}

/** The message why a store is not opened, and what to do. */
export function formatRefusal(format: number, directory: string): string {
  const advice = OLDER_FORMATS.includes(format) ? `: weir migrate --data ${directory} brings it forward` : '';
  return `the data directory ${directory} has format ${format}, but this Weir reads format ${STORE_FORMAT_VERSION}${advice}`;
}

export class OlderStore extends LmdbReads {
  readonly format: number;
  readonly #root: RootDatabase;
  readonly #lock: WriterLock;
  readonly #tables: OlderTables;
  readonly #range: LedgerRange | undefined;

  /** Use `openOlderStore`. */
  constructor(format: number, root: RootDatabase, lock: WriterLock) {
    super();
    this.format = format;
    this.#root = root;
    this.#lock = lock;
    const tables = Object.entries(TABLE_NAMES).map(([key, name]) => [
      key,
      openTable(root, name, { hasChecksums: false }),
    ]);
    this.#tables = Object.fromEntries(tables) as OlderTables;
    this.#range = storedRange(this.view('headers'));
  }

  ledgerRange(): LedgerRange | undefined {
    return this.#range;
  }

  protected view(name: keyof Tables): TableView {
    const table = (this.#tables as Partial<Tables>)[name];
    if (table === undefined) throw new StoreError(`a store of format ${this.format} is not asked for ${name}`);
    return { table };
  }

  protected keyTreeAt(): never {
    throw new StoreError(`a store of format ${this.format} has no order of keys`);
  }

  /** Begins a store of the current format in a subdirectory of this one. */
  beginRebuild(directory: string): LmdbRebuild {
    return new LmdbRebuild(directory, this.#tables);
  }

  close(): void {
    this.#root.close();
    this.#lock.release();
  }
}
