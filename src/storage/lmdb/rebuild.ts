/**
 * Rebuilds a data file from the primary tables of a damaged one, or of one with an older format. The new file is built
 * in a separate directory; the old file is never written to, since a write into a broken page tree could destroy intact
 * data. The exchange is one rename.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import { hexToBytes } from '../../util/hex.ts';
import { describeFailure, diskFault } from '../disk-fault.ts';
import { diskCause } from '../disk-probe.ts';
import { STORE_FORMAT_VERSION, StoreError } from '../ledger-store.ts';
import type { DerivedRows, StoreRebuild } from '../store-check.ts';
import { replaceDataFile } from './data-place.ts';
import { encodeKeyTreeNode, keyTreeKey } from './key-tree-table.ts';
import {
  appendHistory,
  FORMAT_KEY,
  indexRowKey,
  ledgerKey,
  locationKey,
  openTables,
  type Tables,
  treeKey,
} from './layout.ts';
import { openEnvironment } from './lmdb-library.ts';
import { allRows, type Table } from './table.ts';

const PRIMARY_TABLES = ['meta', 'headers', 'transactions', 'entries'] as const;

export type PrimaryTables = Pick<Tables, (typeof PRIMARY_TABLES)[number]>;

const COPIED_AT_ONCE = 1000;
const NO_VALUE = Buffer.alloc(0);

export class LmdbRebuild implements StoreRebuild {
  readonly #directory: string;
  readonly #newDirectory: string;
  readonly #source: PrimaryTables;
  readonly #root: RootDatabase;
  readonly #tables: Tables;
  #isComplete = false;

  /** Builds beside the data in `directory`, whose tables are `source` and whose lock the caller holds. */
  constructor(directory: string, source: PrimaryTables) {
    this.#directory = directory;
    this.#newDirectory = join(directory, 'rebuild');
    this.#source = source;
    rmSync(this.#newDirectory, { recursive: true, force: true });
    mkdirSync(this.#newDirectory);
    // Flushed once, at the end.
    this.#root = openEnvironment(this.#newDirectory, { noSubdir: false, overlappingSync: false, noSync: true });
    this.#tables = openTables(this.#root, { mayCreate: true });
  }

  *copyPrimaryRows(): Generator<number, void> {
    let count = 0;
    for (const name of PRIMARY_TABLES) {
      for (const batch of batches(this.#source[name])) {
        this.#transaction(() => {
          for (const { key, value } of batch) this.#tables[name].put(key, value);
        });
        count += batch.length;
        yield count;
      }
    }
    this.#tables.meta.put(FORMAT_KEY, Buffer.from(String(STORE_FORMAT_VERSION)));
  }

  write(work: (rows: DerivedRows) => void): void {
    const { ledgerHashes, transactionIds, accountHistory, keyTree, tree, indexes } = this.#tables;
    this.#transaction(() =>
      work({
        ledgerHash: (hash, ledgerIndex) => ledgerHashes.put(hexToBytes(hash), ledgerKey(ledgerIndex)),
        transactionId: (id, location) => transactionIds.put(hexToBytes(id), locationKey(location)),
        historyRow: (account, row) => appendHistory(accountHistory, account, [row]),
        keyTreeNode: (path, ledgerIndex, node) =>
          keyTree.put(keyTreeKey(path, ledgerIndex), node === undefined ? NO_VALUE : encodeKeyTreeNode(node)),
        treeNode: (path, record) => tree.put(treeKey(path), record),
        indexKey: (index, key) => indexes.put(indexRowKey(index, key), NO_VALUE),
      }),
    );
  }

  #transaction(write: () => void): void {
    try {
      this.#root.transactionSync(write);
    } catch (error) {
      const cause = diskCause(this.#newDirectory, error);
      if (diskFault(cause) === undefined) throw error;
      throw new StoreError(`the new data cannot be written: ${describeFailure(cause)}`, { cause });
    }
  }

  async finish(): Promise<string> {
    await this.complete();
    return this.putInPlace('damaged')!;
  }

  /** Flushes the new data; returns its directory until it is put in place. */
  async complete(): Promise<string> {
    await this.#root.close();
    this.#isComplete = true;
    return this.#newDirectory;
  }

  /** Returns the path of the old data, whose name ends with `end`; undefined if there was none. */
  putInPlace(end: string): string | undefined {
    return replaceDataFile(this.#directory, this.#newDirectory, end);
  }

  async abandon(): Promise<void> {
    if (!this.#isComplete) await this.#root.close();
    rmSync(this.#newDirectory, { recursive: true, force: true });
  }
}

function* batches(table: Table): Generator<{ key: Uint8Array; value: Uint8Array }[], void> {
  let batch: { key: Uint8Array; value: Uint8Array }[] = [];
  for (const row of allRows(table)) {
    if (batch.push(row) < COPIED_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
