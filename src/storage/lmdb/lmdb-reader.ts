/**
 * Reads a store that another thread of this process writes. It shows the ledgers up to the followed one, with the
 * tables as of that moment. The writer must not write the ledger after next before all readers follow.
 */

import type { KeyTreeNodes } from '../../util/key-tree.ts';
import { nativeCall } from '../../util/native-calls.ts';
import type { DamagedRowError } from '../damaged-row-error.ts';
import type { LedgerRange } from '../history-store.ts';
import { StoreError } from '../ledger-store.ts';
import type { FollowedStore } from '../store-readers.ts';
import { Environment } from './environment.ts';
import { KeyTreeTable } from './key-tree-table.ts';
import { ledgerKey, MAX_INDEX, openRoot, openTables, type Tables } from './layout.ts';
import { LmdbReads } from './lmdb-reads.ts';
import { asBuffer, firstRow, type TableView } from './table.ts';

export class LmdbReader extends LmdbReads implements FollowedStore {
  readonly #directory: string;
  readonly #onDamage: (error: DamagedRowError) => void;
  readonly #keyTree = new KeyTreeTable((path, ledgerIndex) => this.readKeyTreeNode(path, ledgerIndex));
  #environment: Environment | undefined;
  #range: LedgerRange | undefined;

  /**
   * Reads the environment in a directory, which another thread of this process has created and keeps open. `onDamage` is called
   * with each damaged row.
   */
  constructor(directory: string, onDamage: (error: DamagedRowError) => void = () => {}) {
    super();
    this.#directory = directory;
    this.#onDamage = onDamage;
  }

  follow(ledgerIndex: number): void {
    nativeCall(() => this.#seeNewest());
    // The first ledger may have changed, since appends can delete old ledgers.
    this.#range = { first: this.#firstLedger(), last: ledgerIndex };
  }

  #seeNewest(): void {
    if (this.#environment === undefined) {
      const root = openRoot(this.#directory);
      this.#environment = new Environment(root, openTables(root, { onDamage: this.#onDamage }));
    } else this.#environment.thaw();
    this.#environment.freeze();
  }

  close(): void {
    nativeCall(() => this.#environment?.close());
    this.#environment = undefined;
  }

  ledgerRange(): LedgerRange | undefined {
    return this.#range;
  }

  protected view(name: keyof Tables): TableView {
    if (this.#environment === undefined) throw new StoreError('the store is not open for reading');
    return this.#environment.view(name);
  }

  /** Nodes are cached by ledger, so none becomes outdated. */
  protected keyTreeAt(ledgerIndex: number): Pick<KeyTreeNodes, 'get'> {
    return this.#keyTree.at(ledgerIndex, false);
  }

  #firstLedger(): number {
    const row = firstRow(this.view('headers'), { start: ledgerKey(0), end: ledgerKey(MAX_INDEX) });
    if (row === undefined) throw new StoreError(`the data directory ${this.#directory} has no ledgers`);
    return asBuffer(row.key).readUInt32BE(0);
  }
}
