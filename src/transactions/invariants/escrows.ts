/** Invariants of escrows and of MPTs locked in them (rippled: NoZeroEscrow). Erased entries are checked too. */
import { MAX_MPT_VALUE, signOfAmount, TOTAL_DROPS } from '../../protocol/amounts/amount-math.ts';
import type { LedgerEntries } from '../../protocol/entries/entries.ts';
import { isBadCurrency, isMpt, isNative } from '../../protocol/values.ts';
import type { Invariant } from './invariant.ts';

/** The amount of an escrow is positive, in range, and of a valid currency. */
export const escrowsHoldSomething: Invariant = ({ changesOf }) =>
  changesOf('Escrow').every(
    ({ before, after }) => holdsSomething(after) && (before === undefined || holdsSomething(before)),
  );

function holdsSomething({ Amount: amount }: Readonly<LedgerEntries['Escrow']>): boolean {
  if (signOfAmount(amount) <= 0 || isBadCurrency(amount)) return false;
  if (isNative(amount)) return amount < TOTAL_DROPS;
  return !isMpt(amount) || amount.value <= MAX_MPT_VALUE;
}

/** Locked MPTs are at most the outstanding amount, and both are in range. */
export const lockedUnitsAreOutstanding: Invariant = ({ changesOf }) =>
  changesOf('MPTokenIssuance').every(({ after }) => {
    const { OutstandingAmount: outstanding, LockedAmount: locked = 0n } = after;
    return outstanding <= MAX_MPT_VALUE && locked <= outstanding;
  });

/** The amounts of an MPToken, free and locked, are in range. */
export const heldUnitsAreLegal: Invariant = ({ changesOf }) =>
  changesOf('MPToken').every(({ after }) => {
    const { MPTAmount: held = 0n, LockedAmount: locked = 0n } = after;
    return held <= MAX_MPT_VALUE && locked <= MAX_MPT_VALUE;
  });
