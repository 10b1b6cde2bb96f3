/**
 * The amounts taken of an offer: the offer's own input and output, the step's (which differ by transfer fees), and what
 * the owner pays (rippled: BookStep.cpp, forEachOffer, limitStepIn, limitStepOut).
 */
import { compareAmounts } from '../../protocol/amounts/amount-math.ts';
import { mulRatioInteger, mulRatioIssued } from '../../protocol/amounts/mul-ratio.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { BookOffer, TransferRates } from './book-offer.ts';
import type { Movement, StepAmount } from './step.ts';

export interface OfferTaking {
  readonly offer: Movement;
  readonly step: Movement;
  readonly ownerGives: StepAmount;
}

/** The whole offer, as far as it is funded. */
export function takeWhole(offer: BookOffer, rates: TransferRates): OfferTaking {
  const { amounts, ownerFunds } = offer;
  const cost = atRate(amounts.out, rates.out, false);
  if (ownerFunds === undefined || compareAmounts(ownerFunds, cost) >= 0) {
    return { offer: amounts, step: { in: atRate(amounts.in, rates.in, true), out: amounts.out }, ownerGives: cost };
  }
  const out = withoutRate(ownerFunds, rates.out);
  // Rounded down, so that the rest keeps at least the quality of its book directory.
  const funded = offer.limitOut(amounts, out, false);
  return { offer: funded, step: { in: atRate(funded.in, rates.in, true), out }, ownerGives: ownerFunds };
}

/** A part of an offer, with the step's input limited. */
export function limitTakingIn(
  offer: BookOffer,
  taking: OfferTaking,
  rates: TransferRates,
  limit: StepAmount,
): OfferTaking {
  if (compareAmounts(limit, taking.step.in) >= 0) return taking;
  const limited = offer.limitIn(taking.offer, withoutRate(limit, rates.in));
  return {
    offer: limited,
    step: { in: limit, out: limited.out },
    ownerGives: atRate(limited.out, rates.out, false),
  };
}

/** A part of an offer, with the step's output limited. */
export function limitTakingOut(
  offer: BookOffer,
  taking: OfferTaking,
  rates: TransferRates,
  limit: StepAmount,
): OfferTaking {
  if (compareAmounts(limit, taking.step.out) >= 0) return taking;
  const limited = offer.limitOut(taking.offer, limit, true);
  return {
    offer: limited,
    step: { in: atRate(limited.in, rates.in, true), out: limit },
    ownerGives: atRate(limit, rates.out, false),
  };
}

function atRate(amount: StepAmount, rate: number, roundUp: boolean): StepAmount {
  return scale(amount, rate, PARITY_RATE, roundUp);
}

function withoutRate(amount: StepAmount, rate: number): StepAmount {
  return scale(amount, PARITY_RATE, rate, false);
}

function scale(amount: StepAmount, numerator: number, denominator: number, roundUp: boolean): StepAmount {
  if (numerator === denominator) return amount;
  if (typeof amount === 'bigint') return mulRatioInteger(amount, numerator, denominator, roundUp);
  return mulRatioIssued(amount, numerator, denominator, roundUp);
}
