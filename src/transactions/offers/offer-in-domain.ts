/** Offers of permissioned books: who placed them may leave their domain afterwards. */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Offer } from '../../protocol/entries/entries.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { isInDomain } from '../credentials/permissioned-domain.ts';

/** True if an offer is well-formed and its owner still in its domain (rippled: PermissionedDEXHelpers.cpp). */
export function isOfferInDomain(view: ReadView, offer: Readonly<Offer>, domainId: Hash256): boolean {
  if (hasFlag(offer, EntryFlags.Offer.lsfHybrid) && offer.AdditionalBooks?.length !== 1) return false;
  return isInDomain(view, offer.Account, domainId);
}
