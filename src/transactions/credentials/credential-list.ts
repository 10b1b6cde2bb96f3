/**
 * Lists of accepted credentials, by issuer and type, in deposit preauthorizations and permissioned domains. They are
 * sorted in the ledger (rippled: CredentialHelpers.cpp, checkArray and makeSorted).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { NotTec, Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type Hex, isZeroAccount, type StArray } from '../../protocol/values.ts';
import { isCredentialType } from './credential.ts';

export interface AcceptedCredential {
  readonly issuer: AccountId;
  readonly credentialType: Hex;
}

/** Checks the list of a transaction. An element may lack fields, and rippled throws if one is missing. */
export function checkCredentialList(credentials: StArray, maxLength: number): NotTec {
  if (credentials.length === 0) return 'temARRAY_EMPTY';
  if (credentials.length > maxLength) return 'temARRAY_TOO_LARGE';
  const seen = new Set<string>();
  for (const element of credentials) {
    const { issuer, credentialType } = toCredential(element);
    if (issuer === undefined) return 'tefEXCEPTION';
    if (isZeroAccount(issuer)) return 'temINVALID_ACCOUNT_ID';
    if (credentialType === undefined) return 'tefEXCEPTION';
    if (!isCredentialType(credentialType) || seen.has(issuer + credentialType)) return 'temMALFORMED';
    seen.add(issuer + credentialType);
  }
  return 'tesSUCCESS';
}

/** Checks that every issuer of a valid list exists. */
export function checkIssuersExist(view: ReadView, credentials: StArray): Ter {
  const isMissing = readCredentialList(credentials).some(
    ({ issuer }) => view.read(accountKeylet(issuer)) === undefined,
  );
  return isMissing ? 'tecNO_ISSUER' : 'tesSUCCESS';
}

/** The elements of a valid list. */
export function readCredentialList(credentials: StArray): AcceptedCredential[] {
  return credentials.map((element) => toCredential(element) as AcceptedCredential);
}

/** The same in ledger order; the order in a transaction has no meaning. */
export function sortedCredentials(credentials: StArray): AcceptedCredential[] {
  return sortByIssuerAndType(readCredentialList(credentials));
}

/** By issuer, then by type: hex sorts like its bytes, and a prefix comes first. */
export function sortByIssuerAndType(credentials: readonly AcceptedCredential[]): AcceptedCredential[] {
  const order = ({ issuer, credentialType }: AcceptedCredential): string => issuer + credentialType;
  return [...credentials].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** The list as stored in the ledger. */
export function sortedCredentialArray(credentials: StArray): StArray {
  return sortedCredentials(credentials).map(({ issuer, credentialType }) => ({
    Credential: { Issuer: issuer, CredentialType: credentialType },
  }));
}

/** As in rippled, the element's name is not checked, only its fields. */
function toCredential(element: StArray[number]): Partial<AcceptedCredential> {
  const { Issuer, CredentialType } = Object.values(element)[0]!;
  return { issuer: Issuer as AccountId, credentialType: CredentialType as Hex };
}
