/** `nft_buy_offers`: the offers to buy an NFToken (rippled: NFTBuyOffers.cpp). */
import { nftBuysKeylet } from '../../../protocol/entries/keylets.ts';
import { defineMethod } from '../../method/define-method.ts';
import { listNftOffers, NFT_OFFERS_PARAMS } from '../../pages/nft-offers.ts';

export const nftBuyOffers = defineMethod({
  name: 'nft_buy_offers',
  role: 'user',
  needs: 'ledger',
  params: NFT_OFFERS_PARAMS,
  run: (context, read) => listNftOffers(context, read, nftBuysKeylet),
});
