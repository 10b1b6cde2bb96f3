import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';

export function domainById(id: Hash256): Keylet<'PermissionedDomain'> {
  return { type: 'PermissionedDomain', key: id };
}

export function checkDomainCredentials(_view: ReadView, _account: AccountId, _domainId: Hash256): Ter {
  return 'tecOBJECT_NOT_FOUND';
}

export function verifyDomainCredentials(_sandbox: Sandbox, _account: AccountId, _domainId: Hash256): Ter {
  return 'tecOBJECT_NOT_FOUND';
}
