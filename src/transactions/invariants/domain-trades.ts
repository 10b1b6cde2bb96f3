/**
 * Transactions with a DomainID touch only offers and books of that domain, and hybrid offers are in exactly one more
 * book (rippled: ValidPermissionedDEX).
 */
import type { Offer } from '../../protocol/entries/entries.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { Invariant, InvariantInput } from './invariant.ts';

export const domainTradesStayInside: Invariant = (input) => {
  const { transaction, result, view } = input;
  const { TransactionType: type, DomainID: domain } = transaction.fields;
  if ((type !== 'Payment' && type !== 'OfferCreate') || result !== 'tesSUCCESS') return true;
  if (type === 'OfferCreate' && input.changesOf('Offer').some(({ after }) => isBadHybrid(after))) return false;
  if (domain === undefined) return true;
  return view.read({ type: 'PermissionedDomain', key: domain as Hash256 }) !== undefined && staysIn(input, domain);
};

function isBadHybrid(offer: Readonly<Offer>): boolean {
  if (!hasFlag(offer, EntryFlags.Offer.lsfHybrid)) return false;
  return offer.DomainID === undefined || offer.AdditionalBooks?.length !== 1;
}

/** Offers without a domain may be deleted, and hybrid offers are also in books without a domain. */
function staysIn({ changesOf }: InvariantInput, domain: unknown): boolean {
  const isOtherBook = changesOf('DirectoryNode').some(({ after }) => (after.DomainID ?? domain) !== domain);
  const isOtherOffer = changesOf('Offer').some(
    ({ isErased, after }) => after.DomainID !== domain && !(isErased && after.DomainID === undefined),
  );
  return !isOtherBook && !isOtherOffer;
}
