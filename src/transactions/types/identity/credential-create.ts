/** CredentialCreate: issues a credential to a subject, which may accept it (rippled: CredentialCreate.cpp). */
import { accountKeylet, credentialKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import { isZeroAccount } from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { isCredentialExpired, isCredentialType } from '../../credentials/credential.ts';
import { defineTransaction } from '../../transaction-type.ts';

const MAX_URI_BYTES = 256;

export const credentialCreate = defineTransaction({
  name: 'CredentialCreate',

  preflight({ tx }) {
    if (isZeroAccount(tx.Subject)) return 'temMALFORMED';
    if (tx.URI !== undefined && (tx.URI === '' || tx.URI.length > 2 * MAX_URI_BYTES)) return 'temMALFORMED';
    return isCredentialType(tx.CredentialType) ? 'tesSUCCESS' : 'temMALFORMED';
  },

  preclaim({ view, tx }) {
    if (view.read(accountKeylet(tx.Subject)) === undefined) return 'tecNO_TARGET';
    const existing = view.read(credentialKeylet(tx.Subject, tx.Account, tx.CredentialType));
    return existing === undefined ? 'tesSUCCESS' : 'tecDUPLICATE';
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const { Account: issuer, Subject: subject } = tx;
    const credential = newEntry(credentialKeylet(subject, issuer, tx.CredentialType));
    if (tx.Expiration !== undefined) credential.Expiration = tx.Expiration;
    if (isCredentialExpired(sandbox, credential)) return 'tecEXPIRED';
    const root = sandbox.read(accountKeylet(issuer));
    if (root === undefined) return 'tefINTERNAL';
    if (!coversReserve(fees, root, balanceBeforeFeeDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
    credential.Subject = subject;
    credential.Issuer = issuer;
    credential.CredentialType = tx.CredentialType;
    if (tx.URI !== undefined) credential.URI = tx.URI;
    if (subject === issuer) credential.Flags = EntryFlags.Credential.lsfAccepted;
    return insertOwnedEntry(sandbox, credential);
  },
});
