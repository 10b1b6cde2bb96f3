/** What was paid on a loan in one transaction, by who gets it (rippled: LendingHelpers.h, LoanPaymentParts). */
import { NUM_ZERO, type Num, numAdd } from '../../protocol/amounts/number.ts';

export interface PaidParts {
  /** For the vault. */
  readonly principal: Num;
  /** For the vault. */
  readonly interest: Num;
  /** For the broker. */
  readonly fee: Num;
  /** By how much the loan is worth more, or less, to the vault than its schedule said. */
  readonly valueChange: Num;
}

export const NOTHING_PAID: PaidParts = {
  principal: NUM_ZERO,
  interest: NUM_ZERO,
  fee: NUM_ZERO,
  valueChange: NUM_ZERO,
};

/** Both together. */
export function addPaid(one: PaidParts, other: PaidParts): PaidParts {
  return {
    principal: numAdd(one.principal, other.principal),
    interest: numAdd(one.interest, other.interest),
    fee: numAdd(one.fee, other.fee),
    valueChange: numAdd(one.valueChange, other.valueChange),
  };
}
