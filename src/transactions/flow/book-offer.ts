/**
 * An offer that a book step can consume. An offer of the order book takes and gives the amounts of its entry, at the
 * quality of its book directory (rippled: Offer.h, TOffer).
 */
import type { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { compareAmounts, signOfAmount, subtractAmounts } from '../../protocol/amounts/amount-math.ts';
import { ceilInStrict, ceilOutStrict, type Quality } from '../../protocol/amounts/quality.ts';
import type { Offer } from '../../protocol/entries/entries.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { asStepAmount, likeAmount, type Movement, type StepAmount } from './step.ts';

/** Transfer rates in billionths, of the tokens paid in and of those paid out. */
export interface TransferRates {
  readonly in: number;
  readonly out: number;
}

export interface BookOffer {
  /** Key of its ledger entry, if it has one. */
  readonly key: Hash256 | undefined;
  readonly owner: AccountId;
  readonly quality: Quality;
  /** The remaining amounts. */
  readonly amounts: Movement;
  /** The owner's balance of the output asset; undefined if it does not limit the offer. */
  readonly ownerFunds: StepAmount | undefined;
  /** True if nothing remains. */
  readonly isConsumed: boolean;
  /** `amounts` with the input limited. */
  limitIn(amounts: Movement, limit: StepAmount): Movement;
  /** `amounts` with the output limited. */
  limitOut(amounts: Movement, limit: StepAmount, roundUp: boolean): Movement;
  /** The transfer rates for this kind of offer. */
  adjustRates(rates: TransferRates): TransferRates;
  /** True if the amounts can be taken (checkInvariant). */
  isSound(taken: Movement): boolean;
  /** Reduces the offer by what was taken. */
  consume(sandbox: PaymentSandbox, taken: Movement): void;
}

/**
 * The offers for a book step, best first: the order book (`offer-stream.ts`), or a source that puts an AMM offer before
 * the book's.
 */
export interface OfferSource {
  /** The number of offers visited. */
  readonly count: number;
  /** Offers to remove even if the strand is not used. */
  readonly staleOffers: ReadonlySet<Hash256>;
  /** The next usable offer; the previous one counts as consumed. */
  next(): BookOffer | undefined;
  /** Marks an offer for removal, even if the strand is not used. */
  discard(key: Hash256): void;
}

export class OrderBookOffer implements BookOffer {
  readonly quality: Quality;
  readonly ownerFunds: StepAmount | undefined;
  readonly #entry: Offer;
  #amounts: Movement;

  /** @param entry peeked, in the sandbox in which it will be consumed */
  constructor(entry: Offer, quality: Quality, ownerFunds: StepAmount | undefined) {
    this.#entry = entry;
    this.quality = quality;
    this.ownerFunds = ownerFunds;
    this.#amounts = { in: asStepAmount(entry.TakerPays), out: asStepAmount(entry.TakerGets) };
  }

  get key(): Hash256 {
    return this.#entry.index;
  }

  get owner(): AccountId {
    return this.#entry.Account;
  }

  get amounts(): Movement {
    return this.#amounts;
  }

  get isConsumed(): boolean {
    return signOfAmount(this.#amounts.in) <= 0 || signOfAmount(this.#amounts.out) <= 0;
  }

  /** Rounded down, so that the rest keeps at least the quality of its book directory. */
  limitIn(amounts: Movement, limit: StepAmount): Movement {
    return ceilInStrict(this.quality, amounts, limit, false);
  }

  limitOut(amounts: Movement, limit: StepAmount, roundUp: boolean): Movement {
    return ceilOutStrict(this.quality, amounts, limit, roundUp);
  }

  adjustRates(rates: TransferRates): TransferRates {
    return rates;
  }

  isSound(taken: Movement): boolean {
    return compareAmounts(taken.in, this.#amounts.in) <= 0 && compareAmounts(taken.out, this.#amounts.out) <= 0;
  }

  /** @throws AmountError if more is taken than remains */
  consume(sandbox: PaymentSandbox, taken: Movement): void {
    const { in: into, out } = this.#amounts;
    if (!this.isSound(taken)) throw new AmountError('more was taken than the offer has');
    this.#amounts = { in: subtractAmounts(into, taken.in), out: subtractAmounts(out, taken.out) };
    this.#entry.TakerPays = likeAmount(this.#entry.TakerPays, this.#amounts.in);
    this.#entry.TakerGets = likeAmount(this.#entry.TakerGets, this.#amounts.out);
    sandbox.update(this.#entry);
  }
}
