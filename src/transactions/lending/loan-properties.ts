/**
 * Properties that follow from the terms of a loan: the periodic payment, the total owed and its scale; and a check that
 * such a loan can be repaid (rippled: LendingHelpers.cpp, computeLoanProperties, checkLoanGuards).
 */
import { amountFromNum, amountToNum } from '../../protocol/amounts/amount-math.ts';
import { roundToAsset, scaleOfAmount } from '../../protocol/amounts/asset-number.ts';
import {
  type Num,
  numCompare,
  numDivide,
  numMultiply,
  numOf,
  numSubtract,
  numToInteger,
} from '../../protocol/amounts/number.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Issue } from '../../protocol/values.ts';
import { type LoanState, loanState, managementFeeOf, periodicPaymentOf, theoreticalState } from './loan-state.ts';

export interface LoanTerms {
  readonly asset: Issue;
  readonly principal: Num;
  readonly periodicRate: Num;
  readonly payments: number;
  readonly managementFeeRate: number;
  /** The smallest exponent for the loan's amounts. */
  readonly minimumScale: number;
}

export interface LoanProperties {
  /** Unrounded. */
  readonly periodicPayment: Num;
  /** What is owed, rounded to the scale. */
  readonly state: LoanState;
  /** The exponent of the last digit of the loan's amounts. */
  readonly scale: number;
  /** The principal part of the first payment, unrounded. */
  readonly firstPrincipal: Num;
}

export function loanProperties(terms: LoanTerms): LoanProperties {
  const { asset, principal, periodicRate, payments, managementFeeRate } = terms;
  const periodicPayment = periodicPaymentOf(principal, periodicRate, payments);
  // Only interest is rounded up.
  const mode = periodicRate.mantissa === 0n ? 'toNearest' : 'upward';
  const total = amountFromNum(asset, numMultiply(periodicPayment, numOf(BigInt(payments)), mode), mode);
  const scale = Math.max(terms.minimumScale, scaleOfAmount(total));
  const value = roundToAsset(asset, amountToNum(total), scale, mode);
  const rounded = roundToAsset(asset, principal, scale);
  const fee = managementFeeOf(asset, numSubtract(value, rounded), managementFeeRate, scale);
  const [start, next] = [payments, payments - 1].map((left) =>
    theoreticalState(periodicPayment, periodicRate, left, managementFeeRate),
  );
  const firstPrincipal = numSubtract(start!.principal, next!.principal);
  return { periodicPayment, state: loanState(value, rounded, fee), scale, firstPrincipal };
}

/** The periodic payment, rounded up to the scale (rippled: roundPeriodicPayment). */
export function roundPayment(asset: Issue, payment: Num, scale: number): Num {
  return roundToAsset(asset, payment, scale, 'upward');
}

/**
 * Checks that this number of payments repays the loan: interest is positive if expected, the first payment reduces the
 * principal, and rounding neither makes the payment zero nor changes the number of payments. Otherwise
 * tecPRECISION_LOSS.
 */
export function checkLoanGuards(
  asset: Issue,
  principal: Num,
  { expectsInterest, payments }: { readonly expectsInterest: boolean; readonly payments: number },
  properties: LoanProperties,
): Ter {
  const { value } = properties.state;
  const interestSign = numCompare(value, principal);
  if (expectsInterest && interestSign <= 0) return 'tecPRECISION_LOSS';
  if (!expectsInterest && interestSign > 0) return 'tecINTERNAL';
  if (properties.firstPrincipal.mantissa <= 0n) return 'tecPRECISION_LOSS';
  const payment = roundPayment(asset, properties.periodicPayment, properties.scale);
  if (payment.mantissa === 0n) return 'tecPRECISION_LOSS';
  const needed = numToInteger(numDivide(value, payment, 'upward'), 'upward');
  return needed === BigInt(payments) ? 'tesSUCCESS' : 'tecPRECISION_LOSS';
}
