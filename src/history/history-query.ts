/** Locations of transactions, and queries of an account's history index. */
import type { AccountId } from '../protocol/values.ts';

/** A transaction's ledger and its position in it. */
export interface TransactionLocation {
  readonly ledgerIndex: number;
  readonly position: number;
}

/**
 * Consecutive rows of an account's history as they are stored, oldest first: those from `first` up to but not including
 * `end` are in the requested range. A row (`packed-rows.ts`) is the transaction's location and its facts for the
 * account (`ClosedTransaction.facts`).
 */
export interface HistoryBlock {
  readonly bytes: Buffer;
  readonly first: number;
  readonly end: number;
}

export interface AccountTransactionQuery {
  readonly account: AccountId;
  /** Inclusive bounds. */
  readonly minLedgerIndex: number;
  readonly maxLedgerIndex: number;
  /** True: oldest first. */
  readonly forward: boolean;
  /** Start at this location (inclusive) instead of at the end of the range. */
  readonly from?: TransactionLocation;
}
