/**
 * A closed ledger: made once, by the close, and never changed. It holds primary data only; everything else, such as
 * indexes and histories, derives from it (`derived-changes.ts`). `closed-ledger-codec.ts` has its binary form.
 */
import type { Hash256 } from '../protocol/values.ts';
import type { LedgerHeader } from './ledger-header.ts';

export interface ClosedTransaction {
  readonly blob: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface ClosedLedger {
  readonly header: LedgerHeader;
  /** In the order of their position (`TransactionIndex`), 0 first. */
  readonly transactions: readonly ClosedTransaction[];
  /**
   * What this ledger changed in the state: entry key → its new bytes, or undefined for a deletion. The recent-hashes
   * list (`LedgerHashes` of the last 256 ledgers) is left out: it derives from the headers.
   */
  readonly stateChanges: ReadonlyMap<Hash256, Uint8Array | undefined>;
}
