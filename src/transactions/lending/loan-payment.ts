/**
 * Loan payments: as many scheduled payments as the amount covers and, if allowed, the rest as an overpayment; or one
 * late payment; or full early repayment (rippled: LendingHelpers.cpp, loanMakePayment, doPayment).
 */
import { hasExpired } from '../../ledger/has-expired.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { amountToNum } from '../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber, roundToAsset } from '../../protocol/amounts/asset-number.ts';
import {
  NUM_ZERO,
  type Num,
  numAdd,
  numCompare,
  numMin,
  numSubtract,
  numToWire,
} from '../../protocol/amounts/number.ts';
import type { Loan, LoanBroker } from '../../protocol/entries/entries.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Amount, Issue } from '../../protocol/values.ts';
import { periodicRateOf } from './lending-rates.ts';
import { type LoanState, stateOfLoan } from './loan-state.ts';
import { overpaymentParts, reamortize } from './overpayment.ts';
import { addPaid, NOTHING_PAID, type PaidParts } from './paid-parts.ts';
import {
  type FullParts,
  fullPayment,
  interestOf,
  latePayment,
  type PaymentTerms,
  scheduledPayment,
  withExtras,
} from './payment-parts.ts';

/** The most scheduled payments in one transaction, including an overpayment. */
export const MAX_PAYMENTS = 100;

/** 'regular' makes one or more scheduled payments, 'overpayment' also uses the rest of the amount. */
export type PaymentKind = 'regular' | 'overpayment' | 'late' | 'full';

/** A requested payment. `loan` is a peeked entry. */
export interface LoanPayment {
  readonly loan: Loan;
  readonly broker: Readonly<LoanBroker>;
  readonly asset: Issue;
  readonly amount: Amount;
  readonly kind: PaymentKind;
}

/** Applies the payment to the loan's entry. Returns the paid parts, or a failure. */
export function payLoan(view: ReadView, payment: LoanPayment): PaidParts | Ter {
  const { loan, kind } = payment;
  if ((loan.PaymentRemaining ?? 0) === 0 || loan.PrincipalOutstanding === undefined) return 'tecKILLED';
  if ((loan.NextPaymentDueDate ?? 0) === 0) return 'tecINTERNAL';
  const isOverdue = hasExpired(view, loan.NextPaymentDueDate);
  if (kind !== 'late' && isOverdue) return 'tecEXPIRED';
  if (kind === 'full') return payInFull(view, payment);
  if (kind !== 'late') return payOnSchedule(payment);
  return isOverdue ? payLate(view, payment) : 'tecTOO_SOON';
}

function termsOf({ loan, broker, asset }: LoanPayment): PaymentTerms {
  return {
    asset,
    scale: loan.LoanScale ?? 0,
    periodicRate: periodicRateOf(loan.InterestRate ?? 0, loan.PaymentInterval),
    managementFeeRate: broker.ManagementFeeRate ?? 0,
  };
}

function payInFull(view: ReadView, payment: LoanPayment): PaidParts | Ter {
  const { loan, asset, amount } = payment;
  const paymentsLeft = loan.PaymentRemaining ?? 0;
  // The last payment is made as a regular one.
  if (paymentsLeft <= 1) return 'tecKILLED';
  const terms = termsOf(payment);
  const lastDue = Math.max(loan.PreviousPaymentDueDate ?? 0, loan.StartDate);
  const parts = fullPayment(terms, stateOfLoan(loan), {
    periodicPayment: numOfField(loan.PeriodicPayment),
    paymentsLeft,
    intervalSeconds: loan.PaymentInterval,
    secondsSinceLast: view.parentCloseTimeSeconds - lastDue,
    closeRate: loan.CloseInterestRate ?? 0,
    fee: roundToAsset(asset, numOfField(loan.ClosePaymentFee), terms.scale),
  });
  return isEnough(amount, parts.due) ? applyPayment(loan, parts) : 'tecINSUFFICIENT_PAYMENT';
}

function payLate(view: ReadView, payment: LoanPayment): PaidParts | Ter {
  const { loan, amount } = payment;
  const state = stateOfLoan(loan);
  const parts = latePayment(termsOf(payment), nextPayment(payment, state), {
    yearlyRate: loan.LateInterestRate ?? 0,
    fee: numOfField(loan.LatePaymentFee),
    principal: state.principal,
    secondsOverdue: view.parentCloseTimeSeconds - (loan.NextPaymentDueDate ?? 0),
  });
  return isEnough(amount, parts.due) ? applyPayment(loan, parts) : 'tecINSUFFICIENT_PAYMENT';
}

function payOnSchedule(payment: LoanPayment): PaidParts | Ter {
  const { loan, amount } = payment;
  let paid = NOTHING_PAID;
  let total = NUM_ZERO;
  let payments = 0;
  for (; (loan.PaymentRemaining ?? 0) > 0 && payments < MAX_PAYMENTS; payments++) {
    const parts = nextPayment(payment, stateOfLoan(loan));
    const next = numAdd(total, parts.due);
    if (!isEnough(amount, next)) break;
    total = next;
    paid = addPaid(paid, applyPayment(loan, parts));
  }
  if (payments === 0) return 'tecINSUFFICIENT_PAYMENT';
  return payments < MAX_PAYMENTS ? addPaid(paid, payOverpayment(payment, total)) : paid;
}

function nextPayment(payment: LoanPayment, state: LoanState): FullParts {
  const { loan } = payment;
  const parts = scheduledPayment(termsOf(payment), state, numOfField(loan.PeriodicPayment), loan.PaymentRemaining ?? 0);
  return withExtras(parts, numOfField(loan.LoanServiceFee));
}

/** Uses the rest of the amount as an overpayment, if requested, allowed and large enough. */
function payOverpayment(payment: LoanPayment, total: Num): PaidParts {
  const { loan, asset, amount, kind } = payment;
  const paymentsLeft = loan.PaymentRemaining ?? 0;
  const isAllowed = kind === 'overpayment' && hasFlag(loan, EntryFlags.Loan.lsfLoanOverpayment);
  if (!isAllowed || paymentsLeft === 0) return NOTHING_PAID;
  const terms = termsOf(payment);
  const state = stateOfLoan(loan);
  const rounded = roundToAsset(asset, amountToNum(amount), terms.scale, 'towardsZero');
  if (numCompare(total, rounded) >= 0) return NOTHING_PAID;
  const excess = numMin(numSubtract(rounded, total), state.value);
  const overpayment = roundToAsset(asset, excess, terms.scale, 'downward');
  if (overpayment.mantissa <= 0n) return NOTHING_PAID;
  const rates = { interestRate: loan.OverpaymentInterestRate ?? 0, feeRate: loan.OverpaymentFee ?? 0 };
  const parts = overpaymentParts(terms, overpayment, rates);
  if (parts.principal.mantissa <= 0n) return NOTHING_PAID;
  const schedule = { periodicPayment: numOfField(loan.PeriodicPayment), paymentsLeft };
  const renewed = reamortize(terms, state, schedule, parts);
  if (renewed === undefined) return NOTHING_PAID;
  setBalances(loan, renewed.state);
  loan.PeriodicPayment = numToWire(renewed.periodicPayment);
  return renewed.paid;
}

/** Deducts the payment and advances the schedule; the final payment ends the loan (rippled: doPayment). */
function applyPayment(loan: Loan, parts: FullParts): PaidParts {
  const due = loan.NextPaymentDueDate ?? 0;
  loan.PreviousPaymentDueDate = due;
  if (parts.kind === 'final') {
    setBalances(loan, { value: NUM_ZERO, principal: NUM_ZERO, managementFee: NUM_ZERO });
    delete loan.PaymentRemaining;
    delete loan.NextPaymentDueDate;
  } else {
    const { value, principal, managementFee } = stateOfLoan(loan);
    setBalances(loan, {
      value: numSubtract(value, parts.value),
      principal: numSubtract(principal, parts.principal),
      managementFee: numSubtract(managementFee, parts.managementFee),
    });
    loan.PaymentRemaining = (loan.PaymentRemaining ?? 0) - 1;
    loan.NextPaymentDueDate = due + loan.PaymentInterval;
  }
  return {
    principal: parts.principal,
    interest: numAdd(interestOf(parts), parts.extraInterest),
    fee: numAdd(parts.managementFee, parts.extraFee),
    valueChange: parts.extraInterest,
  };
}

function setBalances(loan: Loan, { value, principal, managementFee }: Omit<LoanState, 'interest'>): void {
  putNumber(loan, 'TotalValueOutstanding', value);
  putNumber(loan, 'PrincipalOutstanding', principal);
  putNumber(loan, 'ManagementFeeOutstanding', managementFee);
}

function isEnough(amount: Amount, due: Num): boolean {
  return numCompare(amountToNum(amount), due) >= 0;
}
