/** The rows of an account's history as one buffer, to compare stores. */
import type { AccountTransactionQuery, HistoryBlock } from '../../src/history/history-query.ts';
import { HISTORY_ROW_BYTES } from '../../src/history/packed-rows.ts';

interface HistorySource {
  accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock>;
}

/** Always oldest first. A backward query has its blocks from the newest on, each of them oldest first. */
export function historyRows(store: HistorySource, query: AccountTransactionQuery): Buffer {
  const parts = Array.from(store.accountHistory(query), ({ bytes, first, end }) =>
    bytes.subarray(first * HISTORY_ROW_BYTES, end * HISTORY_ROW_BYTES),
  );
  return Buffer.concat(query.forward ? parts : parts.toReversed());
}
