/**
 * Who is in a permissioned domain: its owner, and who has accepted one of the credentials that it names. A domain can go
 * at any time, and what refers to it stays (rippled: PermissionedDEXHelpers.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Credential, Keylet, PermissionedDomain } from '../../protocol/entries/entries.ts';
import { credentialKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { isAccepted, isCredentialExpired } from './credential.ts';
import { readCredentialList } from './credential-list.ts';

/** The most kinds of credentials that a domain may name. */
export const MAX_DOMAIN_CREDENTIALS = 10;

/** The domain with that id. */
export function domainById(id: Hash256): Keylet<'PermissionedDomain'> {
  return { type: 'PermissionedDomain', key: id };
}

/** True for the domain's owner, and with a credential that is good at the moment (rippled: accountInDomain). */
export function isInDomain(view: ReadView, account: AccountId, domainId: Hash256): boolean {
  const domain = view.read(domainById(domainId));
  if (domain === undefined) return false;
  if (domain.Owner === account) return true;
  return credentialsForDomain(view, account, domain).some(
    (credential) => isAccepted(credential) && !isCredentialExpired(view, credential),
  );
}

/** What the account has of the credentials that a domain names, accepted or not. */
export function credentialsForDomain(
  view: ReadView,
  account: AccountId,
  domain: Readonly<PermissionedDomain>,
): Readonly<Credential>[] {
  return readCredentialList(domain.AcceptedCredentials)
    .map(({ issuer, credentialType }) => view.read(credentialKeylet(account, issuer, credentialType)))
    .filter((credential) => credential !== undefined);
}
