/**
 * Read access to a ledger: open, closed or historical, or a sandbox over any of them. Fees are not part of it; they
 * are in the engine's `LedgerContext`.
 */
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../protocol/entries/entries.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { Trace } from './trace.ts';

export interface ReadView {
  /** True for the open ledger: results are provisional and no metadata is made. */
  readonly isOpen: boolean;
  /** Index of this ledger. */
  readonly ledgerIndex: number;
  /** Close time of the parent ledger, in seconds since 2000-01-01T00:00:00Z: the only clock a transaction sees. */
  readonly parentCloseTimeSeconds: number;
  /** Close time of this ledger; for one that is not closed yet, a preliminary value (`open-view.ts`). */
  readonly closeTimeSeconds: number;
  readonly parentHash: Hash256;
  /** By the amendments of this ledger; for one that is not closed yet, by those of its parent. */
  readonly rules: Rules;
  /** Receives what a transaction does with the view; usually absent. */
  readonly trace?: Trace | undefined;

  /** The entry at the keylet, if one of that type is there. Shared and immutable. */
  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined;
  /** The entry at a key, of any type. */
  readAny(key: Hash256): Readonly<LedgerEntry> | undefined;
  /** The smallest key above `key` (and below `before`, when given) that holds an entry. */
  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined;
  /** True if a transaction with this id is part of this ledger. */
  hasTransaction(id: Hash256): boolean;
}
