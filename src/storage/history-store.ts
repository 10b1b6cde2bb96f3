/**
 * History: headers, transactions and the rows of accounts. It only grows, so whoever reads it may be behind the writer,
 * and any thread may have a reader of its own. Reads see only committed ledgers. Bytes that come out never change
 * afterwards, and stay valid.
 */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../history/history-query.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { Hash256 } from '../protocol/values.ts';

/** Index of the first and the last committed ledger; all between them are there. */
export interface LedgerRange {
  readonly first: number;
  readonly last: number;
}

export interface StoredTransaction extends TransactionLocation {
  readonly blob: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface HistoryStore {
  ledgerRange(): LedgerRange | undefined;
  header(ledgerIndex: number): LedgerHeader | undefined;
  ledgerIndexByHash(hash: Hash256): number | undefined;

  transaction(location: TransactionLocation): StoredTransaction | undefined;
  transactionLocation(id: Hash256): TransactionLocation | undefined;
  /** All transactions of a ledger in position order. */
  ledgerTransactions(ledgerIndex: number): Iterable<StoredTransaction>;
  /** The account's history in blocks, in the direction of the query. Lazily; the caller stops when it has enough. */
  accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock>;
}
