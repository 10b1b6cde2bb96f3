/** `deposit_authorized`: may one account send to another directly? (rippled: DepositAuthorized.cpp). */
import { addressToAccountId } from '../../../crypto/address.ts';
import { accountKeylet, depositPreauthKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { AccountId, JsonObject } from '../../../protocol/values.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';
import { expectedField, missingField, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { hasParam } from '../../params/params.ts';
import { parseHash } from '../../params/parse-hash.ts';

const MAX_CREDENTIALS = 8;

/** This method alone says `not a string` of an address. */
const address: ParamReader<'string', AccountId> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) throw missingField(name);
    const text = params[name];
    if (typeof text !== 'string') throw expectedField(name, 'a string');
    const account = addressToAccountId(text);
    if (account === undefined) throw new RpcError('actMalformed');
    return account;
  },
};

/** There are no credentials in Weir's ledgers, so a well-formed list of them always names some that are missing. */
const noCredentials: ParamReader<'array', undefined, [known: JsonObject]> = {
  type: 'array',
  read: ({ params }, name, known) => {
    if (!hasParam(params, name)) return undefined;
    const credentials = params[name];
    if (!Array.isArray(credentials) || credentials.length === 0) {
      throw expectedField(name, 'is non-empty array of CredentialID(hash256)');
    }
    if (credentials.length > MAX_CREDENTIALS) throw expectedField(name, 'array too long');
    const first: unknown = credentials[0];
    if (typeof first !== 'string' || parseHash(first) === undefined) {
      throw expectedField(name, 'an array of CredentialID(hash256)');
    }
    throw new RpcError('badCredentials', "credentials don't exist", known);
  },
};

export const depositAuthorized = defineMethod({
  name: 'deposit_authorized',
  summary: 'Says whether one account may send payments to another.',
  role: 'user',
  needs: 'current',
  params: [
    { name: 'source_account', ...address, required: true, text: 'Address of the sender.' },
    { name: 'destination_account', ...address, required: true, text: 'Address of the receiver.' },
    { name: 'credentials', ...noCredentials, text: 'Ids of credentials of the sender, of which there are none.' },
    ...LEDGER_PARAMS,
  ],
  run(context, read) {
    const { params } = context;
    const source = read('source_account');
    const destination = read('destination_account');
    const { view, fields } = read('ledger_index');
    if (view.read(accountKeylet(source)) === undefined) throw new RpcError('srcActNotFound', undefined, fields);
    const root = view.read(accountKeylet(destination));
    if (root === undefined) throw new RpcError('dstActNotFound', undefined, fields);
    read('credentials', fields);
    const isFree = source === destination || (root.Flags & EntryFlags.AccountRoot.lsfDepositAuth) === 0;
    return {
      ...fields,
      source_account: params.source_account,
      destination_account: params.destination_account,
      deposit_authorized: isFree || view.read(depositPreauthKeylet(destination, source)) !== undefined,
    };
  },
});
