/** The validated ledgers of a server. */

import type { TransactionLocation } from '../history/history-query.ts';
import type { Hash256 } from '../protocol/values.ts';
import { ArchiveNeededError } from '../storage/shared/archive-needed.ts';
import type { LedgerReader } from './ledger-node.ts';

export interface LedgerRange {
  /** Both inclusive. */
  readonly min: number;
  readonly max: number;
}

/** The genesis ledger holds no transactions and, as in the reference, does not count as history. */
const FIRST_HISTORY_LEDGER = 2;

/** The contiguous range of validated ledgers, with the genesis ledger. */
export function knownRange({ store, validated }: Pick<LedgerReader, 'store' | 'validated'>): LedgerRange {
  return { min: store.ledgerRange()?.first ?? validated.ledgerIndex, max: validated.ledgerIndex };
}

/** The same without the genesis ledger: the default range of history. */
export function validatedRange(reader: Pick<LedgerReader, 'store' | 'validated'>): LedgerRange {
  const { min, max } = knownRange(reader);
  return { min: Math.max(min, FIRST_HISTORY_LEDGER), max };
}

/** True if the range has that ledger. */
export function isInRange(range: LedgerRange, ledgerIndex: number): boolean {
  return ledgerIndex >= range.min && ledgerIndex <= range.max;
}

/** The place of a transaction in a validated ledger. A stored ledger that is not validated yet does not count. */
export function validatedLocation(
  { store, validated }: Pick<LedgerReader, 'store' | 'validated'>,
  id: Hash256,
): TransactionLocation | undefined {
  const location = store.transactionLocation(id);
  return location === undefined || location.ledgerIndex > validated.ledgerIndex ? undefined : location;
}

/**
 * The same without ledgers that only the archive has, for callers that have changed something and must not be run again.
 */
export function recentLocation(
  reader: Pick<LedgerReader, 'store' | 'validated'>,
  id: Hash256,
): TransactionLocation | undefined {
  try {
    return validatedLocation(reader, id);
  } catch (error) {
    if (error instanceof ArchiveNeededError) return undefined;
    throw error;
  }
}
