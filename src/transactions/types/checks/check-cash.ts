/**
 * CheckCash: the payee takes an exact amount (`Amount`), or as much as possible but at least `DeliverMin`. The transfer
 * fee of tokens is added, within the check's SendMax (rippled: CheckCash.cpp).
 */
import { hasExpired } from '../../../ledger/has-expired.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import {
  addAmounts,
  areComparable,
  compareAmounts,
  lesserAmount,
  signOfAmount,
} from '../../../protocol/amounts/amount-math.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type Amount, type IssuedAmount, isBadCurrency, isIssued, isMpt, isNative } from '../../../protocol/values.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { cashTokens } from '../../checks/cash-tokens.ts';
import { type Check, checkById } from '../../checks/check.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { accountFunds, spendableDrops } from '../../trust-lines/account-funds.ts';
import { accountSend } from '../../trust-lines/token-transfer.ts';
import { requireAuth } from '../../trust-lines/trust-line-auth.ts';
import { isFrozen } from '../../trust-lines/trust-line-freeze.ts';

type CheckCash = TransactionOf<'CheckCash'>;

export const checkCash = defineTransaction({
  name: 'CheckCash',

  isDisabled({ Amount, DeliverMin }) {
    return [Amount, DeliverMin].some((amount) => amount !== undefined && isMpt(amount));
  },

  preflight({ tx }) {
    if ((tx.Amount === undefined) === (tx.DeliverMin === undefined)) return 'temMALFORMED';
    const wanted = wantedAmount(tx);
    if (signOfAmount(wanted) <= 0) return 'temBAD_AMOUNT';
    return isBadCurrency(wanted) ? 'temBAD_CURRENCY' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const check = view.read(checkById(tx.CheckID));
    if (check === undefined) return 'tecNO_ENTRY';
    if (tx.Account !== check.Destination) return 'tecNO_PERMISSION';
    const parties = checkParties(view, check);
    if (parties !== 'tesSUCCESS') return parties;
    if (hasExpired(view, check.Expiration)) return 'tecEXPIRED';
    return checkAmount(context, check);
  },

  apply(context) {
    const { sandbox, tx } = context;
    const check = sandbox.peek(checkById(tx.CheckID));
    if (check === undefined) return 'tecFAILED_PROCESSING';
    const paid = isNative(check.SendMax) ? cashDrops(context, check) : cashTokens(context, check);
    return paid === 'tesSUCCESS' ? removeOwnedEntry(sandbox, check) : paid;
  },
});

/** Preflight checks that exactly one of the two is present. */
function wantedAmount({ Amount, DeliverMin }: Readonly<CheckCash>): Amount {
  return (Amount ?? DeliverMin) as Amount;
}

function checkParties(view: ReadView, check: Readonly<Check>): Ter {
  const writer = view.read(accountKeylet(check.Account));
  const payee = view.read(accountKeylet(check.Destination));
  if (writer === undefined || payee === undefined) return 'tecNO_ENTRY';
  const needsTag = hasFlag(payee, EntryFlags.AccountRoot.lsfRequireDestTag) && check.DestinationTag === undefined;
  return needsTag ? 'tecDST_TAG_NEEDED' : 'tesSUCCESS';
}

/** Checks the amount against the check's SendMax and the writer's funds. */
function checkAmount({ view, tx, fees }: PreclaimContext<CheckCash>, check: Readonly<Check>): Ter {
  const wanted = wantedAmount(tx);
  const { SendMax: most, Account: writer } = check;
  if (!areComparable(wanted, most)) return 'temMALFORMED';
  if (isIssued(wanted) && wanted.issuer !== (most as IssuedAmount).issuer) return 'temMALFORMED';
  if (compareAmounts(wanted, most) > 0) return 'tecPATH_PARTIAL';
  const offered = wanted as bigint | IssuedAmount;
  const funds = accountFunds(view, writer, offered, fees);
  // The reserve of the check itself is released.
  const available = isNative(wanted) ? addAmounts(funds, fees.reserveIncrementDrops) : funds;
  if (compareAmounts(wanted, available) > 0) return 'tecPATH_PARTIAL';
  return isIssued(wanted) ? checkPayee(view, tx, wanted) : 'tesSUCCESS';
}

/** Checks that the payee may hold the tokens; the issuer always may. */
function checkPayee(view: ReadView, { Account: payee }: Readonly<CheckCash>, wanted: IssuedAmount): Ter {
  if (wanted.issuer === payee) return 'tesSUCCESS';
  if (view.read(accountKeylet(wanted.issuer)) === undefined) return 'tecNO_ISSUER';
  if (requireAuth(view, payee, wanted) !== 'tesSUCCESS') return 'tecNO_AUTH';
  return isFrozen(view, payee, wanted) ? 'tecFROZEN' : 'tesSUCCESS';
}

/** The writer keeps its reserve, without that of the check. */
function cashDrops({ sandbox, tx, fees, deliver }: ApplyContext<CheckCash>, check: Readonly<Check>): Ter {
  const availableDrops = spendableDrops(sandbox, check.Account, fees, -1);
  const leastDrops = wantedAmount(tx) as bigint;
  if (availableDrops < leastDrops) return 'tecUNFUNDED_PAYMENT';
  if (tx.DeliverMin === undefined) return accountSend(sandbox, check.Account, tx.Account, leastDrops);
  const drops = lesserAmount(availableDrops, check.SendMax as bigint);
  deliver(drops);
  return accountSend(sandbox, check.Account, tx.Account, drops);
}
