/** Invariants of accounts: creation, pseudo-accounts and deletion. */
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet, didKeylet, ownerDirKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import { hasFlag } from '../../protocol/tables/flags.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { isPseudoAccount, PSEUDO_ACCOUNT_FLAGS, pseudoAccountFields } from '../accounts/pseudo-account.ts';
import { ownsTokens } from '../nftokens/nftoken-pages.ts';
import { accountsRule, type Change, type Invariant } from './invariant.ts';

/**
 * At most one account is created, only by a type that may and on success. It starts at the ledger's index; a
 * pseudo-account has sequence 0 and exactly its flags (ValidNewAccountRoot).
 */
export const newAccountsAreValid: Invariant = ({ changesOf, transaction, result, view }) => {
  const created = changesOf('AccountRoot').filter(({ before }) => before === undefined);
  if (created.length === 0) return true;
  const account = created[0]!.after;
  const rule = accountsRule(transaction);
  if (created.length > 1 || !isTesSuccess(result) || (rule !== 'makes' && rule !== 'makesPseudo')) return false;
  if (!isPseudoAccount(account)) return account.Sequence === view.ledgerIndex;
  return rule === 'makesPseudo' && account.Sequence === 0 && account.Flags === PSEUDO_ACCOUNT_FLAGS;
};

/** A pseudo-account cannot sign, keeps its sequence, and has exactly one owner entry (ValidPseudoAccounts). */
export const pseudoAccountsAreValid: Invariant = ({ changesOf }) =>
  changesOf('AccountRoot').every(isValidPseudoAccount);

function isValidPseudoAccount({ isErased, before, after }: Change<AccountRoot>): boolean {
  if (isErased || (!isPseudoAccount(after) && after.Sequence !== 0)) return true;
  const owners = pseudoAccountFields(after).length;
  if (owners !== 1 || (before !== undefined && before.Sequence !== after.Sequence)) return false;
  return hasFlag(after, PSEUDO_ACCOUNT_FLAGS) && after.RegularKey === undefined;
}

/**
 * A type that removes accounts removes exactly one on success, or at most one if optional; other types remove none
 * (AccountRootsNotDeleted).
 */
export const onlyDeletionDeletesAccounts: Invariant = ({ changesOf, transaction, result }) => {
  const deleted = changesOf('AccountRoot').filter(({ isErased }) => isErased).length;
  const rule = isTesSuccess(result) ? accountsRule(transaction) : undefined;
  if (rule === 'mayRemove') return deleted <= 1;
  return deleted === (rule === 'removes' ? 1 : 0);
};

/**
 * A deleted account had a zero balance and owned nothing. No entry that belongs to it directly remains, no NFToken
 * page, and no owner entry of a pseudo-account (AccountRootsDeletedClean).
 */
export const deletedAccountsLeaveNothing: Invariant = ({ changesOf, view }) =>
  changesOf('AccountRoot').every(({ isErased, before, after }) => {
    if (!isErased || before === undefined) return true;
    if (after.Balance !== 0n || after.OwnerCount !== 0) return false;
    const { Account: account } = before;
    const left = [accountKeylet(account), ownerDirKeylet(account), signersKeylet(account), didKeylet(account)];
    if (left.some((keylet) => view.read(keylet) !== undefined) || ownsTokens(view, account)) return false;
    const fields = before as unknown as Readonly<Record<string, Hash256>>;
    return pseudoAccountFields(before).every((name) => view.readAny(fields[name]!) === undefined);
  });
