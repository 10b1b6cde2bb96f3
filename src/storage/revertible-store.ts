/** Reverting: a store drops its last ledgers, and another history may follow. Only for test benches. */
import type { DerivedChanges, PreparedLedger } from '../ledger/derived-changes.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';

/**
 * What a store undoes to return to a ledger: all ledgers above it, and the changes of the state tree and the indexes.
 */
export interface UndoneLedgers extends Pick<DerivedChanges, 'treeChanges' | 'indexChanges'> {
  /** In ascending order. */
  readonly ledgers: readonly UndoneLedger[];
}

export interface UndoneLedger {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
  readonly transactionIds: readonly Hash256[];
  /** The accounts whose history has rows of this ledger. */
  readonly accounts: ReadonlySet<AccountId>;
  /** The entries that the ledger may have changed. */
  readonly keys: ReadonlySet<Hash256>;
  /** The entries that it may have created or deleted; all of `keys` if absent. */
  readonly insertedOrDeletedKeys?: ReadonlySet<Hash256> | undefined;
}

/** For the one writer, between its appends. Each call is synchronous and durable when it returns. */
export interface RevertibleStore {
  /** @throws StoreError if the store cannot revert to earlier ledgers */
  requireRevertible(): void;
  /**
   * Makes this ledger the last one, atomically even in a crash. Named values are written with it.
   * @throws StoreError for a ledger that is not stored, or if the write fails; the store is then unchanged
   */
  revert(ledgerIndex: number, undone: UndoneLedgers, values?: ReadonlyMap<string, string>): void;
  /**
   * Replaces all ledgers by these and adds named values, atomically.
   * @throws StoreError if the ledgers do not follow each other, or the write fails; the store is then unchanged
   */
  replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void;
}
