/** The documentation of `nft_buy_offers`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const nftBuyOffersDoc: MethodDoc = {
  summary: 'Lists the offers to buy a non-fungible token.',
  examples: ({ nftokenId }) => [shown({ nft_id: nftokenId })],
  answer: {
    nft_id: 'Id of the token.',
    offers: 'The offers of this page.',
    'offers[]': 'An offer to buy the token.',
    'offers[].nft_offer_index': 'Key of its entry; what NFTokenAcceptOffer names.',
    'offers[].flags': 'Flags of the entry.',
    'offers[].owner': 'Address of the account that made it.',
    'offers[].amount': 'The price: drops as a string, or a token amount.',
  },
};
