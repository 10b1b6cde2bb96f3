/**
 * What is still to be paid on a loan, and what it should be by the amortization alone: the same payment in each interval,
 * of which ever more is principal. The numbers in brackets are the equations of the protocol's specification, XLS-66
 * (rippled: LendingHelpers.cpp).
 */
import { numOfField, roundToAsset } from '../../protocol/amounts/asset-number.ts';
import {
  NUM_ZERO,
  type Num,
  numAdd,
  numCompare,
  numDivide,
  numMultiply,
  numOf,
  numPower,
  numSubtract,
} from '../../protocol/amounts/number.ts';
import type { Loan } from '../../protocol/entries/entries.ts';
import type { Issue } from '../../protocol/values.ts';
import { partOf } from './lending-rates.ts';

/** What the borrower still owes: `value` is all of it, the sum of the other parts. */
export interface LoanState {
  readonly value: Num;
  readonly principal: Num;
  /** Interest for the vault. */
  readonly interest: Num;
  /** The broker's part of the interest. */
  readonly managementFee: Num;
}

/** By how much the parts of two states differ. */
export type LoanStateDeltas = Omit<LoanState, 'value'>;

const ONE = numOf(1n);
/** Below this the closed form of a power loses too many digits. */
const CANCELLATION_THRESHOLD = numOf(1n, -9);

/** The state of these sums; interest is what is left (rippled: constructLoanState). */
export function loanState(value: Num, principal: Num, managementFee: Num): LoanState {
  return { value, principal, interest: numSubtract(numSubtract(value, principal), managementFee), managementFee };
}

/** The state of a loan. */
export function stateOfLoan(loan: Readonly<Loan>): LoanState {
  const { TotalValueOutstanding: value, PrincipalOutstanding: principal, ManagementFeeOutstanding: fee } = loan;
  return loanState(numOfField(value), numOfField(principal), numOfField(fee));
}

/** Interest for vault and broker together. */
export function grossInterest({ interest, managementFee }: LoanState): Num {
  return numAdd(interest, managementFee);
}

/** `one - other`, part by part. */
export function stateDeltas(one: LoanState, other: LoanState): LoanStateDeltas {
  return {
    principal: numSubtract(one.principal, other.principal),
    interest: numSubtract(one.interest, other.interest),
    managementFee: numSubtract(one.managementFee, other.managementFee),
  };
}

/** The sum of the parts. */
export function totalOf({ principal, interest, managementFee }: LoanStateDeltas): Num {
  return numAdd(numAdd(principal, interest), managementFee);
}

/** The state, changed part by part. */
export function addDeltas(state: LoanState, deltas: LoanStateDeltas): LoanState {
  return {
    value: numAdd(state.value, totalOf(deltas)),
    principal: numAdd(state.principal, deltas.principal),
    interest: numAdd(state.interest, deltas.interest),
    managementFee: numAdd(state.managementFee, deltas.managementFee),
  };
}

/** What must be paid in each interval, unrounded [7] (rippled: loanPeriodicPayment). */
export function periodicPaymentOf(principal: Num, periodicRate: Num, payments: number): Num {
  if (principal.mantissa === 0n || payments === 0) return NUM_ZERO;
  if (periodicRate.mantissa === 0n) return numDivide(principal, count(payments));
  return numMultiply(principal, paymentFactor(periodicRate, payments));
}

/** The principal that so many payments are for [10] (rippled: loanPrincipalFromPeriodicPayment). */
export function principalOfPayments(payment: Num, periodicRate: Num, payments: number): Num {
  if (payments === 0) return NUM_ZERO;
  if (periodicRate.mantissa === 0n) return numMultiply(payment, count(payments));
  return numDivide(payment, paymentFactor(periodicRate, payments));
}

/** What would be owed with so many payments to come, if nothing were ever rounded (rippled: computeTheoreticalLoanState). */
export function theoreticalState(payment: Num, periodicRate: Num, payments: number, feeRate: number): LoanState {
  if (payments === 0) return { value: NUM_ZERO, principal: NUM_ZERO, interest: NUM_ZERO, managementFee: NUM_ZERO };
  const value = numMultiply(payment, count(payments));
  const principal = principalOfPayments(payment, periodicRate, payments);
  const gross = numSubtract(value, principal);
  const managementFee = partOf(gross, feeRate);
  return { value, principal, interest: numSubtract(gross, managementFee), managementFee };
}

/** The broker's part of some interest [32], rounded down (rippled: computeManagementFee). */
export function managementFeeOf(asset: Issue, interest: Num, feeRate: number, scale: number): Num {
  return roundToAsset(asset, partOf(interest, feeRate), scale, 'downward');
}

/** Interest, already rounded, as the vault's part and the broker's [33] (rippled: computeInterestAndFeeParts). */
export function splitInterest(asset: Issue, interest: Num, feeRate: number, scale: number): { net: Num; fee: Num } {
  const fee = managementFeeOf(asset, interest, feeRate, scale);
  return { net: numSubtract(interest, fee), fee };
}

/** True if the number has no digits below that exponent (rippled: isRounded). */
export function isRounded(asset: Issue, value: Num, scale: number): boolean {
  const [down, up] = (['downward', 'upward'] as const).map((mode) => roundToAsset(asset, value, scale, mode));
  return numCompare(down!, up!) === 0;
}

/** What the payment in each interval is for one unit of principal [6] (rippled: computePaymentFactor). */
function paymentFactor(periodicRate: Num, payments: number): Num {
  const growth = growthOf(periodicRate, payments);
  return numDivide(numMultiply(periodicRate, numAdd(ONE, growth)), growth);
}

/**
 * `(1 + rate)^n - 1`. Where that is small the one would hide most of its digits, so the terms of the expansion are added
 * up until they are too small to count (rippled: computePowerMinusOneHybrid, computePowerMinusOne).
 */
function growthOf(rate: Num, n: number): Num {
  const first = numMultiply(count(n), rate);
  if (numCompare(first, CANCELLATION_THRESHOLD) >= 0) {
    return numSubtract(numPower(numAdd(ONE, rate), n), ONE);
  }
  let term = first;
  let sum = first;
  for (let k = 1; k < n; k++) {
    term = numDivide(numMultiply(numMultiply(term, rate), count(n - k)), count(k + 1));
    const next = numAdd(sum, term);
    if (numCompare(next, sum) === 0) break;
    sum = next;
  }
  return sum;
}

function count(n: number): Num {
  return numOf(BigInt(n));
}
