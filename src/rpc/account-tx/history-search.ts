/**
 * Finds the rows of a page. Without a filter these are the next rows; with one, those next rows that answer it,
 * within a budget: whoever asks for something rare gets the page that was found by then and how far it got, so no
 * filter holds the server up or costs more than its answer by more than the budget.
 */

import type { AccountTransactionQuery, TransactionLocation } from '../../history/history-query.ts';
import { historyFactsAt, historyRowLocation } from '../../history/history-rows.ts';
import type { AccountId } from '../../protocol/values.ts';
import type { HistoryStore, StoredTransaction } from '../../storage/history-store.ts';
import { assert } from '../../util/assert.ts';
import type { Steps } from '../../util/steps.ts';
import { factsFilter, matchesTransaction, needsTransaction } from './history-filter.ts';
import type { TransactionFilter } from './transaction-filter.ts';

export interface SearchBudget {
  /** Rows of the index to look at. */
  readonly rows: number;
  /** Transactions to read that turn out not to be what was asked for. */
  readonly misses: number;
}

/** Some 10 ms each on a small machine. */
const DEFAULT_SEARCH_BUDGET: SearchBudget = { rows: 200_000, misses: 1_000 };

/** Rows of the index that are looked at in one step. */
const ROWS_A_STEP = 1_000;

export interface HistoryPage {
  readonly transactions: readonly StoredTransaction[];
  /** Where the next page begins; undefined at the end. */
  readonly next: TransactionLocation | undefined;
  /** Rows of the index that were looked at. */
  readonly rowCount: number;
  /** True if the budget ended the search: from `next` on nothing is known yet. */
  readonly isCutShort: boolean;
}

/** At most `limit` transactions; `next` is one that answers the filter too, unless the search was cut short. */
export function* searchHistory(
  store: HistoryStore,
  query: AccountTransactionQuery,
  limit: number,
  filter?: TransactionFilter,
  budget: SearchBudget = DEFAULT_SEARCH_BUDGET,
): Steps<HistoryPage> {
  const transactions: StoredTransaction[] = [];
  const mayMatch = filter && factsFilter(filter);
  const check = filter && needsTransaction(filter) ? checker(filter, query.account) : undefined;
  let rowCount = 0;
  let misses = 0;
  const page = (next: TransactionLocation | undefined, isCutShort = false) => {
    return { transactions, next, rowCount, isCutShort };
  };
  for (const { bytes, first, end } of store.accountHistory(query)) {
    for (let step = 0; step < end - first; step++) {
      const row = query.forward ? first + step : end - 1 - step;
      if (filter !== undefined && (rowCount === budget.rows || misses === budget.misses)) {
        return page(historyRowLocation(bytes, row), true);
      }
      rowCount++;
      if (rowCount % ROWS_A_STEP === 0) yield;
      if (mayMatch !== undefined && !mayMatch(bytes, historyFactsAt(row))) continue;
      const location = historyRowLocation(bytes, row);
      const isFull = transactions.length === limit;
      if (isFull && check === undefined) return page(location);
      const transaction = transactionAt(store, location);
      yield;
      if (check !== undefined && !check(transaction)) misses++;
      else if (isFull) return page(location);
      else transactions.push(transaction);
    }
  }
  return page(undefined);
}

function checker(filter: TransactionFilter, account: AccountId): (transaction: StoredTransaction) => boolean {
  return (transaction) => matchesTransaction(filter, account, transaction);
}

function transactionAt(store: HistoryStore, location: TransactionLocation): StoredTransaction {
  const stored = store.transaction(location);
  assert(stored !== undefined, 'the index of an account names only transactions that are stored');
  return stored;
}
