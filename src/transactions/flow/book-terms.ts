/**
 * Where taking offers differs between payments and offers that cross others (rippled: BookStep.cpp, BookPaymentStep and
 * BookOfferCrossingStep).
 */
import { compareQuality, composedQuality, type Quality, qualityOf } from '../../protocol/amounts/quality.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { AccountId } from '../../protocol/values.ts';
import type { BookOffer } from './book-offer.ts';
import type { Step } from './step.ts';
import type { PathEnds } from './step-context.ts';

/** What passing tokens on costs, in billionths: those that come in, and those that go out. */
export interface TransferRates {
  readonly in: number;
  readonly out: number;
}

export interface BookTerms {
  /** True for an offer that its owner is about to cross, which only removes it. */
  crossesItself(offer: BookOffer): boolean;
  /** True if offers of that quality are taken. */
  accepts(quality: Quality): boolean;
  /** The rates for an offer of that owner. */
  ratesFor(owner: AccountId, rates: TransferRates): TransferRates;
  /** No less than the quality that an offer has with the fees. */
  qualityWithFees(quality: Quality, rates: TransferRates): Quality;
}

/** A payment takes offers of any quality and owner. */
export const PAYMENT_TERMS: BookTerms = {
  crossesItself: () => false,
  accepts: () => true,
  ratesFor: (_owner, rates) => rates,
  qualityWithFees(quality, rates) {
    return composedQuality(qualityOf({ in: BigInt(rates.in), out: BigInt(rates.out) }), quality);
  },
};

export interface CrossingPlace {
  /** The least quality of the crossing as a whole. */
  readonly limit: Quality;
  readonly ends: PathEnds;
  /** False on the way through the native currency, where the quality is that of two books. */
  readonly isDefaultPath: boolean;
  readonly previous: Step | undefined;
}

/** An offer takes what is good enough, and what it pays itself costs no fee. */
export function crossingTerms({ limit, ends, isDefaultPath, previous }: CrossingPlace): BookTerms {
  const isGoodEnough = (quality: Quality): boolean => compareQuality(quality, limit) >= 0;
  return {
    crossesItself({ owner, quality }) {
      return isDefaultPath && isGoodEnough(quality) && ends.source === owner && ends.destination === owner;
    },
    accepts(quality) {
      return !isDefaultPath || isGoodEnough(quality);
    },
    ratesFor(owner, rates) {
      return {
        in: previous?.lineSource === owner ? PARITY_RATE : rates.in,
        out: previous?.book !== undefined && owner === ends.destination ? PARITY_RATE : rates.out,
      };
    },
    // Without the fees, for a fee may not be charged, and this is to be an upper bound.
    qualityWithFees: (quality) => quality,
  };
}
