/** Invariants of the native currency: a fee is what was offered, and nothing else goes or comes from nowhere. */

import { TOTAL_DROPS } from '../../protocol/amounts/fees.ts';
import type { AccountRoot, PayChannel } from '../../protocol/entries/entries.ts';
import type { Invariant } from './invariant.ts';

/** The fee taken is not negative, not absurd, and at most what the transaction offers (TransactionFeeCheck). */
export const feeIsAuthorized: Invariant = ({ transaction, feeDrops }) =>
  feeDrops >= 0n && feeDrops < TOTAL_DROPS && feeDrops <= (transaction.fields.Fee as bigint);

/**
 * Balances and what channels hold shrink by exactly the fee (XRPNotCreated). An erased channel counts as empty: what
 * it held went to its owner, but its fields still show it.
 */
export const noDropsAppear: Invariant = ({ accounts, channels, feeDrops }) => {
  let drops = 0n;
  for (const { before, after } of accounts) drops += after.Balance - (before?.Balance ?? 0n);
  for (const { isErased, before, after } of channels) {
    if (before !== undefined) drops -= heldDrops(before);
    if (!isErased) drops += heldDrops(after);
  }
  return drops <= 0n && -drops === feeDrops;
};

/** No account has less than nothing or more than there is (XRPBalanceChecks). */
export const balancesAreLegal: Invariant = ({ accounts }) =>
  accounts.every(({ before, after }) => isLegalBalance(after) && (before === undefined || isLegalBalance(before)));

function heldDrops(channel: Readonly<PayChannel>): bigint {
  return channel.Amount - channel.Balance;
}

function isLegalBalance({ Balance: balance }: Readonly<AccountRoot>): boolean {
  return typeof balance === 'bigint' && balance >= 0n && balance <= TOTAL_DROPS;
}
