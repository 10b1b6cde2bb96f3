/**
 * What a failed transaction removes all the same: it only happened to find that these entries are worth nothing, and
 * nobody should have to find that again (rippled: Transactor.cpp, operator() and removeUnfundedOffers).
 */
import { isSameValue } from '../../ledger/same-value.ts';
import type { EntryChange, Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { removeOffer } from '../accounts/owned-entries.ts';

/** No transaction removes more offers than this beside what it does itself. */
const MAX_REMOVED_OFFERS = 1000;
const REMOVES_OFFERS: ReadonlySet<Ter> = new Set(['tecOVERSIZE', 'tecKILLED']);

/** The offers that the transaction removed without having taken anything of them, to be removed again. */
export function findStaleOffers(sandbox: Sandbox, result: Ter): readonly Keylet<'Offer'>[] {
  if (!REMOVES_OFFERS.has(result)) return [];
  return sandbox
    .changes()
    .filter(isUntakenOffer)
    .map(({ key }) => ({ type: 'Offer', key }));
}

/** Removes the offers that were found. */
export function removeStaleOffers(sandbox: Sandbox, offers: readonly Keylet<'Offer'>[]): void {
  for (const keylet of offers.slice(0, MAX_REMOVED_OFFERS)) removeOffer(sandbox, keylet);
}

function isUntakenOffer({ action, before, after }: EntryChange): boolean {
  if (action !== 'erase' || before?.LedgerEntryType !== 'Offer' || after.LedgerEntryType !== 'Offer') return false;
  return isSameValue(before.TakerPays, after.TakerPays);
}
