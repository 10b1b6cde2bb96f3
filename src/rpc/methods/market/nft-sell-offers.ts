/** `nft_sell_offers`: the offers to sell an NFToken (rippled: NFTSellOffers.cpp). */
import { nftSellsKeylet } from '../../../protocol/entries/keylets.ts';
import { defineMethod } from '../../method/define-method.ts';
import { listNftOffers, NFT_OFFERS_PARAMS } from '../../pages/nft-offers.ts';

export const nftSellOffers = defineMethod({
  name: 'nft_sell_offers',
  role: 'user',
  needs: 'ledger',
  params: NFT_OFFERS_PARAMS,
  run: (context, read) => listNftOffers(context, read, nftSellsKeylet),
});
