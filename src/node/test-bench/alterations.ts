/**
 * Changes by hand that no other server could repeat from the chain's transactions. Such a chain is permanently marked as modified,
 * in its store.
 */
import type { NamedValues } from '../../storage/ledger-store.ts';

/** The name that the alterations have among the values of a store. */
export const ALTERED = 'altered';

/** `impersonate`: unsigned transactions; `set_entry`: changes of entries; `drop`: submissions that were taken out. */
export type Alteration = 'impersonate' | 'set_entry' | 'drop';

/** What was done → the ledger that was open when it was done first. Empty for a chain that can be done again. */
export type AlteredSince = Readonly<Partial<Record<Alteration, number>>>;

export function readAlterations(store: Pick<NamedValues, 'metaValue'>): AlteredSince {
  const kept = store.metaValue(ALTERED);
  return kept === undefined ? {} : (JSON.parse(kept) as AlteredSince);
}

/** Stores an alteration the first time it is made; gives all alterations of the chain. */
export function noteAlteration(
  store: NamedValues,
  known: AlteredSince,
  alteration: Alteration,
  ledgerIndex: number,
): AlteredSince {
  if (known[alteration] !== undefined) return known;
  const altered = { ...known, [alteration]: ledgerIndex };
  store.setMetaValue(ALTERED, JSON.stringify(altered));
  return altered;
}
