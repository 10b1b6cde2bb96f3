/**
 * Overpayments, for loans that allow them: they repay principal, and the rest of the loan is amortized again over the
 * remaining payments (rippled: LendingHelpers.cpp, computeOverpaymentComponents, tryOverpayment, doOverpayment).
 */
import { roundToAsset } from '../../protocol/amounts/asset-number.ts';
import {
  NUM_ZERO,
  type Num,
  numAdd,
  numClamp,
  numCompare,
  numNegate,
  numSubtract,
} from '../../protocol/amounts/number.ts';
import { partOf } from './lending-rates.ts';
import { checkLoanGuards, loanProperties } from './loan-properties.ts';
import {
  addDeltas,
  grossInterest,
  type LoanState,
  loanState,
  splitInterest,
  stateDeltas,
  theoreticalState,
} from './loan-state.ts';
import type { PaidParts } from './paid-parts.ts';
import { type FullParts, type PaymentTerms, withExtras } from './payment-parts.ts';

/** The shares of an overpayment that the broker and the vault keep. */
export interface OverpaymentRates {
  readonly interestRate: number;
  readonly feeRate: number;
}

/** Splits an overpayment into fee, interest and principal. */
export function overpaymentParts(terms: PaymentTerms, amount: Num, rates: OverpaymentRates): FullParts {
  const { asset, scale, managementFeeRate } = terms;
  const fee = roundToAsset(asset, partOf(amount, rates.feeRate), scale);
  const interest = roundToAsset(asset, partOf(amount, rates.interestRate), scale);
  const split = splitInterest(asset, interest, managementFeeRate, scale);
  const principal = numSubtract(numSubtract(numSubtract(amount, split.net), split.fee), fee);
  const parts = { value: numSubtract(amount, fee), principal, managementFee: split.fee, kind: 'regular' } as const;
  return withExtras(parts, fee, split.net);
}

/** The state after an overpayment, the new periodic payment, and the paid parts. */
export interface Reamortization {
  readonly state: LoanState;
  readonly periodicPayment: Num;
  readonly paid: PaidParts;
}

/**
 * Amortizes the rest over the remaining payments. Undefined if the new loan would be invalid: then the overpayment is
 * skipped.
 */
export function reamortize(
  terms: PaymentTerms,
  old: LoanState,
  { periodicPayment, paymentsLeft }: { readonly periodicPayment: Num; readonly paymentsLeft: number },
  parts: FullParts,
): Reamortization | undefined {
  const { asset, scale, periodicRate, managementFeeRate } = terms;
  const theoretical = theoreticalState(periodicPayment, periodicRate, paymentsLeft, managementFeeRate);
  const reduced = numSubtract(theoretical.principal, parts.principal);
  const properties = loanProperties({
    asset,
    principal: reduced.mantissa < 0n ? NUM_ZERO : reduced,
    periodicRate,
    payments: paymentsLeft,
    managementFeeRate,
    minimumScale: scale,
  });
  const exact = theoreticalState(properties.periodicPayment, periodicRate, paymentsLeft, managementFeeRate);
  // Earlier rounding errors of the loan are carried over.
  const { value } = addDeltas(exact, stateDeltas(old, theoretical));
  const state = roundedState(terms, old, value, numSubtract(old.principal, parts.principal));
  const guards = { expectsInterest: grossInterest(state).mantissa !== 0n, payments: paymentsLeft };
  const isSound = checkLoanGuards(asset, state.principal, guards, { ...properties, state }) === 'tesSUCCESS';
  if (!isSound || !isPositive(properties.periodicPayment, state)) return undefined;
  const isGrowing = numCompare(state.interest, old.interest) > 0;
  if (isGrowing || numCompare(old.principal, state.principal) <= 0) return undefined;
  return { state, periodicPayment: properties.periodicPayment, paid: paidParts(old, state, parts) };
}

/** The rounded state for this value and principal, with no part larger than before. */
function roundedState({ asset, scale, managementFeeRate }: PaymentTerms, old: LoanState, value: Num, principal: Num) {
  const exact = loanState(value, principal, partOf(numSubtract(value, principal), managementFeeRate));
  const roundedPrincipal = numClamp(roundToAsset(asset, exact.principal, scale, 'upward'), NUM_ZERO, old.principal);
  const total = roundToAsset(asset, numAdd(roundedPrincipal, grossInterest(exact)), scale, 'upward');
  const fee = roundToAsset(asset, exact.managementFee, scale);
  return loanState(numClamp(total, NUM_ZERO, old.value), roundedPrincipal, numClamp(fee, NUM_ZERO, old.managementFee));
}

function isPositive(periodicPayment: Num, state: LoanState): boolean {
  return periodicPayment.mantissa > 0n && state.value.mantissa > 0n && state.managementFee.mantissa >= 0n;
}

function paidParts(old: LoanState, state: LoanState, parts: FullParts): PaidParts {
  const deltas = stateDeltas(old, state);
  return {
    principal: deltas.principal,
    interest: parts.extraInterest,
    valueChange: numAdd(numNegate(deltas.interest), parts.extraInterest),
    fee: numAdd(parts.extraFee, parts.managementFee),
  };
}
