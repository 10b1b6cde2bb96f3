/**
 * More than what is due, for loans that allow it: it pays principal off, and what is left is spread anew over the payments
 * to come (rippled: LendingHelpers.cpp, computeOverpaymentComponents, tryOverpayment, doOverpayment).
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

/** What the broker and the vault keep of an overpayment. */
export interface OverpaymentRates {
  readonly interestRate: number;
  readonly feeRate: number;
}

/** The parts of an overpayment: fee and interest first, and the rest is principal. */
export function overpaymentParts(terms: PaymentTerms, amount: Num, rates: OverpaymentRates): FullParts {
  const { asset, scale, managementFeeRate } = terms;
  const fee = roundToAsset(asset, partOf(amount, rates.feeRate), scale);
  const interest = roundToAsset(asset, partOf(amount, rates.interestRate), scale);
  const split = splitInterest(asset, interest, managementFeeRate, scale);
  const principal = numSubtract(numSubtract(numSubtract(amount, split.net), split.fee), fee);
  const parts = { value: numSubtract(amount, fee), principal, managementFee: split.fee, kind: 'regular' } as const;
  return withExtras(parts, fee, split.net);
}

/** What is owed after an overpayment, the new payment in each interval, and what was paid. */
export interface Reamortization {
  readonly state: LoanState;
  readonly periodicPayment: Num;
  readonly paid: PaidParts;
}

/** Spreads what is left over the payments to come. Undefined where the loan would not work out: then nothing is paid. */
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
  // What rounding has done to the loan so far stays with it.
  const { value } = addDeltas(exact, stateDeltas(old, theoretical));
  const state = roundedState(terms, old, value, numSubtract(old.principal, parts.principal));
  const guards = { expectsInterest: grossInterest(state).mantissa !== 0n, payments: paymentsLeft };
  const isSound = checkLoanGuards(asset, state.principal, guards, { ...properties, state }) === 'tesSUCCESS';
  if (!isSound || !isPositive(properties.periodicPayment, state)) return undefined;
  const isGrowing = numCompare(state.interest, old.interest) > 0;
  if (isGrowing || numCompare(old.principal, state.principal) <= 0) return undefined;
  return { state, periodicPayment: properties.periodicPayment, paid: paidParts(old, state, parts) };
}

/** The balances for this value and principal, rounded, and none of them larger than before. */
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
