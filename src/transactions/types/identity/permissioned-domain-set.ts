/**
 * PermissionedDomainSet: creates a permissioned domain with its accepted credentials, or replaces them (rippled:
 * PermissionedDomainSet.cpp).
 */
import { accountKeylet, permissionedDomainKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { sequenceProxy, type TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { checkCredentialList, checkIssuersExist, sortedCredentialArray } from '../../credentials/credential-list.ts';
import { domainById, MAX_DOMAIN_CREDENTIALS } from '../../credentials/permissioned-domain.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

/** With `DomainID` it changes that domain. */
type PermissionedDomainSet = TransactionOf<'PermissionedDomainSet'>;

export const permissionedDomainSet = defineTransaction({
  name: 'PermissionedDomainSet',

  preflight({ tx }) {
    const list = checkCredentialList(tx.AcceptedCredentials, MAX_DOMAIN_CREDENTIALS);
    if (list !== 'tesSUCCESS') return list;
    return tx.DomainID === ZERO_HASH ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim(context) {
    const issuers = checkIssuersExist(context.view, context.tx.AcceptedCredentials);
    return issuers === 'tesSUCCESS' ? checkDomain(context) : issuers;
  },

  apply(context) {
    const { sandbox, tx } = context;
    if (tx.DomainID === undefined) return createDomain(context);
    const domain = sandbox.peek(domainById(tx.DomainID));
    if (domain === undefined) return 'tefINTERNAL';
    domain.AcceptedCredentials = sortedCredentialArray(tx.AcceptedCredentials);
    sandbox.update(domain);
    return 'tesSUCCESS';
  },
});

function checkDomain({ view, tx }: PreclaimContext<PermissionedDomainSet>): Ter {
  if (tx.DomainID === undefined) return 'tesSUCCESS';
  const domain = view.read(domainById(tx.DomainID));
  if (domain === undefined) return 'tecNO_ENTRY';
  return domain.Owner === tx.Account ? 'tesSUCCESS' : 'tecNO_PERMISSION';
}

/** Unlike for most entries, the balance after the fee must cover the reserve. */
function createDomain({ sandbox, tx, fees }: ApplyContext<PermissionedDomainSet>): Ter {
  const owner = sandbox.read(accountKeylet(tx.Account));
  if (owner === undefined) return 'tefINTERNAL';
  if (!coversReserve(fees, owner, owner.Balance, 1)) return 'tecINSUFFICIENT_RESERVE';
  const sequence = sequenceProxy(tx).value;
  const domain = newEntry(permissionedDomainKeylet(tx.Account, sequence));
  domain.Owner = tx.Account;
  domain.Sequence = sequence;
  domain.AcceptedCredentials = sortedCredentialArray(tx.AcceptedCredentials);
  return insertOwnedEntry(sandbox, domain);
}
