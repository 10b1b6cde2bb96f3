/**
 * CredentialDelete: removes a credential. Its issuer and subject may at any time, any account after it has expired
 * (rippled: CredentialDelete.cpp).
 */
import type { Credential, Keylet } from '../../../protocol/entries/entries.ts';
import { credentialKeylet } from '../../../protocol/entries/keylets.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { isZeroAccount } from '../../../protocol/values.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { isCredentialExpired, isCredentialType } from '../../credentials/credential.ts';
import { defineTransaction } from '../../transaction-type.ts';

/** An absent Subject or Issuer means the sender. */
type CredentialDelete = TransactionOf<'CredentialDelete'>;

export const credentialDelete = defineTransaction({
  name: 'CredentialDelete',

  preflight({ tx }) {
    const named = [tx.Subject, tx.Issuer].filter((account) => account !== undefined);
    if (named.length === 0) return 'temMALFORMED';
    if (named.some(isZeroAccount)) return 'temINVALID_ACCOUNT_ID';
    return isCredentialType(tx.CredentialType) ? 'tesSUCCESS' : 'temMALFORMED';
  },

  preclaim({ view, tx }) {
    return view.read(keyletOf(tx)) === undefined ? 'tecNO_ENTRY' : 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    const credential = sandbox.peek(keyletOf(tx));
    if (credential === undefined) return 'tefINTERNAL';
    const isParty = credential.Subject === tx.Account || credential.Issuer === tx.Account;
    if (!isParty && !isCredentialExpired(sandbox, credential)) return 'tecNO_PERMISSION';
    return removeOwnedEntry(sandbox, credential);
  },
});

function keyletOf(tx: Readonly<CredentialDelete>): Keylet<Credential['LedgerEntryType']> {
  return credentialKeylet(tx.Subject ?? tx.Account, tx.Issuer ?? tx.Account, tx.CredentialType);
}
