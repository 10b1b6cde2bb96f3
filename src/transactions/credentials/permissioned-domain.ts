/**
 * Members of a permissioned domain: its owner, and accounts that accepted one of its credentials. A domain can be
 * deleted while other entries refer to it (rippled: PermissionedDEXHelpers.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Credential, Keylet, PermissionedDomain } from '../../protocol/entries/entries.ts';
import { credentialKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { isAccepted, isCredentialExpired } from './credential.ts';
import { readCredentialList } from './credential-list.ts';

/** The most credentials that a domain may list. */
export const MAX_DOMAIN_CREDENTIALS = 10;

/** The keylet of a domain ID. */
export function domainById(id: Hash256): Keylet<'PermissionedDomain'> {
  return { type: 'PermissionedDomain', key: id };
}

/** True for the domain's owner, and for accounts with an accepted, unexpired credential (rippled: accountInDomain). */
export function isInDomain(view: ReadView, account: AccountId, domainId: Hash256): boolean {
  const domain = view.read(domainById(domainId));
  if (domain === undefined) return false;
  if (domain.Owner === account) return true;
  return credentialsForDomain(view, account, domain).some(
    (credential) => isAccepted(credential) && !isCredentialExpired(view, credential),
  );
}

/** The account's credentials that the domain lists, accepted or not. */
export function credentialsForDomain(
  view: ReadView,
  account: AccountId,
  domain: Readonly<PermissionedDomain>,
): Readonly<Credential>[] {
  return readCredentialList(domain.AcceptedCredentials)
    .map(({ issuer, credentialType }) => view.read(credentialKeylet(account, issuer, credentialType)))
    .filter((credential) => credential !== undefined);
}
