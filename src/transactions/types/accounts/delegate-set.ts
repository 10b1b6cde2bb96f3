/**
 * DelegateSet: gives another account permissions to send transactions in this account's name, replaces them, or with
 * an empty list takes them back (rippled: DelegateSet.cpp).
 */
import { accountKeylet, delegateKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { isDelegable } from '../../../protocol/tables/permissions.ts';
import { permissionValues } from '../../accounts/delegation.ts';
import { insertOwnedEntry, removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { isPseudoAccount } from '../../accounts/pseudo-account.ts';
import { defineTransaction } from '../../transaction-type.ts';

const MAX_PERMISSIONS = 10;

export const delegateSet = defineTransaction({
  name: 'DelegateSet',

  isDisabled(_tx, { permissionDelegationV1_1 }) {
    return !permissionDelegationV1_1;
  },

  preflight({ tx }) {
    const values = permissionValues(tx.Permissions);
    if (values.length > MAX_PERMISSIONS) return 'temARRAY_TOO_LARGE';
    if (tx.Account === tx.Authorize || new Set(values).size < values.length) return 'temMALFORMED';
    return values.every(isDelegable) ? 'tesSUCCESS' : 'temMALFORMED';
  },

  preclaim({ view, tx }) {
    const authorized = view.read(accountKeylet(tx.Authorize));
    if (authorized === undefined) return 'tecNO_TARGET';
    if (isPseudoAccount(authorized)) return 'tecNO_PERMISSION';
    if (tx.Permissions.length > 0) return 'tesSUCCESS';
    return view.read(delegateKeylet(tx.Account, tx.Authorize)) === undefined ? 'tecNO_ENTRY' : 'tesSUCCESS';
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const owner = sandbox.read(accountKeylet(tx.Account));
    if (owner === undefined) return 'tefINTERNAL';
    const keylet = delegateKeylet(tx.Account, tx.Authorize);
    const existing = sandbox.peek(keylet);
    if (existing !== undefined) {
      if (tx.Permissions.length === 0) return removeOwnedEntry(sandbox, existing);
      existing.Permissions = tx.Permissions;
      sandbox.update(existing);
      return 'tesSUCCESS';
    }
    if (tx.Permissions.length === 0) return 'tecINTERNAL';
    if (!coversReserve(fees, owner, balanceBeforeFeeDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
    const entry = newEntry(keylet);
    entry.Account = tx.Account;
    entry.Authorize = tx.Authorize;
    entry.Permissions = tx.Permissions;
    return insertOwnedEntry(sandbox, entry);
  },
});
