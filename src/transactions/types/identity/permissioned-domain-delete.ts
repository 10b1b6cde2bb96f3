/** Removes a permissioned domain; what refers to it stays (rippled: PermissionedDomainDelete.cpp). */
import { directoryRemove } from '../../../ledger/directory.ts';
import { adjustOwnerCount } from '../../../ledger/owner-count.ts';
import { accountKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import { domainById } from '../../credentials/permissioned-domain.ts';
import { defineTransaction } from '../../engine/transaction-type.ts';

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
    const owner = sandbox.peek(accountKeylet(tx.Account));
    if (domain === undefined || owner === undefined) return 'tefINTERNAL';
    const directory = ownerDirKeylet(tx.Account);
    if (!directoryRemove(sandbox, directory, domain.OwnerNode, domain.index, true)) return 'tefBAD_LEDGER';
    adjustOwnerCount(sandbox, owner, -1);
    sandbox.erase(domain);
    return 'tesSUCCESS';
  },
});
