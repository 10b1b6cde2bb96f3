/**
 * Who is in a permissioned domain: its owner, and whoever holds one of the credentials that it accepts. Only they trade
 * in its order books (rippled: PermissionedDEXHelpers.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Offer, PermissionedDomain } from '../../protocol/entries/entries.ts';
import { credentialIndex } from '../../protocol/entries/entry-indexes.ts';
import type { InnerObjectOf } from '../../protocol/tables/field-values.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { hasFlag } from '../has-flag.ts';

type AcceptedCredential = InnerObjectOf<'Credential'>;

/** True if the domain exists and the account is in it. */
export function isAccountInDomain(view: ReadView, account: AccountId, domainId: Hash256): boolean {
  const domain = view.read({ type: 'PermissionedDomain', key: domainId });
  if (domain === undefined) return false;
  return domain.Owner === account || acceptedBy(domain).some((accepted) => isAccepted(view, account, accepted));
}

/** True if the offer's owner is still in the domain that it was made for, and the offer is well-formed. */
export function isOfferInDomain(view: ReadView, offer: Readonly<Offer>, domainId: Hash256): boolean {
  if (offer.DomainID !== domainId) return false;
  if (hasFlag(offer, EntryFlags.Offer.lsfHybrid) && offer.AdditionalBooks?.length !== 1) return false;
  return isAccountInDomain(view, offer.Account, domainId);
}

function acceptedBy(domain: Readonly<PermissionedDomain>): readonly AcceptedCredential[] {
  return domain.AcceptedCredentials.map(({ Credential }) => Credential as unknown as AcceptedCredential);
}

function isAccepted(view: ReadView, subject: AccountId, { Issuer, CredentialType }: AcceptedCredential): boolean {
  const key = credentialIndex(subject, Issuer, CredentialType);
  const credential = view.read({ type: 'Credential', key });
  if (credential === undefined || !hasFlag(credential, EntryFlags.Credential.lsfAccepted)) return false;
  // A credential is still good at the very second that it expires in (CredentialHelpers.cpp, checkExpired).
  return credential.Expiration === undefined || view.parentCloseTimeSeconds <= credential.Expiration;
}
