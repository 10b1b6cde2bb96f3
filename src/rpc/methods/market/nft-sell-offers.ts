/** `nft_sell_offers`: who offers to sell a non-fungible token (rippled: NFTSellOffers.cpp). */
import { defineMethod } from '../../method/define-method.ts';
import { NFT_OFFERS_PARAMS, refuseNftOffers } from '../../pages/nft-offers.ts';

export const nftSellOffers = defineMethod({
  name: 'nft_sell_offers',
  summary: 'Lists the offers to sell a non-fungible token; there are none.',
  role: 'user',
  needs: 'none',
  params: NFT_OFFERS_PARAMS,
  run: refuseNftOffers,
});
