/**
 * `CredentialIDs`: credentials that a sender presents to a destination with deposit authorization (rippled:
 * CredentialHelpers.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet } from '../../protocol/entries/entries.ts';
import type { NotTec, Ter } from '../../protocol/tables/ter.ts';
import type { TransactionCommon } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { removeOwnedEntry } from '../accounts/owned-entries.ts';
import { isAccepted, isCredentialExpired } from './credential.ts';

/** The field, in the transaction types that have it. */
export interface CredentialFields extends TransactionCommon {
  readonly CredentialIDs?: readonly Hash256[];
}

/** The most credentials that a transaction or a preauthorization may name. */
export const MAX_CREDENTIALS = 8;

/** The keylet of a credential ID. */
export function credentialById(id: Hash256): Keylet<'Credential'> {
  return { type: 'Credential', key: id };
}

/** Checks that the list is not empty, not too long, and has no duplicates (rippled: checkFields). */
export function checkCredentialIds({ CredentialIDs: ids }: Readonly<CredentialFields>): NotTec {
  if (ids === undefined) return 'tesSUCCESS';
  if (ids.length === 0 || ids.length > MAX_CREDENTIALS || new Set(ids).size !== ids.length) return 'temMALFORMED';
  return 'tesSUCCESS';
}

/** Checks that the credentials belong to the sender and are accepted. They may be expired (rippled: valid). */
export function checkCredentialsValid(view: ReadView, tx: Readonly<CredentialFields>): Ter {
  const areValid = (tx.CredentialIDs ?? []).every((id) => {
    const credential = view.read(credentialById(id));
    return credential !== undefined && credential.Subject === tx.Account && isAccepted(credential);
  });
  return areValid ? 'tesSUCCESS' : 'tecBAD_CREDENTIALS';
}

/**
 * Removes the expired credentials. Returns true if there were any, or a failure. The removal persists even if the
 * transaction fails with tecEXPIRED (rippled: removeExpired).
 */
export function removeExpiredCredentials(sandbox: Sandbox, ids: readonly Hash256[]): boolean | Ter {
  let wasExpired = false;
  for (const keylet of ids.map(credentialById)) {
    const credential = sandbox.peek(keylet);
    if (credential === undefined || !isCredentialExpired(sandbox, credential)) continue;
    const removed = removeOwnedEntry(sandbox, credential);
    if (removed !== 'tesSUCCESS') return removed;
    wasExpired = true;
  }
  return wasExpired;
}
