/**
 * What a backend offers to whoever checks a whole store or makes its derived tables anew, beyond what a server needs.
 */

import type { TransactionLocation } from '../history/history-query.ts';
import type { AccountId, Hash256, Hex } from '../protocol/values.ts';
import type { KeyTreeNode } from '../util/key-tree.ts';
import type { HistoryStore } from './history-store.ts';
import type { LedgerStore } from './ledger-store.ts';

/** Rows in each table, wanted or not. */
export interface StoreRowCounts {
  readonly ledgerHashes: number;
  /** The last ledger that has a hash; 0 if none has. */
  readonly lastHashedLedger: number;
  readonly transactionIds: number;
  /** Over all accounts. */
  readonly historyRows: number;
  /** Versions of entries, deletions included. */
  readonly entryVersions: number;
  /** Versions of nodes of the order of keys, those that went included. */
  readonly keyTreeNodes: number;
  readonly treeNodes: number;
  readonly indexKeys: number;
}

/** What derived tables are made from. */
export type RebuildSource = HistoryStore & Pick<CheckableStore, 'entry' | 'entryKeys'>;

/** A store that can be counted, and whose derived tables can be made anew. */
export interface CheckableStore extends LedgerStore {
  rowCounts(): StoreRowCounts;
  /** Versions of entries, up to that ledger, that are the same as the one before: superfluous, but harmless. Reads them all. */
  repeatedVersions(lastLedger: number): number;
  /** Keys of the entries as of a ledger, ascending, by reading all that ever were. */
  entryKeys(ledgerIndex: number): Iterable<Hash256>;
  /** The node of the order of keys at a path, as of a ledger. */
  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | undefined;
  beginRebuild(): StoreRebuild;
}

/**
 * A new store that takes the place of a damaged one: primary rows (headers, transactions, entries, small values) are
 * copied byte by byte, all others come from the caller. The damaged data is only read, and kept beside the new.
 */
export interface StoreRebuild {
  /** Copies the primary rows, some at each step; yields how many so far. */
  copyPrimaryRows(): Iterable<number>;
  /** Writes what `work` adds, all or nothing. */
  write(work: (rows: DerivedRows) => void): void;
  /** Makes the new data durable and puts it in place. Gives the path of the damaged data. */
  finish(): Promise<string>;
  /** Drops the new data; the store stays as it was. */
  abandon(): Promise<void>;
}

/** Rows that follow from others. */
export interface DerivedRows {
  ledgerHash(hash: Hash256, ledgerIndex: number): void;
  transactionId(id: Hash256, location: TransactionLocation): void;
  /** The next row of an account's history (`encodeHistoryRow`). */
  historyRow(account: AccountId, row: Buffer): void;
  /** A node of the order of keys from a ledger on; undefined for one that is gone. */
  keyTreeNode(path: string, ledgerIndex: number, node: KeyTreeNode | undefined): void;
  treeNode(path: string, record: Uint8Array): void;
  indexKey(index: string, key: Hex): void;
}
