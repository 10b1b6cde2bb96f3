/**
 * The store's handle of its LMDB environment, and what LMDB leaves to its user: to keep showing a ledger to its readers
 * while the next one is written.
 */
import type { RootDatabase, Transaction } from 'lmdb';
import type { Tables, TableView } from './layout.ts';
import { writeRows } from './write-rows.ts';

export class Environment {
  readonly tables: Tables;
  readonly #root: RootDatabase;
  /** What readers see instead of the newest. */
  #frozen: Transaction | undefined;

  /** Takes over an open environment. */
  constructor(root: RootDatabase, tables: Tables) {
    this.#root = root;
    this.tables = tables;
  }

  view(name: keyof Tables): TableView {
    const table = this.tables[name];
    return this.#frozen === undefined ? { table } : { table, transaction: this.#frozen };
  }

  /**
   * From now on readers see what there is now, whatever is written. It costs nothing: LMDB never writes over the last
   * durable state, nor over the one that is being replaced.
   */
  freeze(): void {
    if (this.#frozen !== undefined) return;
    this.#root.resetReadTxn();
    this.#frozen = this.#root.useReadTransaction();
  }

  /** Readers see the newest again. To be called after every transaction that succeeded elsewhere, too. */
  thaw(): void {
    this.#frozen?.done();
    this.#frozen = undefined;
    this.#root.resetReadTxn();
  }

  /** Writes and flushes one row on this thread; waits for a transaction that is under way. */
  putSync(name: keyof Tables, key: Uint8Array, value: Uint8Array): void {
    this.tables[name].putSync(key, value);
  }

  /** All or nothing, and durable when it returns; on this thread. Waits for a transaction that is under way. */
  transaction(work: () => void): void {
    this.#root.transactionSync(work);
    this.#root.resetReadTxn();
  }

  /** Writes packed rows on this thread, all or nothing, and flushes them. */
  writeRowsSync(chunks: readonly Uint8Array[]): void {
    this.#root.transactionSync(() => writeRows(this.tables, chunks));
  }

  /**
   * True after LMDB could not write the page that makes a transaction the current one (`meta-pages.ts`). Which of the two
   * pages is on the disk is not known then, so LMDB takes no more writes and begins no more reads until the process starts
   * anew. What was frozen can still be read.
   */
  get isBroken(): boolean {
    try {
      this.#root.transactionSync(() => {});
      return false;
    } catch {
      return true;
    }
  }

  /** Nothing may be under way. */
  close(): void {
    this.#frozen?.done();
    this.#frozen = undefined;
    // Without writes in the background there is nothing to wait for: it is closed when this returns.
    this.#root.close();
  }
}
