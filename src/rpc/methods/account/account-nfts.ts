/** `account_nfts`: an account's non-fungible tokens, of which a Weir ledger holds none (rippled: AccountNFTs.cpp). */
import { accountIdToAddress } from '../../../crypto/address.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';
import { invalidField, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { limit, requiredAccount, typedText } from '../../params/readers.ts';

const LIMITS = { min: 20, fallback: 100, max: 400 };

/** A marker names a token, and there is none. */
const noMarker: ParamReader<'string', undefined> = {
  type: 'string',
  read: (context, name) => {
    if (typedText.read(context, name) !== undefined) throw invalidField('marker');
    return undefined;
  },
};

export const accountNfts = defineMethod({
  name: 'account_nfts',
  summary: "Lists an account's non-fungible tokens; there are none.",
  role: 'user',
  needs: 'none',
  params: [
    { name: 'account', ...requiredAccount, required: true, text: 'Address of the account.' },
    ...LEDGER_PARAMS,
    { name: 'limit', ...limit(LIMITS), text: 'Most tokens to list (100).' },
    { name: 'marker', ...noMarker, text: 'Refused: there is never a further page.' },
  ],
  run(_context, read) {
    const account = read('account');
    const { view, fields } = read('ledger_index');
    if (view.read(accountKeylet(account)) === undefined) throw new RpcError('actNotFound');
    read('limit');
    read('marker');
    return { ...fields, account: accountIdToAddress(account), account_nfts: [] };
  },
});
