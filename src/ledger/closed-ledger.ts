/**
 * The value at the centre of Weir. A closed ledger is made once, by the close, and never changes. Storage commits it,
 * streams announce it, replicas replay it: whatever a client can learn later derives from it.
 */
import type { AccountId, Hash256, Hex } from '../protocol/values.ts';
import type { LedgerHeader } from './ledger-header.ts';

export interface ClosedTransaction {
  readonly id: Hash256;
  readonly blob: Uint8Array;
  readonly metadata: Uint8Array;
  /** Accounts whose history this transaction belongs to (metadata's affected accounts), ascending. */
  readonly accounts: readonly AccountId[];
  /** What the index of each of these accounts says about it (`history-facts.ts`), in the same order. */
  readonly facts: readonly Uint8Array[];
}

/** A key that comes into an index, or leaves it. */
export interface IndexChange {
  /** Name of the index. */
  readonly index: string;
  readonly key: Hex;
  readonly isPresent: boolean;
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
  /** What this ledger changed in the stored state tree: node path → record, or undefined for a node that is gone. */
  readonly treeChanges: ReadonlyMap<string, Uint8Array | undefined>;
  /** What this ledger changed in the indexes over the newest state, which derive from `stateChanges`. */
  readonly indexChanges: readonly IndexChange[];
}
