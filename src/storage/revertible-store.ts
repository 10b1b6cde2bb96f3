/**
 * The way back: a store forgets its last ledgers, and another chain may go on from there. For test benches: elsewhere
 * what is stored stays.
 */
import type { DerivedChanges, PreparedLedger } from '../ledger/derived-changes.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';

/** What a store undoes to return to a ledger: all ledgers above it, and how the state tree and the indexes differ. */
export interface UndoneLedgers extends Pick<DerivedChanges, 'treeChanges' | 'indexChanges'> {
  /** In their order. */
  readonly ledgers: readonly UndoneLedger[];
}

export interface UndoneLedger {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
  readonly transactionIds: readonly Hash256[];
  /** The accounts whose history has rows of it. */
  readonly accounts: ReadonlySet<AccountId>;
  /** The entries that it may have changed. */
  readonly keys: ReadonlySet<Hash256>;
  /** Those of them that it may have made or deleted; all if not given. */
  readonly movedKeys?: ReadonlySet<Hash256> | undefined;
}

/** For the one writer, between its appends. Each is done, and durable, when it returns. */
export interface RevertibleStore {
  /** @throws StoreError if the store cannot return to earlier ledgers */
  requireRevertible(): void;
  /**
   * Makes this ledger the last one. All or nothing: a crash leaves the store as it was before or as it is afterwards.
   * Named values are written with it.
   * @throws StoreError for a ledger that is not there, or if it cannot be written; the store is as it was then
   */
  revert(ledgerIndex: number, undone: UndoneLedgers, values?: ReadonlyMap<string, string>): void;
  /**
   * Puts these ledgers into the place of all that it has, with named values beside those that it has. All or nothing.
   * @throws StoreError if they do not follow each other, or cannot be written; the store is as it was then
   */
  replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void;
}
