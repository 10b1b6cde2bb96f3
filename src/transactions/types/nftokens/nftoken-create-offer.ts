/** NFTokenCreateOffer: creates an offer to buy or sell an NFToken (rippled: NFTokenCreateOffer.cpp). */
import { hasExpired } from '../../../ledger/has-expired.ts';
import { nftokenIdParts } from '../../../protocol/entries/nftoken-id.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { sequenceProxy, type TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  type NftokenOfferTerms,
  placeNftokenOffer,
  preclaimNftokenOffer,
  preflightNftokenOffer,
} from '../../nftokens/nftoken-offers.ts';
import { findToken } from '../../nftokens/nftoken-pages.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const nftokenCreateOffer = defineTransaction({
  name: 'NFTokenCreateOffer',

  preflight({ tx }) {
    return preflightNftokenOffer(offerOf(tx), nftokenIdParts(tx.NFTokenID));
  },

  preclaim({ view, tx, fees }) {
    if (hasExpired(view, tx.Expiration)) return 'tecEXPIRED';
    const offer = offerOf(tx);
    const owner = offer.owner ?? offer.maker;
    if (findToken(view, owner, tx.NFTokenID) === undefined) return 'tecNO_ENTRY';
    return preclaimNftokenOffer(view, fees, offer, nftokenIdParts(tx.NFTokenID));
  },

  apply(context) {
    const { tx } = context;
    return placeNftokenOffer(context, offerOf(tx), tx.NFTokenID, sequenceProxy(tx).value);
  },
});

function offerOf(tx: Readonly<TransactionOf<'NFTokenCreateOffer'>>): NftokenOfferTerms {
  return {
    maker: tx.Account,
    isSell: hasFlag(tx, TransactionFlags.NFTokenCreateOffer.tfSellNFToken),
    amount: tx.Amount,
    owner: tx.Owner,
    destination: tx.Destination,
    expiration: tx.Expiration,
  };
}
