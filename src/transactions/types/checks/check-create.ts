/** CheckCreate: writes a check, with which another account can pull up to an amount (rippled: CheckCreate.cpp). */
import { hasExpired } from '../../../ledger/has-expired.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import { signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { accountKeylet, checkKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { presentFields } from '../../../protocol/entries/present-fields.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import { firstFailure, type Ter } from '../../../protocol/tables/ter.ts';
import { sequenceProxy, type TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { isBadCurrency, isIssued, isMpt } from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { isPseudoAccount } from '../../accounts/pseudo-account.ts';
import type { Check } from '../../checks/check.ts';
import { defineTransaction } from '../../transaction-type.ts';
import { isGloballyFrozen, isIndividuallyFrozen } from '../../trust-lines/trust-line-freeze.ts';

type CheckCreate = TransactionOf<'CheckCreate'>;

const { AccountRoot: Bits } = EntryFlags;

export const checkCreate = defineTransaction({
  name: 'CheckCreate',

  isDisabled({ SendMax }) {
    return isMpt(SendMax);
  },

  preflight({ tx }) {
    if (tx.Account === tx.Destination) return 'temREDUNDANT';
    if (signOfAmount(tx.SendMax) <= 0) return 'temBAD_AMOUNT';
    if (isBadCurrency(tx.SendMax)) return 'temBAD_CURRENCY';
    return tx.Expiration === 0 ? 'temBAD_EXPIRATION' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const failure = firstFailure([checkDestination, checkFreeze], view, tx);
    if (failure !== 'tesSUCCESS') return failure;
    return hasExpired(view, tx.Expiration) ? 'tecEXPIRED' : 'tesSUCCESS';
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const account = sandbox.peek(accountKeylet(tx.Account));
    if (account === undefined) return 'tefINTERNAL';
    if (!coversReserve(fees, account, balanceBeforeFeeDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
    return insertOwnedEntry(sandbox, newCheck(tx));
  },
});

function checkDestination(view: ReadView, tx: Readonly<CheckCreate>): Ter {
  const destination = view.read(accountKeylet(tx.Destination));
  if (destination === undefined) return 'tecNO_DST';
  if (hasFlag(destination, Bits.lsfDisallowIncomingCheck)) return 'tecNO_PERMISSION';
  // No key can sign to cash it.
  if (isPseudoAccount(destination)) return 'tecNO_PERMISSION';
  const needsTag = hasFlag(destination, Bits.lsfRequireDestTag) && tx.DestinationTag === undefined;
  return needsTag ? 'tecDST_TAG_NEEDED' : 'tesSUCCESS';
}

/** Checks that neither the issuer has frozen the writer's tokens nor the payee its own line. */
function checkFreeze(view: ReadView, { Account, Destination, SendMax }: Readonly<CheckCreate>): Ter {
  if (!isIssued(SendMax)) return 'tesSUCCESS';
  const { currency, issuer } = SendMax;
  if (isGloballyFrozen(view, issuer)) return 'tecFROZEN';
  if (isIndividuallyFrozen(view, Account, SendMax)) return 'tecFROZEN';
  return isIndividuallyFrozen(view, issuer, { currency, issuer: Destination }) ? 'tecFROZEN' : 'tesSUCCESS';
}

function newCheck(tx: Readonly<CheckCreate>): Check {
  const { value: sequence } = sequenceProxy(tx);
  const check = newEntry(checkKeylet(tx.Account, sequence));
  check.Account = tx.Account;
  check.Destination = tx.Destination;
  check.Sequence = sequence;
  check.SendMax = tx.SendMax;
  Object.assign(check, presentFields(tx, ['SourceTag', 'DestinationTag', 'InvoiceID', 'Expiration']));
  return check;
}
