/**
 * The rules that differ between payments and offer crossing (rippled: BookStep.cpp, BookPaymentStep and
 * BookOfferCrossingStep).
 */
import { compareQuality, composedQuality, type Quality, qualityOf } from '../../protocol/amounts/quality.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { AccountId } from '../../protocol/values.ts';
import type { BookOffer, TransferRates } from './book-offer.ts';
import type { Step } from './step.ts';
import type { PathEnds } from './step-context.ts';

export interface BookTerms {
  /** True for the taker's own offer, which is removed instead of consumed. */
  crossesItself(offer: BookOffer): boolean;
  /** True if offers of that quality may be consumed. */
  accepts(quality: Quality): boolean;
  /** The transfer rates for an offer of that owner. */
  ratesFor(owner: AccountId, rates: TransferRates): TransferRates;
  /** An upper bound of the quality of a book offer after fees. */
  qualityWithFees(quality: Quality, rates: TransferRates): Quality;
  /** The same for an AMM offer, which pays no transfer fee on its output. */
  ammQualityWithFees(quality: Quality, rates: TransferRates, isMultiPath: boolean): Quality;
  /** The quality that an AMM offer must beat, given the book's best quality; undefined for no threshold. */
  ammThreshold(bookQuality: Quality, isMultiPath: boolean): Quality | undefined;
}

/** A payment consumes offers of any quality and owner. */
export const PAYMENT_TERMS: BookTerms = {
  crossesItself: () => false,
  accepts: () => true,
  ratesFor: (_owner, rates) => rates,
  qualityWithFees: withFees,
  ammQualityWithFees: (quality, { in: into }) => withFees(quality, { in: into, out: PARITY_RATE }),
  ammThreshold: (bookQuality) => bookQuality,
};

function withFees(quality: Quality, rates: TransferRates): Quality {
  if (rates.in === rates.out) return quality;
  return composedQuality(qualityOf({ in: BigInt(rates.in), out: BigInt(rates.out) }), quality);
}

export interface CrossingPlace {
  /** The worst acceptable quality of the whole crossing. */
  readonly limit: Quality;
  readonly ends: PathEnds;
  /** False for crossing through XRP (auto-bridging), whose quality is that of two books. */
  readonly isDefaultPath: boolean;
  readonly previous: Step | undefined;
}

/** Offer crossing consumes offers that meet the limit; the taker's own legs pay no transfer fee. */
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
    // Without fees: a fee may not apply, and this is an upper bound.
    qualityWithFees: (quality) => quality,
    // With one strand the AMM quality is not constant, so this fee is included.
    ammQualityWithFees(quality, { in: into }, isMultiPath) {
      return isMultiPath ? quality : withFees(quality, { in: into, out: PARITY_RATE });
    },
    // If the book's quality is below the limit, an AMM offer that only matched it would be rejected too.
    ammThreshold(bookQuality, isMultiPath) {
      return !isMultiPath && !isGoodEnough(bookQuality) ? undefined : bookQuality;
    },
  };
}
