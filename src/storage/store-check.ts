/** Backend operations for checking a whole store and rebuilding its derived tables. Servers do not need them. */

import type { TransactionLocation } from '../history/history-query.ts';
import type { AccountId, Hash256, Hex } from '../protocol/values.ts';
import type { KeyTreeNode } from '../util/key-tree.ts';
import type { DamagedRow } from './damaged-row-error.ts';
import type { HistoryStore } from './history-store.ts';
import type { LedgerStore } from './ledger-store.ts';

/** Number of rows in each table, superfluous ones included. */
export interface StoreRowCounts {
  readonly ledgerHashes: number;
  /** The last ledger that has a hash; 0 if none has. */
  readonly lastHashedLedger: number;
  readonly transactionIds: number;
  /** Over all accounts. */
  readonly historyRows: number;
  /** Versions of entries, deletions included. */
  readonly entryVersions: number;
  /** Versions of key tree nodes, deletions included. */
  readonly keyTreeNodes: number;
  readonly treeNodes: number;
  readonly indexKeys: number;
}

/** The source of derived tables. */
export type RebuildSource = HistoryStore & Pick<CheckableStore, 'entry' | 'entryKeys' | 'metaValue'>;

/** A store that can be checked and rebuilt. */
export interface CheckableStore extends LedgerStore {
  /**
   * Reads all rows that are stored, superfluous ones included, and returns those that do not have their checksum. Yields the share
   * that is done. @throws StoreError if the data are damaged otherwise
   */
  damagedRows(): Generator<number, readonly DamagedRow[]>;
  rowCounts(): StoreRowCounts;
  /** Entry versions, up to that ledger, that equal the previous one: superfluous but harmless. Reads all versions. */
  repeatedVersions(lastLedger: number): number;
  /** Keys of the entries as of a ledger, ascending. Reads all versions. */
  entryKeys(ledgerIndex: number): Iterable<Hash256>;
  /** The key tree node at a path, as of a ledger. */
  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | undefined;
  beginRebuild(): StoreRebuild;
}

/**
 * A new store that replaces a damaged one: primary rows (headers, transactions, entries, small values) are copied
 * unchanged, all others come from the caller. The damaged data is only read, and kept beside the new.
 */
export interface StoreRebuild {
  /** Copies the primary rows in steps; yields the number copied so far. */
  copyPrimaryRows(): Iterable<number>;
  /** Writes the rows that `work` adds in one transaction. */
  write(work: (rows: DerivedRows) => void): void;
  /** Flushes the new data and puts it in place. Returns the path of the damaged data. */
  finish(): Promise<string>;
  /** Deletes the new data; the store is unchanged. */
  abandon(): Promise<void>;
}

/** Derived rows. */
export interface DerivedRows {
  ledgerHash(hash: Hash256, ledgerIndex: number): void;
  transactionId(id: Hash256, location: TransactionLocation): void;
  /** The next row of an account's history (`encodeHistoryRow`). */
  historyRow(account: AccountId, row: Buffer): void;
  /** A key tree node from a ledger on; undefined for a deleted one. */
  keyTreeNode(path: string, ledgerIndex: number, node: KeyTreeNode | undefined): void;
  treeNode(path: string, record: Uint8Array): void;
  indexKey(index: string, key: Hex): void;
}
