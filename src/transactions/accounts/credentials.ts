/**
 * Credentials that a sender shows to be let in. Weir has no transaction that makes any, so none that a transaction
 * names can be in the ledger (rippled: CredentialHelpers.cpp, checkFields and valid).
 */
import type { NotTec, Ter } from '../../protocol/tables/ter.ts';
import type { TransactionCommon } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';

/** The field of the transactions that credentials may accompany. */
export interface CredentialFields extends TransactionCommon {
  readonly CredentialIDs?: readonly Hash256[];
}

/** The most credentials that a transaction or a preauthorization may name. */
export const MAX_CREDENTIALS = 8;

/** Checks that a list of credentials is neither empty, too long, nor names one twice. */
export function checkCredentialIds({ CredentialIDs: ids }: Readonly<CredentialFields>): NotTec {
  if (ids === undefined) return 'tesSUCCESS';
  if (ids.length === 0 || ids.length > MAX_CREDENTIALS || new Set(ids).size !== ids.length) return 'temMALFORMED';
  return 'tesSUCCESS';
}

/** Checks that the named credentials are the sender's and accepted. */
export function checkCredentialsExist({ CredentialIDs: ids }: Readonly<CredentialFields>): Ter {
  return ids === undefined ? 'tesSUCCESS' : 'tecBAD_CREDENTIALS';
}
