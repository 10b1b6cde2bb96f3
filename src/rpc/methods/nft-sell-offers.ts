/** `nft_sell_offers`: who offers to sell a non-fungible token (reference: NFTSellOffers.cpp). */
import { defineMethod } from '../define-method.ts';
import { refuseNftOffers } from '../nft-offers.ts';

export const nftSellOffers = defineMethod({
  name: 'nft_sell_offers',
  summary: 'Lists the offers to sell a non-fungible token; there are none.',
  role: 'user',
  needs: 'none',
  params: [{ name: 'nft_id', type: 'string', required: true, text: 'The token.' }],
  run: refuseNftOffers,
});
