/** Invariants of accounts that come or stay. */
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import { isPseudoAccount, pseudoAccountFields } from '../engine/check-sign.ts';
import { hasFlag } from '../has-flag.ts';
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
