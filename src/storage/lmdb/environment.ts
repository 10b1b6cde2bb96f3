/** The store's handle of its LMDB environment. It lets readers see one ledger while the next one is written. */
import type { RootDatabase, Transaction } from 'lmdb';
import type { Tables } from './layout.ts';
import type { TableView } from './table.ts';
import { writeRows } from './write-rows.ts';

export class Environment {
  readonly tables: Tables;
  readonly #root: RootDatabase;
  /** The read transaction that readers use instead of the newest state. */
  #frozen: Transaction | undefined;

  /** `root` must be open. */
  constructor(root: RootDatabase, tables: Tables) {
    this.#root = root;
    this.tables = tables;
  }

  view(name: keyof Tables): TableView {
    const table = this.tables[name];
    return this.#frozen === undefined ? { table } : { table, transaction: this.#frozen };
  }

  /**
   * From now on readers see the current state, even while new data is written. It is free: LMDB never overwrites the
   * last durable state or the one being replaced.
   */
  freeze(): void {
    if (this.#frozen !== undefined) return;
    this.#root.resetReadTxn();
    this.#frozen = this.#root.useReadTransaction();
  }

  /** Readers see the newest state again. Must also be called after each transaction of the commit thread. */
  thaw(): void {
    this.#frozen?.done();
    this.#frozen = undefined;
    this.#root.resetReadTxn();
  }

  /** From now on, pages that only killed processes were reading can be used again. */
  forgetDeadReaders(): void {
    this.#root.readerCheck();
  }

  /** Writes and flushes one row on this thread; waits for a running transaction. */
  put(name: keyof Tables, key: Uint8Array, value: Uint8Array): void {
    this.tables[name].put(key, value);
  }

  /** Atomic, and durable when it returns; on this thread. Waits for a running transaction. */
  transaction(work: () => void): void {
    this.#root.transactionSync(work);
    this.#root.resetReadTxn();
  }

  /** Writes packed rows on this thread in one transaction and flushes them. */
  writeRowsSync(chunks: readonly Uint8Array[]): void {
    this.#root.transactionSync(() => writeRows(this.tables, chunks));
  }

  /**
   * True after LMDB failed to write the meta page that makes a transaction current (`meta-pages.ts`). It is then
   * unknown which of the two pages is on the disk, so LMDB accepts no new reads or writes until the process restarts. A
   * frozen state can still be read.
   */
  get isBroken(): boolean {
    try {
      this.#root.transactionSync(() => {});
      return false;
    } catch {
      return true;
    }
  }

  /** No transaction may be running. */
  close(): void {
    this.#frozen?.done();
    this.#frozen = undefined;
    // There are no background writes, so it is closed when this returns.
    this.#root.close();
  }
}
