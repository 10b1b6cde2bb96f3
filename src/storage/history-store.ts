/**
 * History: headers, transactions and the rows of accounts. It only grows, so a reader may lag behind the writer, and
 * each thread may have its own reader. Reads see only committed ledgers. Returned bytes never change and stay valid.
 */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../history/history-query.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { Hash256 } from '../protocol/values.ts';

/** Index of the first and the last committed ledger; there are no gaps. */
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
  /** The account's history in blocks, in the direction of the query. Lazy; the caller may stop early. */
  accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock>;
}
