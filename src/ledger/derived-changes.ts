/**
 * What follows from a closed ledger and the state before it. Whoever has a ledger can derive it (`node/derive-changes.ts`);
 * the close does so while it has the values decoded, and hands it on with the ledger.
 */
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import type { LedgerEntryTypeName } from '../protocol/tables/entry-types.ts';
import type { AccountId, Hash256, Hex } from '../protocol/values.ts';
import type { ClosedLedger } from './closed-ledger.ts';

export interface DerivedTransaction {
  readonly id: Hash256;
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

/** An index over the newest state: rows that follow from one entry each. The store only keeps them. */
export interface StateIndex {
  /** What the store calls it. */
  readonly name: string;
  /** Types of entries that have rows. */
  readonly types: readonly LedgerEntryTypeName[];
  /** The rows of an entry of these types. */
  rowsOf(entry: Readonly<LedgerEntry>): Hex[];
}

export interface DerivedChanges {
  /** One for each transaction of the ledger, in the same order. */
  readonly transactions: readonly DerivedTransaction[];
  /** Keys of the entries that came or went: the others have their place in the order of keys. Any may have if not given. */
  readonly movedKeys?: ReadonlySet<Hash256>;
  /** What the ledger changed in the stored state tree: node path → record, or undefined for a node that is gone. */
  readonly treeChanges: ReadonlyMap<string, Uint8Array | undefined>;
  /** What the ledger changed in the indexes over the newest state. */
  readonly indexChanges: readonly IndexChange[];
}

/** A closed ledger, ready to be stored. */
export interface PreparedLedger extends ClosedLedger {
  readonly derived: DerivedChanges;
}
