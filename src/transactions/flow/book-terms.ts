/**
 * Where taking offers differs between payments and offers that cross others (rippled: BookStep.cpp, BookPaymentStep and
 * BookOfferCrossingStep).
 */
import { compareQuality, composedQuality, type Quality, qualityOf } from '../../protocol/amounts/quality.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { AccountId } from '../../protocol/values.ts';
import type { BookOffer, TransferRates } from './book-offer.ts';
import type { Step } from './step.ts';
import type { PathEnds } from './step-context.ts';

export interface BookTerms {
  /** True for an offer that its owner is about to cross, which only removes it. */
  crossesItself(offer: BookOffer): boolean;
  /** True if offers of that quality are taken. */
  accepts(quality: Quality): boolean;
  /** The rates for an offer of that owner. */
  ratesFor(owner: AccountId, rates: TransferRates): TransferRates;
  /** No less than the quality that an offer of the order book has with the fees. */
  qualityWithFees(quality: Quality, rates: TransferRates): Quality;
  /** The same for the offer of a market maker, which does not pay for passing tokens on. */
  ammQualityWithFees(quality: Quality, rates: TransferRates, isMultiPath: boolean): Quality;
  /** The quality up to which a market maker offers, given that of the book's best offer; undefined for no limit. */
  ammThreshold(bookQuality: Quality, isMultiPath: boolean): Quality | undefined;
}

/** A payment takes offers of any quality and owner. */
export const PAYMENT_TERMS: BookTerms = {
  crossesItself: () => false,
  accepts: () => true,
  ratesFor: (_owner, rates) => rates,
  qualityWithFees: withFees,
  ammQualityWithFees: (quality, { in: into }) => withFees(quality, { in: into, out: PARITY_RATE }),
  ammThreshold: (bookQuality) => bookQuality,
};

function withFees(quality: Quality, rates: TransferRates): Quality {
  return composedQuality(qualityOf({ in: BigInt(rates.in), out: BigInt(rates.out) }), quality);
}

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
    // With one path a market maker's quality is not constant, so this fee has to be reckoned in.
    ammQualityWithFees(quality, { in: into }, isMultiPath) {
      return isMultiPath ? quality : withFees(quality, { in: into, out: PARITY_RATE });
    },
    // An offer that only reached the book's quality would be refused with it, if that is not good enough.
    ammThreshold(bookQuality, isMultiPath) {
      return !isMultiPath && !isGoodEnough(bookQuality) ? undefined : bookQuality;
    },
  };
}
