/**
 * Lists of credentials that somebody accepts, by issuer and type: of a permission to deposit, and of a permissioned
 * domain. In the ledger they are sorted (rippled: CredentialHelpers.cpp, checkArray and makeSorted).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { NotTec, Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type Hex, isZeroAccount, type StArray } from '../../protocol/values.ts';
import { isCredentialType } from './credential.ts';

/** A kind of credential. */
export interface AcceptedCredential {
  readonly issuer: AccountId;
  readonly credentialType: Hex;
}

/**
 * Checks a list that a transaction gives. The reference reads fields that an element need not have, and has an exception
 * where one is missing.
 */
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

/** Checks that every issuer of a list that was found good has an account. */
export function checkIssuersExist(view: ReadView, credentials: StArray): Ter {
  const isMissing = readCredentialList(credentials).some(
    ({ issuer }) => view.read(accountKeylet(issuer)) === undefined,
  );
  return isMissing ? 'tecNO_ISSUER' : 'tesSUCCESS';
}

/** What a list says that was found good. */
export function readCredentialList(credentials: StArray): AcceptedCredential[] {
  return credentials.map((element) => toCredential(element) as AcceptedCredential);
}

/** The same in the order of the ledger: the one in a transaction means nothing. */
export function sortedCredentials(credentials: StArray): AcceptedCredential[] {
  return sortByIssuerAndType(readCredentialList(credentials));
}

/** By issuer, then by type: hex sorts as its bytes do, and a beginning before what it begins. */
export function sortByIssuerAndType(credentials: readonly AcceptedCredential[]): AcceptedCredential[] {
  const order = ({ issuer, credentialType }: AcceptedCredential): string => issuer + credentialType;
  return [...credentials].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** The same list as the ledger has it. */
export function sortedCredentialArray(credentials: StArray): StArray {
  return sortedCredentials(credentials).map(({ issuer, credentialType }) => ({
    Credential: { Issuer: issuer, CredentialType: credentialType },
  }));
}

/** The element's name does not matter: the reference looks at its fields only. */
function toCredential(element: StArray[number]): Partial<AcceptedCredential> {
  const { Issuer, CredentialType } = Object.values(element)[0]!;
  return { issuer: Issuer as AccountId, credentialType: CredentialType as Hex };
}
