/** `account_info`: an account's root entry and what its flags mean (rippled: AccountInfo.cpp). */

import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { signersKeylet } from '../../../protocol/entries/keylets.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { Json, JsonObject, StObject } from '../../../protocol/values.ts';
import { accountQueueJson } from '../../json/queue-json.ts';
import type { ApiVersion } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { flagParam } from '../../params/convert-param.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { LEDGER_PARAMS, type LedgerLookup } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { accountInLedger, flag } from '../../params/readers.ts';

const FLAGS = EntryFlags.AccountRoot;
/** Name in `account_flags` → bit. */
const FLAG_NAMES = Object.entries({
  defaultRipple: FLAGS.lsfDefaultRipple,
  depositAuth: FLAGS.lsfDepositAuth,
  disableMasterKey: FLAGS.lsfDisableMaster,
  disallowIncomingXRP: FLAGS.lsfDisallowXRP,
  globalFreeze: FLAGS.lsfGlobalFreeze,
  noFreeze: FLAGS.lsfNoFreeze,
  passwordSpent: FLAGS.lsfPasswordSpent,
  requireAuthorization: FLAGS.lsfRequireAuth,
  requireDestinationTag: FLAGS.lsfRequireDestTag,
  disallowIncomingNFTokenOffer: FLAGS.lsfDisallowIncomingNFTokenOffer,
  disallowIncomingCheck: FLAGS.lsfDisallowIncomingCheck,
  disallowIncomingPayChan: FLAGS.lsfDisallowIncomingPayChan,
  disallowIncomingTrustline: FLAGS.lsfDisallowIncomingTrustline,
  allowTrustLineClawback: FLAGS.lsfAllowTrustLineClawback,
  allowTrustLineLocking: FLAGS.lsfAllowTrustLineLocking,
});

/** Field that marks a pseudo-account → its kind. */
const PSEUDO_ACCOUNT_KINDS = [
  ['AMMID', 'AMM'],
  ['VaultID', 'Vault'],
  ['LoanBrokerID', 'LoanBroker'],
] as const;

/** Checked last; the error includes the other fields. */
const signerLists: ParamReader<'boolean', boolean, [known: JsonObject]> = {
  type: 'boolean',
  read: ({ params, apiVersion }, name, known) => {
    const isStrict = apiVersion > 1 && hasParam(params, name);
    if (isStrict && typeof params[name] !== 'boolean') throw new RpcError('invalidParams', undefined, known);
    return flagParam(params, name);
  },
};

export const accountInfo = defineMethod({
  name: 'account_info',
  role: 'user',
  needs: 'ledger',
  params: [
    {
      name: 'account',
      ...accountInLedger({ olderName: true, namesAbsent: true }),
      required: true,
      text: 'Address of the account.',
    },
    { name: 'ident', type: 'string', readWith: 'account', text: 'Older name of `account`.' },
    ...LEDGER_PARAMS,
    { name: 'signer_lists', ...signerLists, text: 'Add the list of signers.' },
    { name: 'queue', ...flag, text: 'Add queued transactions (open ledger only).' },
  ],
  run(context, read) {
    const { apiVersion } = context;
    const { account, root, ledger } = read('account');
    const withQueue = read('queue');
    if (withQueue && !ledger.view.isOpen) throw new RpcError('invalidParams', undefined, ledger.fields);

    const result = describe(root, ledger, apiVersion);
    if (read('signer_lists', result)) addSignerLists(result, root, ledger, apiVersion);
    const { openLedger } = context;
    if (withQueue && openLedger !== undefined) result.queue_data = accountQueueJson(openLedger, account);
    return result;
  },
});

function describe(root: Readonly<AccountRoot>, ledger: LedgerLookup, apiVersion: ApiVersion): JsonDraft {
  const result = { ...ledger.fields, account_data: accountData(root, apiVersion), account_flags: flagsOf(root) };
  for (const [field, type] of PSEUDO_ACCOUNT_KINDS) {
    if (root[field] !== undefined) return { ...result, pseudo_account: { type } } as JsonDraft;
  }
  return result as JsonDraft;
}

/** Version 1 has the entry's key under the specification's name too. */
function accountData(root: Readonly<AccountRoot>, apiVersion: ApiVersion): JsonDraft {
  const json = objectToJson(root as unknown as StObject) as JsonDraft;
  if (apiVersion === 1) json.LedgerIndex = root.index;
  if (root.EmailHash !== undefined) {
    json.urlgravatar = `https://www.gravatar.com/avatar/${root.EmailHash.toLowerCase()}`;
  }
  return json;
}

function flagsOf({ Flags }: Readonly<AccountRoot>): JsonObject {
  const flags: Record<string, boolean> = {};
  for (const [name, bit] of FLAG_NAMES) flags[name] = (Flags & bit) !== 0;
  return flags;
}

function addSignerLists(
  result: JsonDraft,
  { Account }: Readonly<AccountRoot>,
  { view }: LedgerLookup,
  apiVersion: ApiVersion,
): void {
  const list = view.read(signersKeylet(Account));
  const lists: Json = list === undefined ? [] : [objectToJson(list as unknown as StObject)];
  if (apiVersion > 1) result.signer_lists = lists;
  else (result.account_data as JsonDraft).signer_lists = lists;
}
