/**
 * What follows from a closed ledger and the state before it. It can be derived from any ledger
 * (`node/derive-changes.ts`); the close does so while it has the values decoded, and stores both together.
 */
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import type { LedgerEntryTypeName } from '../protocol/tables/entry-types.ts';
import type { AccountId, Hash256, Hex } from '../protocol/values.ts';
import type { ClosedLedger } from './closed-ledger.ts';

export interface DerivedTransaction {
  readonly id: Hash256;
  /** Accounts whose history this transaction belongs to (metadata's affected accounts), ascending. */
  readonly accounts: readonly AccountId[];
  /** The row of each of these accounts in the history index (`history-facts.ts`), in the same order. */
  readonly facts: readonly Uint8Array[];
}

/** A key that is added to an index or removed from it. */
export interface IndexChange {
  /** Name of the index. */
  readonly index: string;
  readonly key: Hex;
  readonly isPresent: boolean;
}

/** An index over the newest state. Each row follows from one entry; the store does not interpret it. */
export interface StateIndex {
  /** Name of the index in the store. */
  readonly name: string;
  /** Entry types that have rows in the index. */
  readonly types: readonly LedgerEntryTypeName[];
  /** The rows of an entry of these types. */
  rowsOf(entry: Readonly<LedgerEntry>): Hex[];
}

export interface DerivedChanges {
  /** One for each transaction of the ledger, in the same order. */
  readonly transactions: readonly DerivedTransaction[];
  /**
   * Keys of the entries that were created or deleted; the order of all other keys is unchanged. If absent, any key may
   * have changed.
   */
  readonly insertedOrDeletedKeys?: ReadonlySet<Hash256>;
  /** What the ledger changed in the stored state tree: node path → record, or undefined for a deleted node. */
  readonly treeChanges: ReadonlyMap<string, Uint8Array | undefined>;
  /** What the ledger changed in the indexes over the newest state. */
  readonly indexChanges: readonly IndexChange[];
}

/** A closed ledger, ready to be stored. */
export interface PreparedLedger extends ClosedLedger {
  readonly derived: DerivedChanges;
}
