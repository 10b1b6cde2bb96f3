/** What a transaction paid on a loan, by receiver (rippled: LendingHelpers.h, LoanPaymentParts). */
import { NUM_ZERO, type Num, numAdd } from '../../protocol/amounts/number.ts';

export interface PaidParts {
  /** For the vault. */
  readonly principal: Num;
  /** For the vault. */
  readonly interest: Num;
  /** For the broker. */
  readonly fee: Num;
  /** The change of the loan's value to the vault, compared with its schedule. */
  readonly valueChange: Num;
}

export const NOTHING_PAID: PaidParts = {
  principal: NUM_ZERO,
  interest: NUM_ZERO,
  fee: NUM_ZERO,
  valueChange: NUM_ZERO,
};

/** The sum of both. */
export function addPaid(one: PaidParts, other: PaidParts): PaidParts {
  return {
    principal: numAdd(one.principal, other.principal),
    interest: numAdd(one.interest, other.interest),
    fee: numAdd(one.fee, other.fee),
    valueChange: numAdd(one.valueChange, other.valueChange),
  };
}
