/**
 * NFTokenCancelOffer: removes NFToken offers: the sender's own, those with the sender as destination, and expired ones.
 * A missing offer is not an error (rippled: NFTokenCancelOffer.cpp).
 */
import { hasExpired } from '../../../ledger/has-expired.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import { nftOfferById } from '../../../protocol/entries/keylets.ts';
import { type AccountId, type Hash256, ZERO_HASH } from '../../../protocol/values.ts';
import { removeNftokenOffer } from '../../accounts/owned-entries.ts';
import { defineTransaction } from '../../transaction-type.ts';

const MAX_OFFERS = 500;

export const nftokenCancelOffer = defineTransaction({
  name: 'NFTokenCancelOffer',

  preflight({ tx: { NFTokenOffers: ids } }) {
    if (ids.length === 0 || ids.length > MAX_OFFERS) return 'temMALFORMED';
    return ids.includes(ZERO_HASH) || new Set(ids).size < ids.length ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    return tx.NFTokenOffers.every((id) => mayCancel(view, tx.Account, id)) ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  },

  apply({ sandbox, tx }) {
    for (const id of tx.NFTokenOffers) {
      const offer = sandbox.peek(nftOfferById(id));
      const removed = offer === undefined ? 'tesSUCCESS' : removeNftokenOffer(sandbox, offer);
      if (removed !== 'tesSUCCESS') return removed;
    }
    return 'tesSUCCESS';
  },
});

function mayCancel(view: ReadView, account: AccountId, id: Hash256): boolean {
  const entry = view.readAny(id);
  // rippled looks up any entry that is not a directory page, so a directory page counts as a missing offer.
  if (entry === undefined || entry.LedgerEntryType === 'DirectoryNode') return true;
  if (entry.LedgerEntryType !== 'NFTokenOffer') return false;
  return hasExpired(view, entry.Expiration) || entry.Owner === account || entry.Destination === account;
}
