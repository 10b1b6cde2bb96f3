/**
 * What a transaction removed may stay removed although it failed: entries that were of no use any more when it met
 * them. Its other changes are discarded and its fee is taken; then those entries are removed once again (rippled:
 * Transactor.cpp, operator()).
 */

import type { EntryChange, Sandbox } from '../../ledger/sandbox.ts';
import { compareAmounts } from '../../protocol/amounts/amount-math.ts';
import type { EntryName, Keylet, LedgerEntries } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { removeNftokenOffer, removeOffer, removeOwnedEntry } from '../accounts/owned-entries.ts';
import { deleteAmmLine } from '../amm/delete-amm.ts';

/** Which entries of a type stay removed, and after which results. */
interface ClaimedRemoval<Name extends EntryName> {
  readonly results: readonly Ter[];
  /** No more of them than this, in the order of their keys; all of them if absent. */
  readonly limit?: number;
  /** Tells which of the erased ones count, by what they were and how they ended; all of them if absent. */
  readonly counts?: (before: Readonly<LedgerEntries[Name]>, after: Readonly<LedgerEntries[Name]>) => boolean;
  /** Removes a peeked entry. A failure is nobody's concern: the transaction has failed already. */
  readonly remove: (sandbox: Sandbox, entry: LedgerEntries[Name]) => Ter;
}

/** In the order in which they are removed. */
const CLAIMED_REMOVALS: { readonly [Name in EntryName]?: ClaimedRemoval<Name> } = {
  Offer: {
    results: ['tecOVERSIZE', 'tecKILLED'],
    limit: 1000,
    // An offer that was found without funds, or lost them; not one that was taken.
    counts: (before, after) => compareAmounts(before.TakerPays, after.TakerPays) === 0,
    remove: removeOffer,
  },
  // Lines with a market maker that has too many of them to be removed at once.
  RippleState: {
    results: ['tecINCOMPLETE'],
    remove: deleteAmmLine,
  },
  NFTokenOffer: {
    results: ['tecEXPIRED'],
    limit: 256,
    remove: removeNftokenOffer,
  },
  Credential: {
    results: ['tecEXPIRED'],
    remove: (sandbox, credential) => removeOwnedEntry(sandbox, credential),
  },
};

/** These take the fee even where a later pass would try again. */
export const CLAIMED_AT_ONCE: ReadonlySet<Ter> = new Set(['tecOVERSIZE', 'tecKILLED', 'tecINCOMPLETE', 'tecEXPIRED']);

/** What is to be removed once again after the changes in the sandbox were discarded for this result. */
export function claimedRemovals(sandbox: Sandbox, result: Ter): (() => void)[] {
  const rows = Object.entries(CLAIMED_REMOVALS).filter(([, { results }]) => results.includes(result));
  if (rows.length === 0) return [];
  const erased = sandbox.changes().filter(({ action }) => action === 'erase');
  return rows.flatMap(([type, row]) =>
    removalsOf(sandbox, erased, type as EntryName, row as ClaimedRemoval<EntryName>),
  );
}

function removalsOf<Name extends EntryName>(
  sandbox: Sandbox,
  erased: readonly EntryChange[],
  type: Name,
  { limit, counts, remove }: ClaimedRemoval<Name>,
): (() => void)[] {
  const keylets = erased
    .filter(({ before, after }) => {
      if (before?.LedgerEntryType !== type) return false;
      return counts?.(before as LedgerEntries[Name], after as LedgerEntries[Name]) ?? true;
    })
    .slice(0, limit)
    .map(({ key }): Keylet<Name> => ({ type, key }));
  return keylets.map((keylet) => () => {
    const entry = sandbox.peek(keylet);
    if (entry !== undefined) remove(sandbox, entry);
  });
}
