/**
 * What was done to a chain by hand that no other server could do again from its transactions. It is kept in the store for as
 * long as that lasts: whoever gets such a chain from somebody else shall know, whatever became of it since.
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

/** Notes the first time; gives what the store says then. */
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
