/** Invariants of accounts that come or stay, and of those that go: only the type that removes them may. */
import type { ReadView } from '../../ledger/read-view.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { nftokenPageMaxIndex, nftokenPageMinIndex } from '../../protocol/entries/entry-indexes.ts';
import { accountKeylet, didKeylet, ownerDirKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { isPseudoAccount, pseudoAccountFields } from '../engine/check-sign.ts';
import { accountsRule, type Change, type Invariant } from './invariant.ts';

const { lsfDisableMaster, lsfDefaultRipple, lsfDepositAuth } = EntryFlags.AccountRoot;
const PSEUDO_ACCOUNT_FLAGS = lsfDisableMaster | lsfDefaultRipple | lsfDepositAuth;

/**
 * At most one account is made, by a type that may and with success; it is nobody's pseudo-account and starts at the
 * ledger's index (ValidNewAccountRoot).
 */
export const newAccountsAreValid: Invariant = ({ changesOf, transaction, result, view }) => {
  const created = changesOf('AccountRoot').filter(({ before }) => before === undefined);
  if (created.length === 0) return true;
  const account = created[0]!.after;
  const mayMake = accountsRule(transaction) === 'makes' && isTesSuccess(result);
  return created.length === 1 && mayMake && !isPseudoAccount(account) && account.Sequence === view.ledgerIndex;
};

/** Nobody can sign for an account that belongs to a ledger object, and it says which one (ValidPseudoAccounts). */
export const pseudoAccountsAreValid: Invariant = ({ changesOf }) =>
  changesOf('AccountRoot').every(isValidPseudoAccount);

function isValidPseudoAccount({ isErased, before, after }: Change<AccountRoot>): boolean {
  if (isErased || (!isPseudoAccount(after) && after.Sequence !== 0)) return true;
  const owners = pseudoAccountFields(after).length;
  if (owners !== 1 || (before !== undefined && before.Sequence !== after.Sequence)) return false;
  return hasFlag(after, PSEUDO_ACCOUNT_FLAGS) && after.RegularKey === undefined;
}

/** A type that removes accounts removes one if it succeeds, and nothing else removes any (AccountRootsNotDeleted). */
export const onlyDeletionDeletesAccounts: Invariant = ({ changesOf, transaction, result }) => {
  const deleted = changesOf('AccountRoot').filter(({ isErased }) => isErased).length;
  const isDeletion = accountsRule(transaction) === 'removes' && isTesSuccess(result);
  return deleted === (isDeletion ? 1 : 0);
};

/**
 * A deleted account had no drops and owned nothing. No entry is left that belongs to an account directly, no page of its
 * tokens, and nothing that the account was there for (AccountRootsDeletedClean).
 */
export const deletedAccountsLeaveNothing: Invariant = ({ changesOf, view }) =>
  changesOf('AccountRoot').every(({ isErased, before, after }) => {
    if (!isErased || before === undefined) return true;
    if (after.Balance !== 0n || after.OwnerCount !== 0) return false;
    const { Account: account } = before;
    const left = [accountKeylet(account), ownerDirKeylet(account), signersKeylet(account), didKeylet(account)];
    if (left.some((keylet) => view.read(keylet) !== undefined) || hasPages(view, account)) return false;
    const fields = before as unknown as Readonly<Record<string, Hash256>>;
    return pseudoAccountFields(before).every((name) => view.readAny(fields[name]!) === undefined);
  });

function hasPages(view: ReadView, account: AccountId): boolean {
  const last = nftokenPageMaxIndex(account);
  const first = view.nextKey(nftokenPageMinIndex(account), last);
  return [first, last].some((key) => key !== undefined && view.read({ type: 'NFTokenPage', key }) !== undefined);
}
