/**
 * The log of closed ledgers, with one writer and many readers. The only write is `append`: atomic and durable, one
 * ledger at a time, in order.
 */
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';

export interface LedgerLog {
  /** The largest term of any append so far; 0 at first. Durable. */
  term(): number;

  /**
   * Makes one ledger durable, all or nothing. Its parent must be the last ledger, by index and by hash (any ledger goes
   * into an empty store). `term` identifies the writer and defaults to the largest so far. A writer with a smaller term
   * is refused, so that a replaced writer cannot append.
   *
   * Resolves when the data would survive a power loss. Rejects on any failure and leaves the store unchanged (with a
   * `StoreError` for a refused ledger or writer); the next append may be tried. In one case the outcome is known only
   * after the store is opened again, and until then nothing can be appended (`LmdbStoreOptions.onBroken`). Until it
   * settles, reads do not see the ledger, and the ledger must not change. Concurrent appends are queued.
   */
  append(ledger: PreparedLedger, term?: number): Promise<void>;

  /**
   * The ledgers after the one with this index, in order, as they were appended; starts at the first stored ledger if
   * the index is below it. Lazy; it ends with the last ledger.
   */
  tail(afterIndex: number): Iterable<ClosedLedger>;
}
