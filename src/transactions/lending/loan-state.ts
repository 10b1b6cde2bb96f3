/**
 * The state of a loan, actual and theoretical. Theoretical: amortization with a constant periodic payment, whose
 * principal part increases. Numbers in brackets are equations of the specification, XLS-66 (rippled:
 * LendingHelpers.cpp).
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

/** What the borrower still owes: `value` is the sum of the other parts. */
export interface LoanState {
  readonly value: Num;
  readonly principal: Num;
  /** The vault's part of the interest. */
  readonly interest: Num;
  /** The broker's part of the interest. */
  readonly managementFee: Num;
}

/** The differences between two states. */
export type LoanStateDeltas = Omit<LoanState, 'value'>;

const ONE = numOf(1n);
/** Below this, the closed form of the power loses too many digits. */
const CANCELLATION_THRESHOLD = numOf(1n, -9);

/** A state from these sums; interest is the rest (rippled: constructLoanState). */
export function loanState(value: Num, principal: Num, managementFee: Num): LoanState {
  return { value, principal, interest: numSubtract(numSubtract(value, principal), managementFee), managementFee };
}

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

export function totalOf({ principal, interest, managementFee }: LoanStateDeltas): Num {
  return numAdd(numAdd(principal, interest), managementFee);
}

/** The state with each part changed. */
export function addDeltas(state: LoanState, deltas: LoanStateDeltas): LoanState {
  return {
    value: numAdd(state.value, totalOf(deltas)),
    principal: numAdd(state.principal, deltas.principal),
    interest: numAdd(state.interest, deltas.interest),
    managementFee: numAdd(state.managementFee, deltas.managementFee),
  };
}

/** The periodic payment, unrounded [7] (rippled: loanPeriodicPayment). */
export function periodicPaymentOf(principal: Num, periodicRate: Num, payments: number): Num {
  if (principal.mantissa === 0n || payments === 0) return NUM_ZERO;
  if (periodicRate.mantissa === 0n) return numDivide(principal, count(payments));
  return numMultiply(principal, paymentFactor(periodicRate, payments));
}

/** The principal that this number of payments repays [10] (rippled: loanPrincipalFromPeriodicPayment). */
export function principalOfPayments(payment: Num, periodicRate: Num, payments: number): Num {
  if (payments === 0) return NUM_ZERO;
  if (periodicRate.mantissa === 0n) return numMultiply(payment, count(payments));
  return numDivide(payment, paymentFactor(periodicRate, payments));
}

/** The state with this number of payments left, without any rounding (rippled: computeTheoreticalLoanState). */
export function theoreticalState(payment: Num, periodicRate: Num, payments: number, feeRate: number): LoanState {
  if (payments === 0) return { value: NUM_ZERO, principal: NUM_ZERO, interest: NUM_ZERO, managementFee: NUM_ZERO };
  const value = numMultiply(payment, count(payments));
  const principal = principalOfPayments(payment, periodicRate, payments);
  const gross = numSubtract(value, principal);
  const managementFee = partOf(gross, feeRate);
  return { value, principal, interest: numSubtract(gross, managementFee), managementFee };
}

/** The broker's part of the interest [32], rounded down (rippled: computeManagementFee). */
export function managementFeeOf(asset: Issue, interest: Num, feeRate: number, scale: number): Num {
  return roundToAsset(asset, partOf(interest, feeRate), scale, 'downward');
}

/** Splits rounded interest into the vault's part and the broker's [33] (rippled: computeInterestAndFeeParts). */
export function splitInterest(asset: Issue, interest: Num, feeRate: number, scale: number): { net: Num; fee: Num } {
  const fee = managementFeeOf(asset, interest, feeRate, scale);
  return { net: numSubtract(interest, fee), fee };
}

/** True if the number has no digits below that exponent (rippled: isRounded). */
export function isRounded(asset: Issue, value: Num, scale: number): boolean {
  const [down, up] = (['downward', 'upward'] as const).map((mode) => roundToAsset(asset, value, scale, mode));
  return numCompare(down!, up!) === 0;
}

/** The periodic payment per unit of principal [6] (rippled: computePaymentFactor). */
function paymentFactor(periodicRate: Num, payments: number): Num {
  const growth = growthOf(periodicRate, payments);
  return numDivide(numMultiply(periodicRate, numAdd(ONE, growth)), growth);
}

/**
 * `(1 + rate)^n - 1`. If that is small, subtracting 1 would lose most digits, so the terms of the binomial expansion
 * are summed until they are negligible (rippled: computePowerMinusOneHybrid, computePowerMinusOne).
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
