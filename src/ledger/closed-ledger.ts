/**
 * The value at the centre of Weir. A closed ledger is made once, by the close, and never changes. It holds primary data
 * only: whatever a client can learn later derives from it (`derived-changes.ts`). Its bytes are what a log and followers
 * carry (`closed-ledger-codec.ts`).
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
