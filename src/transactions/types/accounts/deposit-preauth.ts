/**
 * DepositPreauth: authorizes an account, or holders of certain credentials, to send to an account with deposit
 * authorization; or revokes that (rippled: DepositPreauth.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import type { DepositPreauth as DepositPreauthEntry, Keylet } from '../../../protocol/entries/entries.ts';
import {
  accountKeylet,
  depositPreauthCredentialsKeylet,
  depositPreauthKeylet,
} from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { isZeroAccount } from '../../../protocol/values.ts';
import { insertOwnedEntry, removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { MAX_CREDENTIALS } from '../../credentials/credential-ids.ts';
import {
  checkCredentialList,
  checkIssuersExist,
  sortedCredentialArray,
  sortedCredentials,
} from '../../credentials/credential-list.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

/** Exactly one of its four own fields is present. */
type DepositPreauth = TransactionOf<'DepositPreauth'>;

export const depositPreauth = defineTransaction({
  name: 'DepositPreauth',

  preflight({ tx }) {
    const { Authorize, Unauthorize, AuthorizeCredentials, UnauthorizeCredentials } = tx;
    const operations = [Authorize, Unauthorize, AuthorizeCredentials, UnauthorizeCredentials];
    if (operations.filter((operation) => operation !== undefined).length !== 1) return 'temMALFORMED';
    const account = Authorize ?? Unauthorize;
    if (account === undefined) {
      return checkCredentialList(AuthorizeCredentials ?? UnauthorizeCredentials ?? [], MAX_CREDENTIALS);
    }
    if (isZeroAccount(account)) return 'temINVALID_ACCOUNT_ID';
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
    const isAuthorization = tx.Authorize !== undefined || tx.AuthorizeCredentials !== undefined;
    return isAuthorization ? authorize(context) : revoke(sandbox, tx);
  },
});

function missingAccount({ view, tx }: PreclaimContext<DepositPreauth>): Ter {
  if (tx.Authorize !== undefined) {
    return view.read(accountKeylet(tx.Authorize)) === undefined ? 'tecNO_TARGET' : 'tesSUCCESS';
  }
  return checkIssuersExist(view, tx.AuthorizeCredentials ?? []);
}

function authorize({ sandbox, tx, fees, balanceBeforeFeeDrops }: ApplyContext<DepositPreauth>): Ter {
  const owner = sandbox.peek(accountKeylet(tx.Account));
  if (owner === undefined) return 'tefINTERNAL';
  if (!coversReserve(fees, owner, balanceBeforeFeeDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
  const permission = newEntry(permissionKeylet(tx));
  permission.Account = tx.Account;
  if (tx.Authorize !== undefined) permission.Authorize = tx.Authorize;
  if (tx.AuthorizeCredentials !== undefined) {
    permission.AuthorizeCredentials = sortedCredentialArray(tx.AuthorizeCredentials);
  }
  return insertOwnedEntry(sandbox, permission);
}

function revoke(sandbox: Sandbox, tx: Readonly<DepositPreauth>): Ter {
  const permission = sandbox.peek(permissionKeylet(tx));
  return permission === undefined ? 'tecNO_ENTRY' : removeOwnedEntry(sandbox, permission);
}

/** The keylet of the preauthorization. */
function permissionKeylet(tx: Readonly<DepositPreauth>): Keylet<DepositPreauthEntry['LedgerEntryType']> {
  const account = tx.Authorize ?? tx.Unauthorize;
  if (account !== undefined) return depositPreauthKeylet(tx.Account, account);
  const credentials = tx.AuthorizeCredentials ?? tx.UnauthorizeCredentials ?? [];
  return depositPreauthCredentialsKeylet(tx.Account, sortedCredentials(credentials));
}
