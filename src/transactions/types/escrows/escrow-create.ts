/**
 * EscrowCreate: locks an amount for a destination, to be released after a time or with the preimage of a condition, or
 * returned after another time (rippled: EscrowCreate.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { assetOf, signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { PARITY_RATE } from '../../../protocol/amounts/rate.ts';
import { accountKeylet, escrowKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { presentFields } from '../../../protocol/entries/present-fields.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import { sequenceProxy, type TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { isBadCurrency, isNative } from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { isPseudoAccount } from '../../accounts/pseudo-account.ts';
import { transferRate } from '../../assets/asset-funds.ts';
import { isCondition } from '../../escrows/crypto-condition.ts';
import { type Escrow, isPast } from '../../escrows/escrow.ts';
import { checkLockable, lock } from '../../escrows/lock-tokens.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';

type EscrowCreate = TransactionOf<'EscrowCreate'>;

export const escrowCreate = defineTransaction({
  name: 'EscrowCreate',

  consequences({ Amount }) {
    return { potentialSpendDrops: isNative(Amount) ? Amount : 0n };
  },

  preflight({ tx }) {
    if (signOfAmount(tx.Amount) <= 0) return 'temBAD_AMOUNT';
    if (isBadCurrency(tx.Amount)) return 'temBAD_CURRENCY';
    return checkTerms(tx);
  },

  preclaim(context) {
    const { view, tx } = context;
    const destination = view.read(accountKeylet(tx.Destination));
    if (destination === undefined) return 'tecNO_DST';
    if (isPseudoAccount(destination)) return 'tecNO_PERMISSION';
    return checkLockable(context);
  },

  apply(context) {
    const { sandbox, tx, fees } = context;
    if (isPast(sandbox, tx.CancelAfter) || isPast(sandbox, tx.FinishAfter)) return 'tecNO_PERMISSION';
    const account = sandbox.peek(accountKeylet(tx.Account));
    if (account === undefined) return 'tefINTERNAL';
    // The balance after the fee counts: unlike elsewhere, the fee must not be paid out of the reserve.
    if (!coversReserve(fees, account, account.Balance, 1)) return 'tecINSUFFICIENT_RESERVE';
    const drops = isNative(tx.Amount) ? tx.Amount : 0n;
    if (!coversReserve(fees, account, account.Balance - drops, 1)) return 'tecUNFUNDED';
    const destination = checkDestination(context);
    if (destination !== 'tesSUCCESS') return destination;
    const listed = insertOwnedEntry(sandbox, newEscrow(sandbox, tx));
    if (listed !== 'tesSUCCESS') return listed;
    account.Balance -= drops;
    sandbox.update(account);
    return lock(sandbox, tx);
  },
});

/** An escrow must end, and must not be finishable by anyone at once. */
function checkTerms({ CancelAfter, FinishAfter, Condition }: Readonly<EscrowCreate>): NotTec {
  if (CancelAfter === undefined && FinishAfter === undefined) return 'temBAD_EXPIRATION';
  if (CancelAfter !== undefined && FinishAfter !== undefined && CancelAfter <= FinishAfter) return 'temBAD_EXPIRATION';
  if (Condition === undefined) return FinishAfter === undefined ? 'temMALFORMED' : 'tesSUCCESS';
  return isCondition(Condition) ? 'tesSUCCESS' : 'temMALFORMED';
}

function checkDestination({ sandbox, tx }: ApplyContext<EscrowCreate>): Ter {
  const destination = sandbox.read(accountKeylet(tx.Destination));
  if (destination === undefined) return 'tecNO_DST';
  const needsTag = hasFlag(destination, EntryFlags.AccountRoot.lsfRequireDestTag) && tx.DestinationTag === undefined;
  return needsTag ? 'tecDST_TAG_NEEDED' : 'tesSUCCESS';
}

function newEscrow(sandbox: Sandbox, tx: Readonly<EscrowCreate>): Escrow {
  const { value: sequence } = sequenceProxy(tx);
  const escrow = newEntry(escrowKeylet(tx.Account, sequence));
  escrow.Account = tx.Account;
  escrow.Destination = tx.Destination;
  escrow.Sequence = sequence;
  escrow.Amount = tx.Amount;
  const optional = ['Condition', 'CancelAfter', 'FinishAfter', 'SourceTag', 'DestinationTag'] as const;
  Object.assign(escrow, presentFields(tx, optional));
  const rate = transferRate(sandbox, assetOf(tx.Amount));
  if (rate !== PARITY_RATE) escrow.TransferRate = rate;
  return escrow;
}
