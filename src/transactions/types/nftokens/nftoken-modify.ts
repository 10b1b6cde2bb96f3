/** NFTokenModify: changes or removes the URI of a mutable NFToken (rippled: NFTokenModify.cpp). */
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { NftokenFlags, nftokenIdParts } from '../../../protocol/entries/nftoken-id.ts';
import { changeTokenUri, findToken } from '../../nftokens/nftoken-pages.ts';
import { isNftokenUri } from '../../nftokens/nftoken-uri.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const nftokenModify = defineTransaction({
  name: 'NFTokenModify',

  preflight({ tx }) {
    if (tx.Owner === tx.Account) return 'temMALFORMED';
    return tx.URI === undefined || isNftokenUri(tx.URI) ? 'tesSUCCESS' : 'temMALFORMED';
  },

  preclaim({ view, tx }) {
    const { Account: account, Owner: owner = account, NFTokenID: id } = tx;
    if (findToken(view, owner, id) === undefined) return 'tecNO_ENTRY';
    const { flags, issuer } = nftokenIdParts(id);
    if ((flags & NftokenFlags.mutable) === 0) return 'tecNO_PERMISSION';
    if (issuer === account) return 'tesSUCCESS';
    const root = view.read(accountKeylet(issuer));
    if (root === undefined) return 'tecINTERNAL';
    return root.NFTokenMinter === account ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  },

  apply({ sandbox, tx }) {
    return changeTokenUri(sandbox, tx.Owner ?? tx.Account, tx.NFTokenID, tx.URI);
  },
});
