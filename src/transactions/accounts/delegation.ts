/**
 * Transactions that another account sends for the sender: its delegate signs and pays the fee, if the sender gave it
 * the permission for the type, or granular permissions that cover the transaction (rippled: Transactor.cpp,
 * checkPermission; DelegateUtils.cpp).
 */
import { delegateKeylet } from '../../protocol/entries/keylets.ts';
import { granularPermissions, permissionValue, permitFields } from '../../protocol/tables/permissions.ts';
import type { NotTec } from '../../protocol/tables/ter.ts';
import type { StArray } from '../../protocol/values.ts';
import type { PreclaimContext, TransactionType } from '../transaction-type.ts';

/** Checks that the delegate may send this transaction; a transaction without one passes. */
export function checkDelegation({ view, tx }: PreclaimContext, type: TransactionType): NotTec {
  if (tx.Delegate === undefined) return 'tesSUCCESS';
  const entry = view.read(delegateKeylet(tx.Account, tx.Delegate));
  if (entry === undefined) return 'terNO_DELEGATE_PERMISSION';
  const permitted = permissionValues(entry.Permissions);
  if (permitted.includes(permissionValue(tx.TransactionType)!)) return 'tesSUCCESS';
  const held = granularPermissions(permitted, tx.TransactionType);
  if (held.size === 0 || !permitFields(held, tx)) return 'terNO_DELEGATE_PERMISSION';
  return type.checkGranular?.(view, tx, held) ?? 'tesSUCCESS';
}

/** The numbers of a list of permissions. */
export function permissionValues(permissions: StArray): number[] {
  return permissions.map(({ Permission }) => Permission?.PermissionValue as number);
}
