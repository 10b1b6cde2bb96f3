/**
 * Deposit authorization: who may send to an account that requires it (rippled: CredentialHelpers.cpp,
 * verifyDepositPreauth).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { AccountRoot, Credential, Keylet } from '../../protocol/entries/entries.ts';
import { depositPreauthCredentialsKeylet, depositPreauthKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { type CredentialFields, credentialById, removeExpiredCredentials } from './credential-ids.ts';
import { sortByIssuerAndType } from './credential-list.ts';

/** Checks that the destination accepts deposits from this source. */
export function checkDepositAuth(view: ReadView, source: AccountId, destination: Readonly<AccountRoot>): Ter {
  if (!hasFlag(destination, EntryFlags.AccountRoot.lsfDepositAuth) || source === destination.Account) {
    return 'tesSUCCESS';
  }
  const permission = view.read(depositPreauthKeylet(destination.Account, source));
  return permission === undefined ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}

/**
 * The same for the sender of a transaction with credentials, which preclaim has validated. If one is expired, all
 * expired ones are removed and the transaction fails.
 */
export function verifyDepositPreauth(
  sandbox: Sandbox,
  tx: Readonly<CredentialFields>,
  destination: Readonly<AccountRoot>,
): Ter {
  const { Account, CredentialIDs: ids } = tx;
  if (ids === undefined) return checkDepositAuth(sandbox, Account, destination);
  const removed = removeExpiredCredentials(sandbox, ids);
  if (removed !== false) return removed === true ? 'tecEXPIRED' : removed;
  const permitted = checkDepositAuth(sandbox, Account, destination);
  return permitted === 'tesSUCCESS' ? permitted : checkCredentialsAuthorized(sandbox, ids, destination.Account);
}

/** The keylet of that account's preauthorization for exactly this set of credentials. */
export function preauthOfCredentialsKeylet(
  owner: AccountId,
  credentials: readonly Readonly<Credential>[],
): Keylet<'DepositPreauth'> {
  const shown = credentials.map(({ Issuer, CredentialType }) => ({ issuer: Issuer, credentialType: CredentialType }));
  return depositPreauthCredentialsKeylet(owner, sortByIssuerAndType(shown));
}

/** Checks that the destination accepts this set of credentials (rippled: authorizedDepositPreauth). */
function checkCredentialsAuthorized(view: ReadView, ids: readonly Hash256[], destination: AccountId): Ter {
  const credentials = ids.map((id) => view.read(credentialById(id)) as Readonly<Credential>);
  const permission = view.read(preauthOfCredentialsKeylet(destination, credentials));
  return permission === undefined ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}
