/** The one rule that every backend enforces about what it is given: ledgers come in order, without gaps. */
import type { LedgerStore } from './ledger-store.ts';

/** Throws unless a ledger with this index may follow what a store with this range holds. */
export function checkCommitOrder(range: ReturnType<LedgerStore['ledgerRange']>, ledgerIndex: number): void {
  if (range !== undefined && ledgerIndex !== range.last + 1) {
    throw new RangeError(`ledger ${ledgerIndex} cannot follow ledger ${range.last}`);
  }
}
