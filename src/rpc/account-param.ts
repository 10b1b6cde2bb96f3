/** The account that a request is about, and the ledger in which it is looked for: the start of most methods. */
import { addressToAccountId } from '../crypto/address.ts';
import { accountKeylet } from '../protocol/keylets.ts';
import type { AccountId } from '../protocol/values.ts';
import type { RpcContext } from './context.ts';
import { RpcError } from './errors.ts';
import { type LedgerLookup, lookupLedger } from './ledger-lookup.ts';
import { requireString } from './params.ts';

export interface AccountInLedger {
  /** As in the request. */
  readonly address: string;
  readonly account: AccountId;
  readonly ledger: LedgerLookup;
}

/**
 * Reads `account` and the ledger, in the reference's order of errors: the parameter, the ledger, the spelling of the
 * account (`actMalformed`, in most methods beside the fields of the ledger), its existence (`actNotFound`).
 */
export function requireAccount(context: RpcContext, malformedNamesLedger = true): AccountInLedger {
  const address = requireString(context.params, 'account');
  const ledger = lookupLedger(context);
  const account = addressToAccountId(address);
  if (account === undefined) {
    throw new RpcError('actMalformed', undefined, malformedNamesLedger ? ledger.fields : undefined);
  }
  if (ledger.view.read(accountKeylet(account)) === undefined) throw new RpcError('actNotFound');
  return { address, account, ledger };
}
