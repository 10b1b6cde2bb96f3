/**
 * Permits an account, or whoever holds certain credentials, to send to an account that wants to be asked first; or
 * takes the permission back (rippled: DepositPreauth.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import type { DepositPreauth as DepositPreauthEntry, Keylet } from '../../../protocol/entries/entries.ts';
import {
  accountKeylet,
  depositPreauthCredentialsKeylet,
  depositPreauthKeylet,
} from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import type { AccountId, Hex, StArray } from '../../../protocol/values.ts';
import { MAX_CREDENTIALS } from '../../accounts/credentials.ts';
import { insertOwnedEntry, removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../engine/transaction-type.ts';

/** Has exactly one of its four own fields. */
type DepositPreauth = TransactionOf<'DepositPreauth'>;

interface Credential {
  readonly issuer: AccountId;
  readonly credentialType: Hex;
}

const MAX_TYPE_HEX_DIGITS = 128;
const ZEROS = /^0*$/;

export const depositPreauth = defineTransaction({
  name: 'DepositPreauth',

  preflight({ tx }) {
    const { Authorize, Unauthorize, AuthorizeCredentials, UnauthorizeCredentials } = tx;
    const operations = [Authorize, Unauthorize, AuthorizeCredentials, UnauthorizeCredentials];
    if (operations.filter((operation) => operation !== undefined).length !== 1) return 'temMALFORMED';
    const account = Authorize ?? Unauthorize;
    if (account === undefined) return checkCredentials(AuthorizeCredentials ?? UnauthorizeCredentials ?? []);
    if (ZEROS.test(account)) return 'temINVALID_ACCOUNT_ID';
    return Authorize === tx.Account ? 'temCANNOT_PREAUTH_SELF' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const exists = view.read(permissionKeylet(tx)) !== undefined;
    if (tx.Unauthorize !== undefined || tx.UnauthorizeCredentials !== undefined) {
      return exists ? 'tesSUCCESS' : 'tecNO_ENTRY';
    }
    const missing = missingAccount(context);
    if (missing !== 'tesSUCCESS') return missing;
    return exists ? 'tecDUPLICATE' : 'tesSUCCESS';
  },

  apply(context) {
    const { sandbox, tx } = context;
    const isGiving = tx.Authorize !== undefined || tx.AuthorizeCredentials !== undefined;
    return isGiving ? permit(context) : takeBack(sandbox, tx);
  },
});

/** The reference reads fields that an element need not have, and has an exception where one is missing. */
function checkCredentials(credentials: StArray): NotTec {
  if (credentials.length === 0) return 'temARRAY_EMPTY';
  if (credentials.length > MAX_CREDENTIALS) return 'temARRAY_TOO_LARGE';
  const seen = new Set<string>();
  for (const element of credentials) {
    const { issuer, credentialType } = toCredential(element);
    if (issuer === undefined) return 'tefEXCEPTION';
    if (ZEROS.test(issuer)) return 'temINVALID_ACCOUNT_ID';
    if (credentialType === undefined) return 'tefEXCEPTION';
    if (credentialType === '' || credentialType.length > MAX_TYPE_HEX_DIGITS) return 'temMALFORMED';
    if (seen.has(issuer + credentialType)) return 'temMALFORMED';
    seen.add(issuer + credentialType);
  }
  return 'tesSUCCESS';
}

function missingAccount({ view, tx }: PreclaimContext<DepositPreauth>): Ter {
  if (tx.Authorize !== undefined) {
    return view.read(accountKeylet(tx.Authorize)) === undefined ? 'tecNO_TARGET' : 'tesSUCCESS';
  }
  const issuers = sortedCredentials(tx.AuthorizeCredentials ?? []);
  const isMissing = issuers.some(({ issuer }) => view.read(accountKeylet(issuer)) === undefined);
  return isMissing ? 'tecNO_ISSUER' : 'tesSUCCESS';
}

function permit({ sandbox, tx, fees, balanceBeforeFeeDrops }: ApplyContext<DepositPreauth>): Ter {
  const owner = sandbox.peek(accountKeylet(tx.Account));
  if (owner === undefined) return 'tefINTERNAL';
  if (!coversReserve(fees, owner, balanceBeforeFeeDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
  const permission = newEntry(permissionKeylet(tx));
  permission.Account = tx.Account;
  if (tx.Authorize !== undefined) permission.Authorize = tx.Authorize;
  if (tx.AuthorizeCredentials !== undefined) {
    permission.AuthorizeCredentials = sortedCredentials(tx.AuthorizeCredentials).map(toInnerObject);
  }
  return insertOwnedEntry(sandbox, permission);
}

function takeBack(sandbox: Sandbox, tx: Readonly<DepositPreauth>): Ter {
  const permission = sandbox.peek(permissionKeylet(tx));
  return permission === undefined ? 'tecNO_ENTRY' : removeOwnedEntry(sandbox, permission);
}

/** Where the permission that the transaction is about lives. */
function permissionKeylet(tx: Readonly<DepositPreauth>): Keylet<DepositPreauthEntry['LedgerEntryType']> {
  const account = tx.Authorize ?? tx.Unauthorize;
  if (account !== undefined) return depositPreauthKeylet(tx.Account, account);
  const credentials = tx.AuthorizeCredentials ?? tx.UnauthorizeCredentials ?? [];
  return depositPreauthCredentialsKeylet(tx.Account, sortedCredentials(credentials));
}

/** By issuer, then type, for the order in a transaction means nothing. */
function sortedCredentials(credentials: StArray): Credential[] {
  const order = ({ issuer, credentialType }: Credential): string => issuer + credentialType;
  const checked = credentials.map((element) => toCredential(element) as Credential);
  return checked.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** The element's name does not matter (credentials::checkArray looks at fields only). */
function toCredential(element: StArray[number]): Partial<Credential> {
  const { Issuer, CredentialType } = Object.values(element)[0]!;
  return { issuer: Issuer as AccountId, credentialType: CredentialType as Hex };
}

function toInnerObject({ issuer, credentialType }: Credential): StArray[number] {
  return { Credential: { Issuer: issuer, CredentialType: credentialType } };
}
