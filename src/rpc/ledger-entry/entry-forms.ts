/**
 * The ways to name a ledger entry in a request: by what identifies an entry of its type, or by its key
 * (rippled: LedgerEntry.cpp, the parse functions, and the names in ledger_entries.macro). Composite parts with parts of
 * their own are in `entry-parts.ts`.
 */

import {
  accountKeylet,
  amendmentsKeylet,
  ammKeylet,
  bridgeKeylet,
  credentialKeylet,
  delegateKeylet,
  depositPreauthCredentialsKeylet,
  depositPreauthKeylet,
  didKeylet,
  escrowKeylet,
  feesKeylet,
  lineKeylet,
  loanBrokerKeylet,
  loanKeylet,
  longSkipKeylet,
  mptIssuanceKeylet,
  mptokenKeylet,
  negativeUnlKeylet,
  offerKeylet,
  oracleKeylet,
  ownerDirKeylet,
  pageKeylet,
  permissionedDomainKeylet,
  skipKeylet,
  ticketKeylet,
  vaultKeylet,
  xchainClaimIdKeylet,
  xchainCreateAccountClaimIdKeylet,
} from '../../protocol/entries/keylets.ts';
import { parseCurrency } from '../../protocol/json/currency-text.ts';
import type { LedgerEntryTypeName } from '../../protocol/tables/entry-types.ts';
import type { Hash256, Json, JsonObject } from '../../protocol/values.ts';
import { RpcError } from '../method/errors.ts';
import { ENTRY_TYPE_BY_REQUEST_NAME } from '../params/entry-type-param.ts';
import { isJsonInteger, isJsonObject } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import {
  EntryFault,
  malformed,
  parseAccount,
  parseBytes,
  requireAccountField,
  requireAssetField,
  requireBlobField,
  requireFields,
  requireHashField,
  requireIssuanceIdField,
  requireUInt32Field,
} from './entry-fields.ts';
import { MAX_CREDENTIAL_TYPE_BYTES, requireBridge, requireCredentials, requireSubIndex } from './entry-parts.ts';

/** Computes the key from the member of a request. Throws `EntryFault`. */
type IndexOf = (value: Json | undefined, name: string, params: JsonObject) => Hash256;

export interface EntryForm {
  /** Name of the member. */
  readonly name: string;
  /** Required entry type; undefined for any. */
  readonly type: LedgerEntryTypeName | undefined;
  readonly indexOf: IndexOf;
}

type RequestName = keyof typeof ENTRY_TYPE_BY_REQUEST_NAME;

function byKey(value: Json | undefined, name: string, kind = 'hex string or object'): Hash256 {
  const key = parseBytes(value, 32);
  if (key === undefined) throw malformed('malformedRequest', name, kind);
  return key;
}

/** Only by key. */
const keyOnly: IndexOf = (value, name) => byKey(value, name, 'hex string');

/** By key, or by the members that the function reads. */
function byMembers(indexOf: (json: JsonObject) => Hash256, kind?: string): IndexOf {
  return (value, name) => (isJsonObject(value) ? indexOf(value) : byKey(value, name, kind));
}

/** An entry that exists once: by `true`, or by its key. */
function theOne(key: Hash256): IndexOf {
  return (value, name) => {
    if (typeof value !== 'boolean') return byKey(value, name, 'hex string');
    if (!value) throw malformed('invalidParams', name, 'true');
    return key;
  };
}

function byAccount(keyOf: (account: string) => Hash256): IndexOf {
  return (value, name) => {
    const account = parseAccount(value);
    if (account === undefined) throw malformed('malformedAddress', name, 'AccountID');
    return keyOf(account);
  };
}

/** By an owner and a sequence number. */
function byOwnerAndNumber(
  indexOf: (owner: string, number: number) => Hash256,
  owner: readonly [name: string, faultName: string],
  number: readonly [name: string, faultName: string],
  kind?: string,
): IndexOf {
  return byMembers((json) => {
    const account = requireAccountField(json, ...owner);
    return indexOf(account, requireUInt32Field(json, ...number));
  }, kind);
}

const OWNER = ['owner', 'malformedOwner'] as const;
const ACCOUNT = ['account', 'malformedAddress'] as const;

const FORMS: Readonly<Record<RequestName, IndexOf>> = {
  account: byAccount((account) => accountKeylet(account).key),
  amendments: theOne(amendmentsKeylet().key),
  amm: byMembers((json) => {
    requireFields(json, ['asset', 'asset2']);
    const asset = requireAssetField(json, 'asset', 'malformedRequest');
    return ammKeylet(asset, requireAssetField(json, 'asset2', 'malformedRequest')).key;
  }),
  bridge: bridgeOf,
  check: keyOnly,
  credential: byMembers((json) => {
    const subject = requireAccountField(json, 'subject', 'malformedRequest');
    const issuer = requireAccountField(json, 'issuer', 'malformedRequest');
    const type = requireBlobField(json, 'credential_type', MAX_CREDENTIAL_TYPE_BYTES, 'malformedRequest');
    return credentialKeylet(subject, issuer, type).key;
  }),
  delegate: byMembers((json) => {
    const account = requireAccountField(json, ...ACCOUNT);
    return delegateKeylet(account, requireAccountField(json, 'authorize', 'malformedAddress')).key;
  }),
  deposit_preauth: byMembers(depositPreauthOf),
  did: byAccount((account) => didKeylet(account).key),
  directory: byMembers(directoryOf),
  escrow: byOwnerAndNumber((owner, sequence) => escrowKeylet(owner, sequence).key, OWNER, ['seq', 'malformedSeq']),
  fee: theOne(feesKeylet().key),
  hashes: hashesOf,
  loan: byMembers((json) => {
    const broker = requireHashField(json, 'loan_broker_id', 'malformedBroker');
    return loanKeylet(broker, requireUInt32Field(json, 'loan_seq', 'malformedSeq')).key;
  }, 'hex string'),
  loan_broker: byOwnerAndNumber(
    (owner, sequence) => loanBrokerKeylet(owner, sequence).key,
    OWNER,
    ['seq', 'malformedSeq'],
    'hex string',
  ),
  mpt_issuance: (value, name) => {
    const issuanceId = parseBytes(value, 24);
    if (issuanceId === undefined) throw malformed('malformedMPTokenIssuance', name, 'Hash192');
    return mptIssuanceKeylet(issuanceId).key;
  },
  mptoken: byMembers((json) => {
    const issuanceId = requireIssuanceIdField(json, 'mpt_issuance_id', 'malformedMPTIssuanceID');
    return mptokenKeylet(issuanceId, requireAccountField(json, 'account', 'malformedAccount')).key;
  }),
  nft_offer: keyOnly,
  nft_page: keyOnly,
  nunl: theOne(negativeUnlKeylet().key),
  offer: byOwnerAndNumber((account, sequence) => offerKeylet(account, sequence).key, ACCOUNT, [
    'seq',
    'malformedRequest',
  ]),
  oracle: byOwnerAndNumber(
    (owner, documentId) => oracleKeylet(owner, documentId).key,
    ['account', 'malformedAccount'],
    ['oracle_document_id', 'malformedDocumentID'],
  ),
  payment_channel: keyOnly,
  permissioned_domain: byOwnerAndNumber((owner, sequence) => permissionedDomainKeylet(owner, sequence).key, ACCOUNT, [
    'seq',
    'malformedRequest',
  ]),
  signer_list: keyOnly,
  state: byMembers(trustLineOf),
  ticket: byOwnerAndNumber((account, sequence) => ticketKeylet(account, sequence).key, ACCOUNT, [
    'ticket_seq',
    'malformedRequest',
  ]),
  vault: byOwnerAndNumber((owner, sequence) => vaultKeylet(owner, sequence).key, OWNER, ['seq', 'malformedRequest']),
  xchain_owned_claim_id: byMembers((json) => {
    const bridge = requireBridge(json);
    const id = requireUInt32Field(json, 'xchain_owned_claim_id', 'malformedXChainOwnedClaimID');
    return xchainClaimIdKeylet(bridge, BigInt(id)).key;
  }),
  xchain_owned_create_account_claim_id: byMembers((json) => {
    const bridge = requireBridge(json);
    const name = 'xchain_owned_create_account_claim_id';
    const count = requireUInt32Field(json, name, 'malformedXChainOwnedCreateAccountClaimID');
    return xchainCreateAccountClaimIdKeylet(bridge, BigInt(count)).key;
  }),
};

/** A bridge needs a second member of the request: the door account. */
function bridgeOf(value: Json | undefined, name: string, params: JsonObject): Hash256 {
  // The reference then searches the whole request for a key and finds none.
  if (typeof value === 'string') throw malformed('malformedRequest', name, 'hex string or object');
  const bridge = requireBridge(isJsonObject(value) ? value : {});
  const account = requireAccountField(params, 'bridge_account', 'malformedBridgeAccount');
  if (account === bridge.LockingChainDoor) return bridgeKeylet(bridge, 'Locking').key;
  if (account !== bridge.IssuingChainDoor) throw new EntryFault('malformedRequest', '');
  return bridgeKeylet(bridge, 'Issuing').key;
}

function depositPreauthOf(json: JsonObject): Hash256 {
  if (hasParam(json, 'authorized') === hasParam(json, 'authorized_credentials')) {
    throw new EntryFault('malformedRequest', 'Must have exactly one of `authorized` and `authorized_credentials`.');
  }
  const owner = requireAccountField(json, ...OWNER);
  if (!hasParam(json, 'authorized')) {
    return depositPreauthCredentialsKeylet(owner, requireCredentials(json.authorized_credentials)).key;
  }
  const authorized = parseAccount(json.authorized);
  if (authorized === undefined) throw malformed('malformedAuthorized', 'authorized', 'AccountID');
  return depositPreauthKeylet(owner, authorized).key;
}

function directoryOf(json: JsonObject): Hash256 {
  const page = requireSubIndex(json);
  if (hasParam(json, 'owner') === hasParam(json, 'dir_root')) {
    throw new EntryFault('malformedRequest', 'Must have exactly one of `owner` and `dir_root` fields.');
  }
  if (hasParam(json, 'dir_root')) {
    const root = parseBytes(json.dir_root, 32);
    if (root === undefined) throw malformed('malformedDirRoot', 'dir_root', 'hash');
    return pageKeylet(root, page).key;
  }
  const owner = parseAccount(json.owner);
  if (owner === undefined) throw malformed('malformedAddress', 'owner', 'AccountID');
  return pageKeylet(ownerDirKeylet(owner).key, page).key;
}

/** The recent hashes, or the list for the 65,536 ledgers around a given one. */
function hashesOf(value: Json | undefined, name: string, params: JsonObject): Hash256 {
  if (!isJsonInteger(value)) return theOne(skipKeylet().key)(value, name, params);
  // The reference's JSON library throws here, and only version 2 catches that.
  if (value < 0) throw new RpcError('invalidParams');
  return longSkipKeylet(value).key;
}

function trustLineOf(json: JsonObject): Hash256 {
  requireFields(json, ['currency', 'accounts']);
  const accounts = json.accounts as Json | readonly Json[];
  if (!Array.isArray(accounts) || accounts.length !== 2) {
    throw malformed('malformedRequest', 'accounts', 'length-2 array of Accounts');
  }
  const [one, other] = accounts.map(parseAccount);
  if (one === undefined || other === undefined) throw malformed('malformedAddress', 'accounts', 'array of Accounts');
  if (one === other) throw new EntryFault('malformedRequest', 'Cannot have a trustline to self.');
  const currency = typeof json.currency === 'string' && json.currency !== '' ? parseCurrency(json.currency) : undefined;
  if (currency === undefined) throw malformed('malformedCurrency', 'currency', 'Currency');
  return lineKeylet(one, other, currency).key;
}

/** The members that name an entry by its type. */
export const ENTRY_FORM_NAMES: readonly (RequestName | 'account_root' | 'ripple_state')[] = [
  ...(Object.keys(ENTRY_TYPE_BY_REQUEST_NAME) as RequestName[]),
  'account_root',
  'ripple_state',
];

/** Every member that names an entry; a request has one of them. */
export const ENTRY_FORMS: readonly EntryForm[] = [
  ...Object.entries(ENTRY_TYPE_BY_REQUEST_NAME).map(([name, type]) => ({
    name,
    type,
    indexOf: FORMS[name as RequestName],
  })),
  { name: 'index', type: undefined, indexOf: keyOnly },
  { name: 'account_root', type: 'AccountRoot', indexOf: FORMS.account },
  { name: 'ripple_state', type: 'RippleState', indexOf: FORMS.state },
];
