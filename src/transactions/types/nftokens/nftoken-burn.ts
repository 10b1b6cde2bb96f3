/** NFTokenBurn: removes an NFToken and up to 500 of its offers (rippled: NFTokenBurn.cpp). */
import { accountKeylet, nftBuysKeylet, nftSellsKeylet } from '../../../protocol/entries/keylets.ts';
import { NftokenFlags, nftokenIdParts } from '../../../protocol/entries/nftoken-id.ts';
import { removeOffersOfToken } from '../../nftokens/nftoken-offers.ts';
import { findToken } from '../../nftokens/nftoken-pages.ts';
import { removeToken } from '../../nftokens/nftoken-removal.ts';
import { defineTransaction } from '../../transaction-type.ts';

const MAX_REMOVED_OFFERS = 500;

export const nftokenBurn = defineTransaction({
  name: 'NFTokenBurn',

  preflight() {
    return 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const { Account: account, Owner: owner = account, NFTokenID: id } = tx;
    if (findToken(view, owner, id) === undefined) return 'tecNO_ENTRY';
    if (owner === account) return 'tesSUCCESS';
    const { flags, issuer } = nftokenIdParts(id);
    if ((flags & NftokenFlags.burnable) === 0) return 'tecNO_PERMISSION';
    if (issuer === account) return 'tesSUCCESS';
    const root = view.read(accountKeylet(issuer));
    return root === undefined || root.NFTokenMinter === account ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  },

  apply({ sandbox, tx }) {
    const { Owner: owner = tx.Account, NFTokenID: id } = tx;
    const removed = removeToken(sandbox, owner, id);
    if (removed !== 'tesSUCCESS') return removed;
    const issuer = sandbox.peek(accountKeylet(nftokenIdParts(id).issuer));
    if (issuer !== undefined) {
      issuer.BurnedNFTokens = (issuer.BurnedNFTokens ?? 0) + 1;
      sandbox.update(issuer);
    }
    // Sell offers first: there are usually few, so all of them are removed.
    const sells = removeOffersOfToken(sandbox, nftSellsKeylet(id), MAX_REMOVED_OFFERS);
    removeOffersOfToken(sandbox, nftBuysKeylet(id), MAX_REMOVED_OFFERS - sells);
    return 'tesSUCCESS';
  },
});
