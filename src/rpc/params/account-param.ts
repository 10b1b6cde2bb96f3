/** The account that a request is about, and the ledger in which it is looked for: the start of most methods. */
import { addressToAccountId } from '../../crypto/address.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId } from '../../protocol/values.ts';
import type { RpcContext } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';
import { type LedgerLookup, lookupLedger } from './ledger-lookup.ts';
import { hasParam, requireString } from './params.ts';

export interface AccountInLedger {
  /** As in the request. */
  readonly address: string;
  readonly account: AccountId;
  readonly ledger: LedgerLookup;
}

export interface AccountOptions {
  /** The method also takes the account as `ident`. */
  readonly olderName?: boolean;
  /** The error of a malformed account does not name the ledger. */
  readonly bareError?: boolean;
}

/**
 * Reads `account` and the ledger, in the reference's order of errors: the parameter, the ledger, the spelling of the
 * account (`actMalformed`, beside the fields of the ledger), its existence (`actNotFound`).
 */
export function requireAccount(context: RpcContext, options: AccountOptions = {}): AccountInLedger {
  const { params } = context;
  const isOlder = options.olderName === true && !hasParam(params, 'account') && hasParam(params, 'ident');
  const address = requireString(params, isOlder ? 'ident' : 'account');
  const ledger = lookupLedger(context);
  const account = addressToAccountId(address);
  if (account === undefined) {
    throw new RpcError('actMalformed', undefined, options.bareError === true ? undefined : ledger.fields);
  }
  if (ledger.view.read(accountKeylet(account)) === undefined) throw new RpcError('actNotFound');
  return { address, account, ledger };
}
