/**
 * The way back: a store forgets its last ledgers, and another chain may go on from there. For test benches: elsewhere
 * what is stored stays.
 */
import type { DerivedChanges, PreparedLedger } from '../ledger/derived-changes.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';
import type { StateStore } from './state-store.ts';

/** Where a return to some ledger sets out from. */
export interface RevertBase extends Pick<StateStore, 'treeNode'> {
  /** The last ledger that is still there: what came later goes at once and costs nothing. */
  readonly ledgerIndex: number;
}

/** What has to be undone one by one: what the ledgers did that are above the target, up to the base. */
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
}

/** For the one writer, between its appends. Each is done, and durable, when it returns. */
export interface RevertibleStore {
  /**
   * From now on a return to the ledger that is the last one now costs the same whatever is appended. Of such ledgers the
   * latest few are remembered, for as long as the store is open; a return to any other one undoes ledgers one by one.
   * @throws StoreError if that cannot be written
   */
  rememberLast(): void;
  /**
   * Where a return to this ledger would set out from.
   * @throws StoreError for a ledger that is not there
   */
  revertBase(ledgerIndex: number): RevertBase;
  /**
   * Makes this ledger the last one. All or nothing: a crash leaves the store as it was before or as it is afterwards.
   * `undone` is what is between the base and it; absent if that is the ledger itself. Named values are written with it.
   * @throws StoreError for a ledger that is not there, or if it cannot be written; the store is as it was then
   */
  revert(ledgerIndex: number, undone?: UndoneLedgers, values?: ReadonlyMap<string, string>): void;
  /**
   * Puts these ledgers into the place of all that it has, with named values beside those that it has. All or nothing; no
   * ledger is remembered afterwards.
   * @throws StoreError if they do not follow each other, or cannot be written; the store is as it was then
   */
  replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void;
}
