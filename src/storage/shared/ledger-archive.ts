/**
 * Ledgers taken apart, for what the log alone would answer slowly: single transactions, histories of accounts, entries as
 * of any ledger; and for people, the same as JSON. It follows from the log, some ledgers behind it, and can be made anew
 * from it. Asynchronous, as all that machines share.
 */
import type { AccountTransactionQuery, TransactionLocation } from '../../history/history-query.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';

/** A transaction, with what it is found by and what is shown of it. */
export interface TransactionToArchive {
  readonly id: Hash256;
  readonly blob: Uint8Array;
  readonly metadata: Uint8Array;
  /** Whose history it belongs to, and what is said about it there (`history-facts.ts`). */
  readonly histories: readonly { readonly account: AccountId; readonly facts: Uint8Array }[];
  /** JSON texts, as a client of version 1 gets them, without what the ledger says. */
  readonly json: string;
  readonly metadataJson: string;
}

/** An entry as a ledger left it. */
export interface EntryToArchive {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Whose it is, and who is at the other end, if anybody. */
  readonly account: AccountId | undefined;
  readonly peer: AccountId | undefined;
  readonly json: string;
}

export interface LedgerToArchive {
  readonly header: LedgerHeader;
  /** By position. */
  readonly transactions: readonly TransactionToArchive[];
  /** Entries that it changed; undefined for one that is gone. */
  readonly entries: ReadonlyMap<Hash256, EntryToArchive | undefined>;
}

/** An entry's key, and its bytes. */
export interface ArchivedEntry {
  readonly key: Hash256;
  readonly bytes: Uint8Array;
}

/**
 * What an archive is asked. Rejects with an `UnreachableError` while nobody answers. What is asked of ledgers that are not
 * archived is not there.
 */
export interface ArchiveReader {
  /** The ledgers that it has; undefined before the first. */
  range(): Promise<LedgerRange | undefined>;
  /** Those that there are of a range, by index. */
  headers(range: LedgerRange): Promise<readonly LedgerHeader[]>;
  ledgerIndexByHash(hash: Hash256): Promise<number | undefined>;
  location(id: Hash256): Promise<TransactionLocation | undefined>;
  /** Those that there are, by place. */
  transactions(places: readonly TransactionLocation[]): Promise<readonly StoredTransaction[]>;
  /** By position. */
  ledgerTransactions(ledgerIndex: number): Promise<readonly StoredTransaction[]>;
  /** At most so many rows of an account's history from the start of the query, packed, oldest first whatever its direction. */
  accountRows(query: AccountTransactionQuery, limit: number): Promise<Buffer>;
  /** Those of these keys that have an entry as of a ledger. */
  entries(keys: readonly Hash256[], ledgerIndex: number): Promise<readonly ArchivedEntry[]>;
  /** The last ledger up to this one that made, changed or deleted the entry. */
  entryLedger(key: Hash256, ledgerIndex: number): Promise<number | undefined>;
  /** At most so many entries as of a ledger, behind a key, by key. */
  entriesAfter(key: Hash256, ledgerIndex: number, limit: number): Promise<readonly ArchivedEntry[]>;
  close(): Promise<void>;
}

export interface LedgerArchive extends ArchiveReader {
  /**
   * Adds ledgers that follow each other, all or nothing, behind the one with this index, which is the last that it has (0: it
   * has none). False if it is not: somebody else was at work. Rejects with an `UnreachableError` while nobody answers.
   */
  append(ledgers: readonly LedgerToArchive[], afterIndex: number): Promise<boolean>;
}
