/** `nft_buy_offers`: who offers to buy a non-fungible token (reference: NFTBuyOffers.cpp). */
import { defineMethod } from '../define-method.ts';
import { refuseNftOffers } from '../nft-offers.ts';

export const nftBuyOffers = defineMethod({
  name: 'nft_buy_offers',
  summary: 'Lists the offers to buy a non-fungible token; there are none.',
  role: 'user',
  needs: 'none',
  params: [{ name: 'nft_id', type: 'string', required: true, text: 'The token.' }],
  run: refuseNftOffers,
});
