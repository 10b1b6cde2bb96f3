/**
 * An index over the newest state: rows that follow from one entry each. The store only keeps them
 * (`DerivedChanges.indexChanges`), for the newest validated ledger; `index-changes.ts` has the table of all indexes.
 */
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import type { LedgerEntryTypeName } from '../protocol/tables/entry-types.ts';
import type { Hex } from '../protocol/values.ts';

export interface StateIndex {
  /** What the store calls it. */
  readonly name: string;
  /** Types of entries that have rows. */
  readonly types: readonly LedgerEntryTypeName[];
  /** The rows of an entry of these types. */
  rowsOf(entry: Readonly<LedgerEntry>): Hex[];
}
