/**
 * What escrows hold, and the units of multi-purpose tokens that may be locked in them (the reference's NoZeroEscrow). An
 * entry that goes is looked at as well.
 */
import { MAX_MPT_VALUE, signOfAmount, TOTAL_DROPS } from '../../protocol/amounts/amount-math.ts';
import type { LedgerEntries } from '../../protocol/entries/entries.ts';
import { isBadCurrency, isMpt, isNative } from '../../protocol/values.ts';
import type { Invariant } from './invariant.ts';

/** An escrow holds something of a currency that exists, and never everything. */
export const escrowsHoldSomething: Invariant = ({ changesOf }) =>
  changesOf('Escrow').every(
    ({ before, after }) => holdsSomething(after) && (before === undefined || holdsSomething(before)),
  );

function holdsSomething({ Amount: amount }: Readonly<LedgerEntries['Escrow']>): boolean {
  if (signOfAmount(amount) <= 0 || isBadCurrency(amount)) return false;
  if (isNative(amount)) return amount < TOTAL_DROPS;
  return !isMpt(amount) || amount.value <= MAX_MPT_VALUE;
}

/** No more units are locked than are outstanding, and neither are more than there can be. */
export const lockedUnitsAreOutstanding: Invariant = ({ changesOf }) =>
  changesOf('MPTokenIssuance').every(({ after }) => {
    const { OutstandingAmount: outstanding, LockedAmount: locked = 0n } = after;
    return outstanding <= MAX_MPT_VALUE && locked <= outstanding;
  });

/** A holding has no more units than there can be, free or locked. */
export const heldUnitsAreLegal: Invariant = ({ changesOf }) =>
  changesOf('MPToken').every(({ after }) => {
    const { MPTAmount: held = 0n, LockedAmount: locked = 0n } = after;
    return held <= MAX_MPT_VALUE && locked <= MAX_MPT_VALUE;
  });
