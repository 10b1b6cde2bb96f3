/** Invariants of accounts that go. Only the type that removes them may, and it leaves nothing behind. */

import { accountKeylet, ownerDirKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import { accountsRule, type Invariant } from './invariant.ts';

/** A type that removes accounts removes one if it succeeds, and nothing else removes any (AccountRootsNotDeleted). */
export const onlyDeletionDeletesAccounts: Invariant = ({ changesOf, transaction, result }) => {
  const deleted = changesOf('AccountRoot').filter(({ isErased }) => isErased).length;
  const isDeletion = accountsRule(transaction) === 'removes' && isTesSuccess(result);
  return deleted === (isDeletion ? 1 : 0);
};

/**
 * A deleted account had no drops and owned nothing, and no entry that belongs to an account directly is left
 * (AccountRootsDeletedClean).
 */
export const deletedAccountsLeaveNothing: Invariant = ({ changesOf, view }) =>
  changesOf('AccountRoot').every(({ isErased, after }) => {
    if (!isErased) return true;
    if (after.Balance !== 0n || after.OwnerCount !== 0) return false;
    const left = [accountKeylet(after.Account), ownerDirKeylet(after.Account), signersKeylet(after.Account)];
    return left.every((keylet) => view.read(keylet) === undefined);
  });
