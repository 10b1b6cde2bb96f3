/**
 * An entry is of a type that exists and never becomes one of another type (the reference's LedgerEntryTypesMatch and
 * NoModifiedUnmodifiableFields, whose further fields belong to entries that Weir does not have).
 */
import { entryFormat } from '../../protocol/tables/formats.ts';
import type { Invariant } from './invariant.ts';

export const entriesKeepTheirType: Invariant = ({ changes }) =>
  changes.every(({ before, after }) => {
    if (before !== undefined && before.LedgerEntryType !== after.LedgerEntryType) return false;
    return entryFormat(after.LedgerEntryType) !== undefined;
  });
