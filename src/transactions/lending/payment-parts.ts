/**
 * The parts of one loan payment: those that reduce the loan's balances follow from the amortization; fees and penalties
 * are added (rippled: LendingHelpers.cpp, computePaymentComponents, computeLatePayment, computeFullPayment).
 */
import { roundToAsset } from '../../protocol/amounts/asset-number.ts';
import {
  NUM_ZERO,
  type Num,
  numAdd,
  numClamp,
  numCompare,
  numDivide,
  numMin,
  numMultiply,
  numOf,
  numSubtract,
} from '../../protocol/amounts/number.ts';
import type { Issue } from '../../protocol/values.ts';
import { partOf, periodicRateOf } from './lending-rates.ts';
import { roundPayment } from './loan-properties.ts';
import {
  type LoanState,
  principalOfPayments,
  splitInterest,
  stateDeltas,
  theoreticalState,
  totalOf,
} from './loan-state.ts';

/** The parts that reduce the loan's balances. */
export interface PaymentParts {
  /** The total. */
  readonly value: Num;
  readonly principal: Num;
  readonly managementFee: Num;
  /** 'final' ends the loan. */
  readonly kind: 'regular' | 'final';
}

/** With the parts that do not reduce the balances; these are negative if less is due than the balances say. */
export interface FullParts extends PaymentParts {
  /** For the broker. */
  readonly extraFee: Num;
  /** For the vault. */
  readonly extraInterest: Num;
  /** The total due from the borrower. */
  readonly due: Num;
}

/** What is the same for all payments of a transaction. */
export interface PaymentTerms {
  readonly asset: Issue;
  /** The exponent of the last digit of the loan's balances. */
  readonly scale: number;
  readonly periodicRate: Num;
  readonly managementFeeRate: number;
}

/** Adds the parts that do not reduce the balances. */
export function withExtras(parts: PaymentParts, extraFee: Num, extraInterest = NUM_ZERO): FullParts {
  const due = numAdd(numAdd(parts.value, extraInterest), extraFee);
  return { ...parts, extraFee, extraInterest, due };
}

/** The interest paid (rippled: trackedInterestPart). */
export function interestOf({ value, principal, managementFee }: PaymentParts): Num {
  return numSubtract(value, numAdd(principal, managementFee));
}

/**
 * The next scheduled payment: the difference between the current state and the theoretical state after it, limited by
 * the periodic payment and the balances (rippled: computePaymentComponents).
 */
export function scheduledPayment(
  terms: PaymentTerms,
  state: LoanState,
  payment: Num,
  paymentsLeft: number,
): PaymentParts {
  const { asset, scale, periodicRate, managementFeeRate } = terms;
  const rounded = roundPayment(asset, payment, scale);
  if (paymentsLeft === 1 || numCompare(state.value, rounded) <= 0) {
    return { value: state.value, principal: state.principal, managementFee: state.managementFee, kind: 'final' };
  }
  const target = theoreticalState(payment, periodicRate, paymentsLeft - 1, managementFeeRate);
  const deltas = stateDeltas(state, {
    value: roundToAsset(asset, target.value, scale),
    principal: roundToAsset(asset, target.principal, scale, 'upward'),
    interest: roundToAsset(asset, target.interest, scale, 'downward'),
    managementFee: roundToAsset(asset, target.managementFee, scale),
  });
  const principal = numMin(atLeastZero(deltas.principal), state.principal);
  const besidePrincipal = atLeastZero(numSubtract(rounded, principal));
  const interest = numMin(atLeastZero(deltas.interest), besidePrincipal, state.interest);
  const left = numSubtract(rounded, numAdd(principal, interest));
  const managementFee = numMin(atLeastZero(deltas.managementFee), left, state.managementFee);
  return withoutExcess({ principal, interest, managementFee }, state, rounded);
}

/** Reduces the parts to the limit, interest first, where an error does the least harm. */
function withoutExcess(parts: Omit<LoanState, 'value'>, state: LoanState, payment: Num): PaymentParts {
  let { principal, interest, managementFee } = parts;
  for (const limit of [state.value, payment]) {
    let excess = numSubtract(totalOf({ principal, interest, managementFee }), limit);
    [interest, excess] = takeFrom(interest, excess);
    [managementFee, excess] = takeFrom(managementFee, excess);
    [principal, excess] = takeFrom(principal, excess);
  }
  return {
    value: numClamp(totalOf({ principal, interest, managementFee }), NUM_ZERO, state.value),
    principal: numClamp(principal, NUM_ZERO, state.principal),
    managementFee: numClamp(managementFee, NUM_ZERO, state.managementFee),
    kind: 'regular',
  };
}

/** The rest of the part, and of the excess. */
function takeFrom(part: Num, excess: Num): [part: Num, excess: Num] {
  if (excess.mantissa <= 0n) return [part, excess];
  const taken = numMin(part, excess);
  return [numSubtract(part, taken), numSubtract(excess, taken)];
}

function atLeastZero(x: Num): Num {
  return x.mantissa < 0n ? NUM_ZERO : x;
}

/** The terms of a late payment (rippled: computeLatePayment, loanLatePaymentInterest). */
export interface LatePayment {
  readonly yearlyRate: number;
  readonly fee: Num;
  readonly principal: Num;
  readonly secondsOverdue: number;
}

/** The scheduled payment with the late fee and interest for the time overdue. */
export function latePayment(terms: PaymentTerms, scheduled: FullParts, late: LatePayment): FullParts {
  const { asset, scale, managementFeeRate } = terms;
  const { yearlyRate, principal, secondsOverdue } = late;
  const isFree = principal.mantissa === 0n || yearlyRate === 0 || secondsOverdue <= 0;
  const penalty = isFree ? NUM_ZERO : numMultiply(principal, periodicRateOf(yearlyRate, secondsOverdue));
  const { net, fee } = splitInterest(asset, roundToAsset(asset, penalty, scale), managementFeeRate, scale);
  const extraFee = numAdd(numAdd(scheduled.extraFee, late.fee), fee);
  return withExtras(scheduled, extraFee, numAdd(scheduled.extraInterest, net));
}

/** The terms of early repayment. */
export interface EarlyRepayment {
  readonly periodicPayment: Num;
  readonly paymentsLeft: number;
  readonly intervalSeconds: number;
  /** Since the previous due date or the start of the loan; negative if paid in advance. */
  readonly secondsSinceLast: number;
  /** The penalty as a share of the principal. */
  readonly closeRate: number;
  readonly fee: Num;
}

/**
 * Full early repayment: the balances, interest accrued since the last payment, and a penalty instead of the future
 * interest (rippled: computeFullPayment, computeFullPaymentInterest).
 */
export function fullPayment(terms: PaymentTerms, state: LoanState, end: EarlyRepayment): FullParts {
  const { asset, scale, periodicRate, managementFeeRate } = terms;
  const principal = principalOfPayments(end.periodicPayment, periodicRate, end.paymentsLeft);
  const penalty = end.closeRate === 0 ? NUM_ZERO : partOf(principal, end.closeRate);
  const interest = numAdd(accruedInterest(principal, periodicRate, end), penalty);
  const rounded = roundToAsset(asset, interest, scale, 'downward');
  const { net, fee } = splitInterest(asset, rounded, managementFeeRate, scale);
  const value = numAdd(numAdd(state.principal, state.interest), state.managementFee);
  const parts: PaymentParts = { value, principal: state.principal, managementFee: state.managementFee, kind: 'final' };
  const extraFee = numSubtract(numAdd(end.fee, fee), state.managementFee);
  return withExtras(parts, extraFee, numSubtract(net, state.interest));
}

/** rippled: loanAccruedInterest. */
function accruedInterest(
  principal: Num,
  periodicRate: Num,
  { secondsSinceLast, intervalSeconds }: EarlyRepayment,
): Num {
  if (periodicRate.mantissa === 0n || intervalSeconds === 0 || secondsSinceLast <= 0) return NUM_ZERO;
  const product = numMultiply(numMultiply(principal, periodicRate), numOf(BigInt(secondsSinceLast)));
  return numDivide(product, numOf(BigInt(intervalSeconds)));
}
