/**
 * Totals of a ledger: number of transactions, failed ones, bytes. A closed ledger never changes, so totals are cached.
 */
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { LEDGER_HEADER_SIZE } from '../../ledger/ledger-header.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { HistoryStore } from '../../storage/history-store.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import type { Steps } from '../../util/steps.ts';

export interface LedgerTotals {
  readonly transactionCount: number;
  /** Transactions with a tec result. */
  readonly failedCount: number;
  /** Header, transactions and metadata. */
  readonly sizeBytes: number;
}

/** About 200 bytes each. */
const KEPT_LEDGERS = 5_000;
/** Metadata ends with its result, whose code is the last byte. */
const SUCCESS = 0;

const totalsByStore = new WeakMap<HistoryStore, BoundedCache<Hash256, LedgerTotals>>();

/** The ledger must be in the store. */
export function* ledgerTotals(store: HistoryStore, { ledgerIndex, hash }: LedgerHeader): Steps<LedgerTotals> {
  const known = keptTotals(store);
  const counted = known.get(hash);
  if (counted !== undefined) return counted;
  let transactionCount = 0;
  let failedCount = 0;
  let sizeBytes = LEDGER_HEADER_SIZE;
  for (const { blob, metadata } of store.ledgerTransactions(ledgerIndex)) {
    transactionCount += 1;
    if (metadata[metadata.length - 1] !== SUCCESS) failedCount += 1;
    sizeBytes += blob.length + metadata.length;
    yield;
  }
  const totals = { transactionCount, failedCount, sizeBytes };
  known.set(hash, totals);
  return totals;
}

function keptTotals(store: HistoryStore): BoundedCache<Hash256, LedgerTotals> {
  let known = totalsByStore.get(store);
  if (known === undefined) {
    known = new BoundedCache(KEPT_LEDGERS);
    totalsByStore.set(store, known);
  }
  return known;
}
