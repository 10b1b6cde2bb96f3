/**
 * PermissionedDomainDelete: removes a permissioned domain; entries that refer to it remain (rippled:
 * PermissionedDomainDelete.cpp).
 */
import { ZERO_HASH } from '../../../protocol/values.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { domainById } from '../../credentials/permissioned-domain.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const permissionedDomainDelete = defineTransaction({
  name: 'PermissionedDomainDelete',

  preflight({ tx }) {
    return tx.DomainID === ZERO_HASH ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const domain = view.read(domainById(tx.DomainID));
    if (domain === undefined) return 'tecNO_ENTRY';
    return domain.Owner === tx.Account ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  },

  apply({ sandbox, tx }) {
    const domain = sandbox.peek(domainById(tx.DomainID));
    return domain === undefined ? 'tefINTERNAL' : removeOwnedEntry(sandbox, domain);
  },
});
