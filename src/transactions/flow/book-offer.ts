/**
 * Something that a book step can take from. An offer of the order book is one; it takes and gives what its entry says,
 * at the quality that it was listed at (rippled: Offer.h, TOffer).
 */
import type { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { compareAmounts, signOfAmount, subtractAmounts } from '../../protocol/amounts/amount-math.ts';
import { ceilInStrict, ceilOutStrict, type Quality } from '../../protocol/amounts/quality.ts';
import type { Offer } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256, TradedAmount } from '../../protocol/values.ts';
import { accountSend } from '../trust-lines/token-transfer.ts';
import { asStepAmount, likeAmount, type Movement, type StepAmount } from './step.ts';

/** What passing tokens on costs, in billionths: those that come in, and those that go out. */
export interface TransferRates {
  readonly in: number;
  readonly out: number;
}

export interface BookOffer {
  /** Key of its entry, if it has one. */
  readonly key: Hash256 | undefined;
  readonly owner: AccountId;
  readonly quality: Quality;
  /** What is left of it. */
  readonly amounts: Movement;
  /** What its owner has to give; undefined for as much as it takes. */
  readonly ownerFunds: StepAmount | undefined;
  /** True when nothing is left. */
  readonly isConsumed: boolean;
  /** `amounts` with what goes in limited. */
  limitIn(amounts: Movement, limit: StepAmount): Movement;
  /** `amounts` with what comes out limited. */
  limitOut(amounts: Movement, limit: StepAmount, roundUp: boolean): Movement;
  /** What passing tokens on costs for this kind of offer. */
  adjustRates(rates: TransferRates): TransferRates;
  /** True if so much can be taken. */
  isSound(taken: Movement): boolean;
  /** Moves what its owner takes or gives. */
  send(sandbox: PaymentSandbox, sender: AccountId, receiver: AccountId, amount: TradedAmount): Ter;
  /** Notes that so much of it was taken. */
  consume(sandbox: PaymentSandbox, taken: Movement): void;
}

/**
 * Where a book step finds its offers, best first. The order book is one (`offer-stream.ts`). A source that puts the offer
 * of an automated market maker before those of the book stands around that one.
 */
export interface OfferSource {
  /** How many offers were looked at. */
  readonly count: number;
  /** Offers that are to be removed even if the strand is not used. */
  readonly staleOffers: ReadonlySet<Hash256>;
  /** The next offer that can be taken from; the one before it is used up. */
  next(): BookOffer | undefined;
  /** Has an offer removed whatever becomes of the strand. */
  discard(key: Hash256): void;
}

export class OrderBookOffer implements BookOffer {
  readonly quality: Quality;
  readonly ownerFunds: StepAmount | undefined;
  readonly #entry: Offer;
  #amounts: Movement;

  /** @param entry as `peek` gave it, in the sandbox where it will be consumed */
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

  /** Rounded down, so that what is left is no worse than its place in the book says. */
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

  send(sandbox: PaymentSandbox, sender: AccountId, receiver: AccountId, amount: TradedAmount): Ter {
    return accountSend(sandbox, sender, receiver, amount);
  }

  /** @throws AmountError when more is taken than there is */
  consume(sandbox: PaymentSandbox, taken: Movement): void {
    const { in: into, out } = this.#amounts;
    if (!this.isSound(taken)) throw new AmountError('an offer gives no more than it has');
    this.#amounts = { in: subtractAmounts(into, taken.in), out: subtractAmounts(out, taken.out) };
    this.#entry.TakerPays = likeAmount(this.#entry.TakerPays, this.#amounts.in);
    this.#entry.TakerGets = likeAmount(this.#entry.TakerGets, this.#amounts.out);
    sandbox.update(this.#entry);
  }
}
