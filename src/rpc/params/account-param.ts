/** Reads the requested account and the ledger, the first step of most methods. */
import { addressToAccountId } from '../../crypto/address.ts';
import { addressFault } from '../../crypto/address-fault.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId, JsonObject } from '../../protocol/values.ts';
import type { RpcContext } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';
import { type LedgerLookup, lookupLedger } from './ledger-lookup.ts';
import { hasParam, requireString } from './params.ts';

export interface AccountInLedger {
  /** As in the request. */
  readonly address: string;
  readonly account: AccountId;
  readonly root: Readonly<AccountRoot>;
  readonly ledger: LedgerLookup;
}

export interface AccountOptions {
  /** Accepts the account also as `ident`. */
  readonly olderName?: boolean;
  /** The error of a malformed account omits the ledger's fields. */
  readonly bareError?: boolean;
  /** The error of an unknown account includes the ledger and the account. */
  readonly namesAbsent?: boolean;
}

/**
 * Reads `account` and the ledger, in the reference's order of errors: the parameter, the ledger, the form of the
 * account (`actMalformed`, with the ledger's fields), its existence (`actNotFound`).
 */
export function requireAccount(context: RpcContext, options: AccountOptions = {}): AccountInLedger {
  const { params } = context;
  const isOlder = options.olderName === true && !hasParam(params, 'account') && hasParam(params, 'ident');
  const name = isOlder ? 'ident' : 'account';
  const address = requireString(params, name);
  const ledger = lookupLedger(context);
  const account = addressToAccountId(address);
  if (account === undefined) {
    throw malformedAccount(name, address, options.bareError === true ? undefined : ledger.fields);
  }
  const root = ledger.view.read(accountKeylet(account));
  if (root === undefined) {
    const absent = options.namesAbsent === true ? { ...ledger.fields, account: address } : undefined;
    throw new RpcError('actNotFound', undefined, absent).because(whereAbsent(ledger));
  }
  return { address, account, root, ledger };
}

/** `actMalformed` for a text that is no address. */
export function malformedAccount(name: string, text: string, extra?: JsonObject): RpcError {
  return new RpcError('actMalformed', undefined, extra).because(`Field '${name}' ${addressFault(text)}.`);
}

function whereAbsent({ view, validated }: LedgerLookup): string {
  return `Ledger ${view.ledgerIndex}, which is ${validated ? 'validated' : 'open'}, does not have the account.`;
}
