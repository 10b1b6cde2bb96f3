/** `nft_buy_offers`: who offers to buy a non-fungible token (rippled: NFTBuyOffers.cpp). */
import { defineMethod } from '../../method/define-method.ts';
import { NFT_OFFERS_PARAMS, refuseNftOffers } from '../../pages/nft-offers.ts';

export const nftBuyOffers = defineMethod({
  name: 'nft_buy_offers',
  summary: 'Lists the offers to buy a non-fungible token; there are none.',
  role: 'user',
  needs: 'none',
  params: NFT_OFFERS_PARAMS,
  run: refuseNftOffers,
});
