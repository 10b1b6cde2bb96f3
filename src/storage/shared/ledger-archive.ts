/**
 * Ledgers split into rows, for queries that would be slow on the log: single transactions, account histories, entries
 * as of any ledger; and the same as JSON for people. It derives from the log, some ledgers behind it, and can be
 * rebuilt from it. Asynchronous, as all shared storage.
 */
import type { AccountTransactionQuery, TransactionLocation } from '../../history/history-query.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';

/** A transaction with its index rows and its JSON. */
export interface TransactionToArchive {
  readonly id: Hash256;
  readonly blob: Uint8Array;
  readonly metadata: Uint8Array;
  /** The accounts whose history it belongs to, with its facts there (`history-facts.ts`). */
  readonly histories: readonly { readonly account: AccountId; readonly facts: Uint8Array }[];
  /** JSON texts as in API version 1, without fields that come from the ledger. */
  readonly json: string;
  readonly metadataJson: string;
}

/** An entry after a ledger. */
export interface EntryToArchive {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Its account, and the account at its other end, if any. */
  readonly account: AccountId | undefined;
  readonly peer: AccountId | undefined;
  readonly json: string;
}

export interface LedgerToArchive {
  readonly header: LedgerHeader;
  /** By position. */
  readonly transactions: readonly TransactionToArchive[];
  /** Changed entries; undefined for deleted ones. */
  readonly entries: ReadonlyMap<Hash256, EntryToArchive | undefined>;
}

/** An entry's key, and its bytes. */
export interface ArchivedEntry {
  readonly key: Hash256;
  readonly bytes: Uint8Array;
}

/**
 * The read side of an archive. Rejects with an `UnreachableError` while the database is unreachable. Data of ledgers
 * that are not archived is not found.
 */
export interface ArchiveReader {
  /** The archived ledgers; undefined if none. */
  range(): Promise<LedgerRange | undefined>;
  /** The existing headers of a range, by index. */
  headers(range: LedgerRange): Promise<readonly LedgerHeader[]>;
  ledgerIndexByHash(hash: Hash256): Promise<number | undefined>;
  location(id: Hash256): Promise<TransactionLocation | undefined>;
  /** The existing ones, by location. */
  transactions(places: readonly TransactionLocation[]): Promise<readonly StoredTransaction[]>;
  /** By position. */
  ledgerTransactions(ledgerIndex: number): Promise<readonly StoredTransaction[]>;
  /** At most `limit` rows of an account's history from the start of the query, packed, always oldest first. */
  accountRows(query: AccountTransactionQuery, limit: number): Promise<Buffer>;
  /** The entries at these keys that exist as of a ledger. */
  entries(keys: readonly Hash256[], ledgerIndex: number): Promise<readonly ArchivedEntry[]>;
  /** The last ledger up to this one that created, changed or deleted the entry. */
  entryLedger(key: Hash256, ledgerIndex: number): Promise<number | undefined>;
  /** At most `limit` entries as of a ledger, after a key, in key order. */
  entriesAfter(key: Hash256, ledgerIndex: number, limit: number): Promise<readonly ArchivedEntry[]>;
  close(): Promise<void>;
}

export interface LedgerArchive extends ArchiveReader {
  /**
   * Adds consecutive ledgers atomically. `afterIndex` must be its last ledger (0 if it has none); returns false if it
   * is not, since another member has added ledgers. Rejects with an `UnreachableError` while the database is
   * unreachable.
   */
  append(ledgers: readonly LedgerToArchive[], afterIndex: number): Promise<boolean>;
  /**
   * Removes ledgers from the log that the archive, all snapshots and all members have, some at a time. Gives their number, 0 if
   * there are none now.
   */
  trimLog(): Promise<number>;
}
