/**
 * The store's handle of its LMDB environment, and what LMDB leaves to its user: to hold on to what a ledger's readers
 * see while the next one is written, and to go on after the disk failed at the one write that LMDB cannot take back.
 */
import type { RootDatabase, Transaction } from 'lmdb';
import { StoreError } from '../ledger-store.ts';
import { openRoot, openTables, type Tables, type TableView } from './layout.ts';
import { restoreTransaction } from './meta-pages.ts';
import { writeRows } from './write-rows.ts';

interface OpenEnvironment {
  readonly root: RootDatabase;
  readonly tables: Tables;
}

export class Environment {
  readonly #directory: string;
  /** Undefined while there is none: it is closed, or could not be opened again. */
  #opened: OpenEnvironment | undefined;
  /** What readers see instead of the newest. */
  #frozen: Transaction | undefined;
  /** LMDB's number of the last transaction that became durable. */
  #lastTransaction: number;

  /** Takes over an open environment. */
  constructor(directory: string, root: RootDatabase, tables: Tables) {
    this.#directory = directory;
    this.#opened = { root, tables };
    this.#lastTransaction = lastTransaction(root);
  }

  get tables(): Tables {
    return this.#open.tables;
  }

  view(name: keyof Tables): TableView {
    const table = this.#open.tables[name];
    return this.#frozen === undefined ? { table } : { table, transaction: this.#frozen };
  }

  /**
   * From now on readers see what there is now, whatever is written. It costs nothing: LMDB never writes over the last
   * durable state, nor over the one that is being replaced.
   */
  freeze(): void {
    const { root } = this.#open;
    root.resetReadTxn();
    this.#frozen = root.useReadTransaction();
  }

  /** Readers see the newest again. To be called after every transaction that succeeded elsewhere, too. */
  thaw(): void {
    const { root } = this.#open;
    this.#frozen?.done();
    this.#frozen = undefined;
    root.resetReadTxn();
    this.#lastTransaction = lastTransaction(root);
  }

  /** Writes and flushes one row on this thread; waits for a transaction that is under way. */
  putSync(name: keyof Tables, key: Uint8Array, value: Uint8Array): void {
    this.#open.tables[name].putSync(key, value);
    this.#lastTransaction++;
  }

  /** All or nothing, and durable when it returns; on this thread. Waits for a transaction that is under way. */
  transaction(work: () => void): void {
    const { root } = this.#open;
    root.transactionSync(work);
    root.resetReadTxn();
    this.#lastTransaction = lastTransaction(root);
  }

  /** Writes packed rows on this thread, all or nothing, and flushes them. */
  writeRowsSync(chunks: readonly Uint8Array[]): void {
    const { root, tables } = this.#open;
    root.transactionSync(() => writeRows(tables, chunks));
  }

  /** LMDB takes nothing more after it could not write the page that makes a transaction the current one. */
  get isBroken(): boolean {
    try {
      this.#open.root.transactionSync(() => {});
      return false;
    } catch {
      return true;
    }
  }

  /**
   * Takes back the transaction that could not be completed, so that a next one is safe. Until this succeeds, readers
   * see what was frozen. Nobody else may have the environment open.
   * @throws StoreError if the disk still fails.
   */
  recover(): void {
    try {
      restoreTransaction(this.#directory, this.#lastTransaction);
      this.close();
      const root = openRoot(this.#directory);
      this.#opened = { root, tables: openTables(root, false) };
    } catch (cause) {
      throw new StoreError(`the data directory ${this.#directory} cannot be written: ${(cause as Error).message}`, {
        cause,
      });
    }
  }

  /** Nothing may be under way. */
  close(): void {
    this.#frozen?.done();
    this.#frozen = undefined;
    // Without writes in the background there is nothing to wait for: it is closed when this returns.
    this.#opened?.root.close();
    this.#opened = undefined;
  }

  get #open(): OpenEnvironment {
    if (this.#opened === undefined) throw new StoreError(`the data directory ${this.#directory} is not open`);
    return this.#opened;
  }
}

/** How often the environment was written to, which is the number of its last transaction. */
export function lastTransaction(root: RootDatabase): number {
  return (root.getStats() as { lastTxnId: number }).lastTxnId;
}
