/** The documentation of `nft_sell_offers`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const nftSellOffersDoc: MethodDoc = {
  summary: 'Lists the offers to sell a non-fungible token.',
  examples: ({ nftokenId }) => [shown({ nft_id: nftokenId })],
  answer: {
    nft_id: 'Id of the token.',
    offers: 'The offers of this page.',
    'offers[]': 'An offer to sell the token.',
    'offers[].nft_offer_index': 'Key of its entry; what NFTokenAcceptOffer names.',
    'offers[].flags': 'Flags of the entry.',
    'offers[].owner': 'Address of the account that made it.',
    'offers[].destination': 'Address of the only account that may accept it; absent if any account may.',
    'offers[].expiration': 'When it expires, in seconds since 2000-01-01T00:00:00Z; absent if it never does.',
    'offers[].amount': 'The price: drops as a string, or a token amount.',
  },
};
