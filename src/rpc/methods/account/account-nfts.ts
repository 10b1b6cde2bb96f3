/** `account_nfts`: an account's non-fungible tokens, in the order of their pages (rippled: AccountNFTs.cpp). */

import { accountIdToAddress } from '../../../crypto/address.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import { accountKeylet, nftPageById } from '../../../protocol/entries/keylets.ts';
import { compareNftokenIds, nftokenIdParts } from '../../../protocol/entries/nftoken-id.ts';
import { type AccountId, type Hash256, type JsonObject, ZERO_HASH } from '../../../protocol/values.ts';
import { type Nftoken, pageForToken, tokensOf } from '../../../transactions/nftokens/nftoken-pages.ts';
import { LongList } from '../../json/long-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidField, RpcError } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { parseHash } from '../../params/parse-hash.ts';
import { limit, requiredAccount, typedText } from '../../params/readers.ts';

const LIMITS = { min: 20, fallback: 100, max: 400 };

/** The last token of the page before. */
const tokenMarker: ParamReader<'string', Hash256 | undefined> = {
  type: 'string',
  read: (context, name) => {
    const text = typedText.read(context, name);
    const id = parseHash(text);
    if (text !== undefined && id === undefined) throw invalidField('marker');
    return id;
  },
};

export const accountNfts = defineMethod({
  name: 'account_nfts',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'account', ...requiredAccount, required: true, text: 'Address of the account.' },
    ...LEDGER_PARAMS,
    { name: 'limit', ...limit(LIMITS), text: 'Maximum number of tokens (100).' },
    { name: 'marker', ...tokenMarker, text: 'The `marker` of the page before, with the same parameters otherwise.' },
  ],
  *run(context, read) {
    const account = read('account');
    const ledger = read('ledger_index');
    if (ledger.view.read(accountKeylet(account)) === undefined) throw new RpcError('actNotFound');
    const most = read('limit');
    const after = read('marker');
    const tokens = new LongList();
    const result = () => ({ ...ledger.fields, account: accountIdToAddress(account), account_nfts: tokens.toJson() });
    let count = 0;
    for (const token of tokensAfter(openLedgerSnapshot(context, ledger.view), account, after)) {
      yield;
      tokens.push(describe(token));
      count += 1;
      // As in the reference, a full page has a marker even if it is the last one.
      if (count === most) return { ...result(), limit: most, marker: token.NFTokenID };
    }
    return result();
  },
});

/** The tokens after `after`, which the account must own; all tokens if undefined. */
function* tokensAfter(view: ReadView, owner: AccountId, after: Hash256 | undefined): Generator<Nftoken, void> {
  let isFound = after === undefined;
  let page = view.read(pageForToken(view, owner, after ?? ZERO_HASH));
  while (page !== undefined) {
    for (const token of tokensOf(page)) {
      if (isFound) yield token;
      else if (token.NFTokenID === after) isFound = true;
      else if (compareNftokenIds(token.NFTokenID, after!) > 0) throw invalidField('marker');
    }
    page = page.NextPageMin === undefined ? undefined : view.read(nftPageById(page.NextPageMin));
  }
  if (!isFound) throw invalidField('marker');
}

/** The token with the parts of its id. */
function describe(token: Nftoken): JsonObject {
  const { flags, transferFee, issuer, taxon, serial } = nftokenIdParts(token.NFTokenID);
  return {
    ...(token as JsonObject),
    Flags: flags,
    Issuer: accountIdToAddress(issuer),
    NFTokenTaxon: taxon,
    nft_serial: serial,
    ...(transferFee === 0 ? {} : { TransferFee: transferFee }),
  };
}
