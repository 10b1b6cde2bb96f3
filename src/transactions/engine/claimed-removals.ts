/**
 * Removals that survive a failed transaction: stale entries that it found and removed. Its other changes are discarded
 * and the fee is claimed; then these entries are removed again (rippled: Transactor.cpp, operator()).
 */
import type { EntryChange, Sandbox } from '../../ledger/sandbox.ts';
import { compareAmounts } from '../../protocol/amounts/amount-math.ts';
import type { EntryName, Keylet, LedgerEntries } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { removeNftokenOffer, removeOffer, removeOwnedEntry } from '../accounts/owned-entries.ts';
import { deleteAmmLine } from '../amm/delete-amm.ts';

/** The entries of one type that are removed again, and for which results. */
interface ClaimedRemoval<Name extends EntryName> {
  readonly results: readonly Ter[];
  /** The most entries removed, in key order; unlimited if absent. */
  readonly limit?: number;
  /** Selects entries by their state before and after; all of them if absent. */
  readonly counts?: (before: Readonly<LedgerEntries[Name]>, after: Readonly<LedgerEntries[Name]>) => boolean;
  /** Removes a peeked entry. Its result is ignored: the transaction has failed already. */
  readonly remove: (sandbox: Sandbox, entry: LedgerEntries[Name]) => Ter;
}

/** In order of removal. */
const CLAIMED_REMOVALS: { readonly [Name in EntryName]?: ClaimedRemoval<Name> } = {
  Offer: {
    results: ['tecOVERSIZE', 'tecKILLED'],
    limit: 1000,
    // An offer that was found unfunded or became so, not one that was consumed.
    counts: (before, after) => compareAmounts(before.TakerPays, after.TakerPays) === 0,
    remove: removeOffer,
  },
  // Trust lines of an AMM that has too many to remove at once.
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

/** These claim the fee even if a later pass would retry. */
export const CLAIMED_AT_ONCE: ReadonlySet<Ter> = new Set(['tecOVERSIZE', 'tecKILLED', 'tecINCOMPLETE', 'tecEXPIRED']);

/** The removals to repeat after the sandbox was discarded for this result. */
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
