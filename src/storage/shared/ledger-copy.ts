/** A copy of a server's ledgers in a database, for people's queries. One server writes it, and no server reads it. */
import type { Hash256 } from '../../protocol/values.ts';
import type { LedgerToArchive } from './ledger-archive.ts';

/** A ledger by index and hash. */
export interface LedgerId {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
}

export interface LedgerCopy {
  /**
   * The last ledger that is copied; undefined if there is none. `mark`: a ledger near the beginning of the chain that is to be copied.
   * Rejects with a `StoreError` if the database has another chain, or is that of a cluster, and with an `UnreachableError`.
   */
  end(mark: LedgerId): Promise<LedgerId | undefined>;
  /** Adds consecutive ledgers and moves the end, at once. False if the copy does not end at `afterIndex` (0 if it has none). */
  append(ledgers: readonly LedgerToArchive[], afterIndex: number): Promise<boolean>;
  /** Removes all ledgers. */
  clear(): Promise<void>;
  /** Ends calls under way at once. Whether they have written is not known. */
  cutOff(): void;
  close(): Promise<void>;
}
