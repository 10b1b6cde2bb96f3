/** Ledger entry types by the names that requests use for them (reference: ledger_entries.macro, chooseLedgerEntryType). */
import type { LedgerEntryTypeName } from '../../protocol/tables/type-codes.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { expectedField, invalidField } from '../method/errors.ts';
import { hasParam } from './params.ts';

/** Name in requests → type. */
export const ENTRY_TYPE_BY_REQUEST_NAME = {
  account: 'AccountRoot',
  amendments: 'Amendments',
  amm: 'AMM',
  bridge: 'Bridge',
  check: 'Check',
  credential: 'Credential',
  delegate: 'Delegate',
  deposit_preauth: 'DepositPreauth',
  did: 'DID',
  directory: 'DirectoryNode',
  escrow: 'Escrow',
  fee: 'FeeSettings',
  hashes: 'LedgerHashes',
  loan: 'Loan',
  loan_broker: 'LoanBroker',
  mpt_issuance: 'MPTokenIssuance',
  mptoken: 'MPToken',
  nft_offer: 'NFTokenOffer',
  nft_page: 'NFTokenPage',
  nunl: 'NegativeUNL',
  offer: 'Offer',
  oracle: 'Oracle',
  payment_channel: 'PayChannel',
  permissioned_domain: 'PermissionedDomain',
  signer_list: 'SignerList',
  state: 'RippleState',
  ticket: 'Ticket',
  vault: 'Vault',
  xchain_owned_claim_id: 'XChainOwnedClaimID',
  xchain_owned_create_account_claim_id: 'XChainOwnedCreateAccountClaimID',
} as const satisfies Record<string, LedgerEntryTypeName>;

const byRequestName = new Map<string, LedgerEntryTypeName>(Object.entries(ENTRY_TYPE_BY_REQUEST_NAME));
const byLowerCaseName = new Map(Array.from(byRequestName.values(), (type) => [type.toLowerCase(), type]));

/** The type that `type` names: by its own name in any case, or by its name in requests; undefined when absent. */
export function entryTypeParam(params: JsonObject): LedgerEntryTypeName | undefined {
  if (!hasParam(params, 'type')) return undefined;
  const { type: text } = params;
  if (typeof text !== 'string') throw expectedField('type', 'string');
  const type = byLowerCaseName.get(text.toLowerCase()) ?? byRequestName.get(text);
  if (type === undefined) throw invalidField('type');
  return type;
}
