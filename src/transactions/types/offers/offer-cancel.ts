/** OfferCancel: removes an offer. A missing offer is not an error (rippled: OfferCancel.cpp). */
import { accountKeylet, offerKeylet } from '../../../protocol/entries/keylets.ts';
import { removeOfferIfPresent } from '../../offers/offer-entry.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const offerCancel = defineTransaction({
  name: 'OfferCancel',

  preflight({ tx }) {
    return tx.OfferSequence === 0 ? 'temBAD_SEQUENCE' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const account = view.read(accountKeylet(tx.Account));
    if (account === undefined) return 'terNO_ACCOUNT';
    return account.Sequence <= tx.OfferSequence ? 'temBAD_SEQUENCE' : 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    return removeOfferIfPresent(sandbox, offerKeylet(tx.Account, tx.OfferSequence));
  },
});
