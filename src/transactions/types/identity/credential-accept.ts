/**
 * CredentialAccept: the subject accepts a credential, and then provides its reserve (rippled: CredentialAccept.cpp).
 */
import { adjustOwnerCount } from '../../../ledger/owner-count.ts';
import { accountKeylet, credentialKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import { isZeroAccount } from '../../../protocol/values.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { isAccepted, isCredentialExpired, isCredentialType } from '../../credentials/credential.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const credentialAccept = defineTransaction({
  name: 'CredentialAccept',

  preflight({ tx }) {
    if (isZeroAccount(tx.Issuer)) return 'temINVALID_ACCOUNT_ID';
    return isCredentialType(tx.CredentialType) ? 'tesSUCCESS' : 'temMALFORMED';
  },

  preclaim({ view, tx }) {
    if (view.read(accountKeylet(tx.Issuer)) === undefined) return 'tecNO_ISSUER';
    const credential = view.read(credentialKeylet(tx.Account, tx.Issuer, tx.CredentialType));
    if (credential === undefined) return 'tecNO_ENTRY';
    return isAccepted(credential) ? 'tecDUPLICATE' : 'tesSUCCESS';
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const subject = sandbox.peek(accountKeylet(tx.Account));
    const issuer = sandbox.peek(accountKeylet(tx.Issuer));
    if (subject === undefined || issuer === undefined) return 'tefINTERNAL';
    if (!coversReserve(fees, subject, balanceBeforeFeeDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
    const credential = sandbox.peek(credentialKeylet(tx.Account, tx.Issuer, tx.CredentialType));
    if (credential === undefined) return 'tefINTERNAL';
    if (isCredentialExpired(sandbox, credential)) {
      const removed = removeOwnedEntry(sandbox, credential);
      return removed === 'tesSUCCESS' ? 'tecEXPIRED' : removed;
    }
    credential.Flags = EntryFlags.Credential.lsfAccepted;
    sandbox.update(credential);
    adjustOwnerCount(sandbox, issuer, -1);
    adjustOwnerCount(sandbox, subject, 1);
    return 'tesSUCCESS';
  },
});
