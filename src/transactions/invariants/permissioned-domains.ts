/**
 * Only PermissionedDomainSet and PermissionedDomainDelete change a domain, one each. Its accepted credentials are
 * sorted and unique (rippled: ValidPermissionedDomain).
 */
import type { PermissionedDomain } from '../../protocol/entries/entries.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import { readCredentialList } from '../credentials/credential-list.ts';
import { MAX_DOMAIN_CREDENTIALS } from '../credentials/permissioned-domain.ts';
import type { Invariant } from './invariant.ts';

export const domainsAreValid: Invariant = ({ changesOf, transaction, result }) => {
  const domains = changesOf('PermissionedDomain');
  if (!isTesSuccess(result)) return domains.length === 0;
  const type = transaction.fields.TransactionType;
  const [domain, another] = domains;
  if (another !== undefined) return false;
  if (type === 'PermissionedDomainSet') return domain !== undefined && !domain.isErased && namesAreValid(domain.after);
  if (type === 'PermissionedDomainDelete') return domain?.isErased === true;
  return domain === undefined;
};

/** True if the credentials are in ascending order without duplicates. */
function namesAreValid({ AcceptedCredentials }: Readonly<PermissionedDomain>): boolean {
  if (AcceptedCredentials.length === 0 || AcceptedCredentials.length > MAX_DOMAIN_CREDENTIALS) return false;
  const names = readCredentialList(AcceptedCredentials).map(({ issuer, credentialType }) => issuer + credentialType);
  return names.every((name, position) => position === 0 || names[position - 1]! < name);
}
