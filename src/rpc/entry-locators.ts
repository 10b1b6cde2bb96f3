/**
 * How `ledger_entry` names an entry of each type: from the parameter's value to the entry's key (reference:
 * LedgerEntry.cpp). Types that Weir's transactions never make are located all the same, as in imported ledgers.
 */
import { currencyFromJson } from '../protocol/codec/asset-from-json.ts';
import {
  ammIndex,
  credentialIndex,
  delegateIndex,
  didIndex,
  escrowIndex,
  loanBrokerIndex,
  loanIndex,
  mptIssuanceIndex,
  mptokenIndex,
  negativeUnlIndex,
  oracleIndex,
  permissionedDomainIndex,
  vaultIndex,
  xchainClaimIdIndex,
  xchainCreateAccountClaimIdIndex,
} from '../protocol/entry-indexes.ts';
import {
  accountKeylet,
  amendmentsKeylet,
  feesKeylet,
  lineKeylet,
  longSkipKeylet,
  offerKeylet,
  ownerDirKeylet,
  pageKeylet,
  skipKeylet,
  ticketKeylet,
} from '../protocol/keylets.ts';
import type { AccountId, Hash256, Json, JsonObject } from '../protocol/values.ts';
import { locatePreauthorization } from './deposit-preauth-locator.ts';
import { RpcError } from './errors.ts';
import { isJsonInteger, isJsonObject, isUInt32 } from './json-values.ts';
import {
  invalidLocator,
  LocatorError,
  parseLocatorAccount,
  parseLocatorHash,
  requireAsset,
  requireBridge,
  requireCredentialType,
  requireLocatorAccount,
  requireLocatorHash,
  requireLocatorNumber,
  requireMembers,
} from './locator-fields.ts';
import { hasParam } from './params.ts';

/** From a parameter's value to a key. Throws `LocatorError`. `name` is the parameter's. */
export type Locate = (value: Json, name: string) => Hash256;

const HASH192_BYTES = 24;
const HASH256_BYTES = 32;

const locateByKey: Locate = (value, name) => keyOf(value, name, 'hex string');

/** A key in hex, or an object that `locate` understands. */
function byKeyOr(locate: (locator: JsonObject) => Hash256, expected = 'hex string or object'): Locate {
  return (value, name) => (isJsonObject(value) ? locate(value) : keyOf(value, name, expected));
}

/** An entry of which there is one: `true`, or its key. */
function fixed(key: Hash256): Locate {
  return (value, name) => {
    if (typeof value !== 'boolean') return keyOf(value, name, 'hex string');
    if (!value) throw invalidLocator('invalidParams', name, 'true');
    return key;
  };
}

function byAccount(locate: (account: AccountId) => Hash256): Locate {
  return (value, name) => {
    const account = parseLocatorAccount(value);
    if (account === undefined) throw invalidLocator('malformedAddress', name, 'AccountID');
    return locate(account);
  };
}

/** An account and a number, each with the token of its error. */
function byNumber(
  accountName: string,
  accountToken: string,
  numberName: string,
  numberToken: string,
  locate: (account: AccountId, number: number) => Hash256,
): (locator: JsonObject) => Hash256 {
  return (locator) => {
    const account = requireLocatorAccount(locator, accountName, accountToken);
    return locate(account, requireLocatorNumber(locator, numberName, numberToken));
  };
}

function keyOf(value: Json, name: string, expected: string): Hash256 {
  const key = parseLocatorHash(value);
  if (key === undefined) throw invalidLocator('malformedRequest', name, expected);
  return key;
}

const locateAccount = byAccount((account) => accountKeylet(account).key);
const locateLine = byKeyOr(lineOf);

/** The parameter's name → how it locates; `bridge` and `index` are the method's own. */
export const ENTRY_LOCATORS: Readonly<Record<string, Locate>> = {
  account: locateAccount,
  account_root: locateAccount,
  amendments: fixed(amendmentsKeylet().key),
  amm: byKeyOr((locator) => {
    requireMembers(locator, ['asset', 'asset2']);
    return ammIndex(requireAsset(locator, 'asset'), requireAsset(locator, 'asset2'));
  }),
  check: locateByKey,
  credential: byKeyOr((locator) => {
    const subject = requireLocatorAccount(locator, 'subject', 'malformedRequest');
    const issuer = requireLocatorAccount(locator, 'issuer', 'malformedRequest');
    return credentialIndex(subject, issuer, requireCredentialType(locator, 'malformedRequest'));
  }),
  delegate: byKeyOr((locator) => {
    const account = requireLocatorAccount(locator, 'account', 'malformedAddress');
    return delegateIndex(account, requireLocatorAccount(locator, 'authorize', 'malformedAddress'));
  }),
  deposit_preauth: byKeyOr(locatePreauthorization),
  did: byAccount(didIndex),
  directory: byKeyOr(directoryOf),
  escrow: byKeyOr(byNumber('owner', 'malformedOwner', 'seq', 'malformedSeq', escrowIndex)),
  fee: fixed(feesKeylet().key),
  hashes: locateHashes,
  loan: byKeyOr((locator) => {
    const broker = requireLocatorHash(locator, 'loan_broker_id', 'malformedBroker', HASH256_BYTES);
    return loanIndex(broker, requireLocatorNumber(locator, 'loan_seq', 'malformedSeq'));
  }, 'hex string'),
  loan_broker: byKeyOr(byNumber('owner', 'malformedOwner', 'seq', 'malformedSeq', loanBrokerIndex), 'hex string'),
  mpt_issuance: (value, name) => {
    const id = parseLocatorHash(value, HASH192_BYTES);
    if (id === undefined) throw invalidLocator('malformedMPTokenIssuance', name, 'Hash192');
    return mptIssuanceIndex(id);
  },
  mptoken: byKeyOr((locator) => {
    const id = requireLocatorHash(locator, 'mpt_issuance_id', 'malformedMPTIssuanceID', HASH192_BYTES);
    return mptokenIndex(id, requireLocatorAccount(locator, 'account', 'malformedAccount'));
  }),
  nft_offer: locateByKey,
  nft_page: locateByKey,
  nunl: fixed(negativeUnlIndex()),
  offer: byKeyOr(byNumber('account', 'malformedAddress', 'seq', 'malformedRequest', (a, n) => offerKeylet(a, n).key)),
  oracle: byKeyOr(byNumber('account', 'malformedAccount', 'oracle_document_id', 'malformedDocumentID', oracleIndex)),
  payment_channel: locateByKey,
  permissioned_domain: byKeyOr(
    byNumber('account', 'malformedAddress', 'seq', 'malformedRequest', permissionedDomainIndex),
  ),
  ripple_state: locateLine,
  signer_list: locateByKey,
  state: locateLine,
  ticket: byKeyOr(
    byNumber('account', 'malformedAddress', 'ticket_seq', 'malformedRequest', (a, n) => ticketKeylet(a, n).key),
  ),
  vault: byKeyOr(byNumber('owner', 'malformedOwner', 'seq', 'malformedRequest', vaultIndex)),
  xchain_owned_claim_id: byKeyOr((locator) => {
    const bridge = requireBridge(locator);
    const id = requireLocatorNumber(locator, 'xchain_owned_claim_id', 'malformedXChainOwnedClaimID');
    return xchainClaimIdIndex(bridge, BigInt(id));
  }),
  xchain_owned_create_account_claim_id: byKeyOr((locator) => {
    const bridge = requireBridge(locator);
    const token = 'malformedXChainOwnedCreateAccountClaimID';
    const id = requireLocatorNumber(locator, 'xchain_owned_create_account_claim_id', token);
    return xchainCreateAccountClaimIdIndex(bridge, BigInt(id));
  }),
};

/** `true` or a key means the list of the latest hashes; a ledger's index, the long list that it belongs to. */
function locateHashes(value: Json, name: string): Hash256 {
  if (!isJsonInteger(value)) return fixed(skipKeylet().key)(value, name);
  if (!isUInt32(value)) throw new RpcError('internal');
  return longSkipKeylet(value).key;
}

function directoryOf(locator: JsonObject): Hash256 {
  const page = locator.sub_index ?? 0;
  if (!isUInt32(page)) throw invalidLocator('malformedRequest', 'sub_index', 'number');
  if (hasParam(locator, 'owner') === hasParam(locator, 'dir_root')) {
    throw new LocatorError('malformedRequest', 'Must have exactly one of `owner` and `dir_root` fields.');
  }
  return pageKeylet(directoryRoot(locator), BigInt(page)).key;
}

function directoryRoot(locator: JsonObject): Hash256 {
  if (hasParam(locator, 'dir_root')) {
    const root = parseLocatorHash(locator.dir_root);
    if (root === undefined) throw invalidLocator('malformedDirRoot', 'dir_root', 'hash');
    return root;
  }
  const owner = parseLocatorAccount(locator.owner);
  if (owner === undefined) throw invalidLocator('malformedAddress', 'owner', 'AccountID');
  return ownerDirKeylet(owner).key;
}

function lineOf(locator: JsonObject): Hash256 {
  requireMembers(locator, ['currency', 'accounts']);
  const { accounts, currency: code } = locator;
  if (!Array.isArray(accounts) || accounts.length !== 2) {
    throw invalidLocator('malformedRequest', 'accounts', 'length-2 array of Accounts');
  }
  const [one, other] = (accounts as readonly Json[]).map(parseLocatorAccount);
  if (one === undefined || other === undefined) {
    throw invalidLocator('malformedAddress', 'accounts', 'array of Accounts');
  }
  if (one === other) throw new LocatorError('malformedRequest', 'Cannot have a trustline to self.');
  const currency = code === '' ? undefined : currencyFromJson(code);
  if (currency === undefined) throw invalidLocator('malformedCurrency', 'currency', 'Currency');
  return lineKeylet(one, other, currency).key;
}
