/**
 * Checks of an account's credentials for a permissioned domain (rippled: CredentialHelpers.cpp, validDomain and
 * verifyValidDomain).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { isAccepted, isCredentialExpired } from './credential.ts';
import { removeExpiredCredentials } from './credential-ids.ts';
import { credentialsForDomain, domainById } from './permissioned-domain.ts';

/**
 * For preclaim: checks that the account has a valid credential for the domain; tecEXPIRED if all are expired. The
 * domain's owner needs one too (rippled: validDomain).
 */
export function checkDomainCredentials(view: ReadView, account: AccountId, domainId: Hash256): Ter {
  const domain = view.read(domainById(domainId));
  if (domain === undefined) return 'tecOBJECT_NOT_FOUND';
  const credentials = credentialsForDomain(view, account, domain);
  const unexpired = credentials.filter((credential) => !isCredentialExpired(view, credential));
  if (unexpired.some(isAccepted)) return 'tesSUCCESS';
  return unexpired.length < credentials.length ? 'tecEXPIRED' : 'tecNO_AUTH';
}

/** For apply: the same, and removes expired credentials (rippled: verifyValidDomain). */
export function verifyDomainCredentials(sandbox: Sandbox, account: AccountId, domainId: Hash256): Ter {
  const domain = sandbox.read(domainById(domainId));
  if (domain === undefined) return 'tecOBJECT_NOT_FOUND';
  const ids = credentialsForDomain(sandbox, account, domain).map(({ index }) => index);
  const wasExpired = removeExpiredCredentials(sandbox, ids);
  if (typeof wasExpired === 'string') return wasExpired;
  const left = credentialsForDomain(sandbox, account, domain);
  if (left.some(isAccepted)) return 'tesSUCCESS';
  return wasExpired ? 'tecEXPIRED' : 'tecNO_PERMISSION';
}
