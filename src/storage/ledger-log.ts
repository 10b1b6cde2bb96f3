/**
 * The log of closed ledgers: where one writer appends and others read on. There is one write, `append`: atomic and
 * durable, one ledger at a time, in order.
 */
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';

export interface LedgerLog {
  /** The largest term that any writer has appended with; 0 at first. Kept durably. */
  term(): number;

  /**
   * Makes one ledger durable, all or nothing. Its parent must be the last ledger, by index and by hash (any ledger goes
   * into an empty store). `term` says which writer it is, the largest so far if not given: once a larger one was seen,
   * a writer with a smaller one is refused, so that a writer that was replaced cannot go on.
   *
   * Resolves only when the data would survive a power loss. Rejects, leaving the store as it was, on any failure (with a
   * `StoreError` for a ledger or a writer that is refused); another may follow. In one case the outcome is known only when
   * the store is opened again, and until then nothing can be appended (`LmdbStoreOptions.onBroken`). Until it settles, reads
   * show nothing of the ledger, and the ledger must not change. Appends take turns.
   */
  append(ledger: PreparedLedger, term?: number): Promise<void>;

  /**
   * The ledgers behind the one with this index, in order, as they were appended; from the first that there is if the index
   * is below it. Lazily; it ends with the last one, and whoever wants to read on asks again.
   */
  tail(afterIndex: number): Iterable<ClosedLedger>;
}
