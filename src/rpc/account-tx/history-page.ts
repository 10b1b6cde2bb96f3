/**
 * Finds the rows of a page of `account_tx`: the next rows, or with a filter the next matching rows, within a budget. A
 * search that uses up its budget returns the rows found so far and where it stopped, so a filter that matches few rows
 * costs no more than the budget.
 */
import type { AccountTransactionQuery, TransactionLocation } from '../../history/history-query.ts';
import { historyFactsAt, historyRowLocation } from '../../history/packed-rows.ts';
import type { AccountId } from '../../protocol/values.ts';
import type { HistoryStore, StoredTransaction } from '../../storage/history-store.ts';
import { assert } from '../../util/assert.ts';
import type { Steps } from '../../util/steps.ts';
import { factsFilter, matchesTransaction, needsTransaction } from './history-filter.ts';
import type { TransactionFilter } from './transaction-filter.ts';

export interface SearchBudget {
  /** Maximum number of index rows to read. */
  readonly rows: number;
  /** Maximum number of transactions to read that do not match. */
  readonly misses: number;
}

/** Some 10 ms each on a small machine. */
const DEFAULT_SEARCH_BUDGET: SearchBudget = { rows: 200_000, misses: 1_000 };

/** Index rows read in one step. */
const ROWS_A_STEP = 1_000;

export interface HistoryPage {
  /** Locations of the page's transactions. */
  readonly transactions: readonly TransactionLocation[];
  /** Start of the next page; undefined at the end. */
  readonly next: TransactionLocation | undefined;
  /** Number of index rows read. */
  readonly rowCount: number;
  /** True if the budget ended the search; rows from `next` on have not been searched. */
  readonly isCutShort: boolean;
}

/** At most `limit` transactions; `next` also matches the filter, unless the search was cut short. */
export function* searchHistory(
  store: HistoryStore,
  query: AccountTransactionQuery,
  limit: number,
  filter?: TransactionFilter,
  budget: SearchBudget = DEFAULT_SEARCH_BUDGET,
): Steps<HistoryPage> {
  const transactions: TransactionLocation[] = [];
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
      const isMiss = check !== undefined && !check(transactionAt(store, location));
      yield;
      if (isMiss) misses++;
      else if (isFull) return page(location);
      else transactions.push(location);
    }
  }
  return page(undefined);
}

function checker(filter: TransactionFilter, account: AccountId): (transaction: StoredTransaction) => boolean {
  return (transaction) => matchesTransaction(filter, account, transaction);
}

/** The transaction of a row. */
export function transactionAt(store: HistoryStore, location: TransactionLocation): StoredTransaction {
  const stored = store.transaction(location);
  assert(stored !== undefined, 'the index of an account names only transactions that are stored');
  return stored;
}
