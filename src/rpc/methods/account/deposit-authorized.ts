/** `deposit_authorized`: may one account send to another directly? (rippled: DepositAuthorized.cpp). */

import { addressToAccountId } from '../../../crypto/address.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import type { LedgerEntries } from '../../../protocol/entries/entries.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import type { AccountId, Json, JsonObject } from '../../../protocol/values.ts';
import { isAccepted, isCredentialExpired } from '../../../transactions/credentials/credential.ts';
import { credentialById, MAX_CREDENTIALS } from '../../../transactions/credentials/credential-ids.ts';
import { checkDepositAuth, preauthOfCredentialsKeylet } from '../../../transactions/credentials/deposit-auth.ts';
import { defineMethod } from '../../method/define-method.ts';
import { expectedField, missingField, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { malformedAccount } from '../../params/account-param.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { parseHash } from '../../params/parse-hash.ts';

type Credential = Readonly<LedgerEntries['Credential']>;

/** Only this method has the error `not a string` for an address. */
const address: ParamReader<'string', AccountId> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) throw missingField(name);
    const text = params[name];
    if (typeof text !== 'string') throw expectedField(name, 'a string');
    const account = addressToAccountId(text);
    if (account === undefined) throw malformedAccount(name, text);
    return account;
  },
};

/** The credentials in the request; the source must hold each of them, accepted and not expired. */
const credentialIds: ParamReader<
  'array',
  readonly Credential[] | undefined,
  [view: ReadView, source: AccountId, known: JsonObject]
> = {
  type: 'array',
  read: ({ params }, name, view, source, known) =>
    hasParam(params, name) ? readCredentials(params[name], view, source, known) : undefined,
};

export const depositAuthorized = defineMethod({
  name: 'deposit_authorized',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'source_account', ...address, required: true, text: 'Address of the sender.' },
    { name: 'destination_account', ...address, required: true, text: 'Address of the receiver.' },
    { name: 'credentials', ...credentialIds, text: 'Up to 8 ids of credentials of the sender.' },
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
    const credentials = read('credentials', view, source, fields);
    const isAuthorized =
      checkDepositAuth(view, source, root) === 'tesSUCCESS' ||
      (credentials !== undefined && view.read(preauthOfCredentialsKeylet(destination, credentials)) !== undefined);
    return {
      ...fields,
      source_account: params.source_account,
      destination_account: params.destination_account,
      ...(credentials !== undefined && { credentials: params.credentials }),
      deposit_authorized: isAuthorized,
    };
  },
});

function readCredentials(ids: Json | undefined, view: ReadView, source: AccountId, fields: JsonObject): Credential[] {
  if (!Array.isArray(ids) || ids.length === 0) {
    throw expectedField('credentials', 'is non-empty array of CredentialID(hash256)');
  }
  if (ids.length > MAX_CREDENTIALS) throw expectedField('credentials', 'array too long');
  const found: Credential[] = [];
  for (const id of ids as readonly Json[]) {
    const hash = typeof id === 'string' ? parseHash(id) : undefined;
    if (hash === undefined) throw expectedField('credentials', 'an array of CredentialID(hash256)');
    const credential = view.read(credentialById(hash));
    const fault = faultOf(credential, view, source);
    if (fault !== undefined) throw new RpcError('badCredentials', fault, fields);
    if (found.includes(credential!)) throw new RpcError('badCredentials', 'duplicates in credentials', fields);
    found.push(credential!);
  }
  return found;
}

function faultOf(credential: Credential | undefined, view: ReadView, source: AccountId): string | undefined {
  if (credential === undefined) return "credentials don't exist";
  if (!isAccepted(credential)) return "credentials aren't accepted";
  if (isCredentialExpired(view, credential)) return 'credentials are expired';
  return credential.Subject === source ? undefined : "credentials doesn't belong to the root account";
}
