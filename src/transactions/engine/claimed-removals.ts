/**
 * What a transaction removed may stay removed although it failed: entries that were of no use any more when it met
 * them. Its other changes are discarded and its fee is taken; then those entries are removed once again (rippled:
 * Transactor.cpp, operator()).
 */
import type { EntryChange, Sandbox } from '../../ledger/sandbox.ts';
import { compareAmounts } from '../../protocol/amounts/amount-math.ts';
import type { EntryName } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { removeOffer } from '../accounts/owned-entries.ts';
import { removeCredential } from '../credentials/credential.ts';

/** One kind of entry that stays removed, and after which results. */
interface ClaimedRemoval {
  readonly type: EntryName;
  readonly results: readonly Ter[];
  /** No more of them than this, in the order of their keys; all of them if absent. */
  readonly limit?: number;
  /** Tells which of the entries that were erased count; all of them if absent. */
  readonly counts?: (change: EntryChange) => boolean;
  /** Removes the entry, if it is there. A failure is nobody's concern: the transaction has failed already. */
  readonly remove: (sandbox: Sandbox, key: Hash256) => Ter;
}

/** In the order in which they are removed. */
const CLAIMED_REMOVALS: readonly ClaimedRemoval[] = [
  {
    type: 'Offer',
    results: ['tecOVERSIZE', 'tecKILLED'],
    limit: 1000,
    counts: isUntouchedOffer,
    remove: (sandbox, key) => removeOffer(sandbox, { type: 'Offer', key }),
  },
  {
    type: 'Credential',
    results: ['tecEXPIRED'],
    remove: (sandbox, key) => removeCredential(sandbox, { type: 'Credential', key }),
  },
];

/** These take the fee even where a later pass would try again. */
const CLAIMED_AT_ONCE: ReadonlySet<Ter> = new Set(['tecOVERSIZE', 'tecKILLED', 'tecINCOMPLETE', 'tecEXPIRED']);

/** True if this result takes the fee even where a later pass would try again. */
export function isClaimedAtOnce(result: Ter): boolean {
  return CLAIMED_AT_ONCE.has(result);
}

/** What is to be removed once again after the changes in the sandbox were discarded for this result. */
export function claimedRemovals(sandbox: Sandbox, result: Ter): (() => void)[] {
  const rows = CLAIMED_REMOVALS.filter(({ results }) => results.includes(result));
  if (rows.length === 0) return [];
  const erased = sandbox.changes().filter(({ action }) => action === 'erase');
  return rows.flatMap(({ type, limit, counts, remove }) =>
    erased
      .filter((change) => change.before?.LedgerEntryType === type && (counts?.(change) ?? true))
      .slice(0, limit)
      .map(
        ({ key }) =>
          () =>
            void remove(sandbox, key),
      ),
  );
}

/** True for an offer that was found without funds, or lost them; not for one that was taken. */
function isUntouchedOffer({ before, after }: EntryChange): boolean {
  if (before?.LedgerEntryType !== 'Offer' || after.LedgerEntryType !== 'Offer') return false;
  return compareAmounts(before.TakerPays, after.TakerPays) === 0;
}
