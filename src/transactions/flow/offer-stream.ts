/**
 * The usable offers of an order book, best first. Unusable offers are removed on the way: permanently if this payment
 * is not the cause, else only if its strand is used (rippled: OfferStream.cpp).
 */
import { hasExpired } from '../../ledger/has-expired.ts';
import type { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { compareAmounts, type Fees, signOfAmount } from '../../protocol/amounts/amount-math.ts';
import { compareIssued, MIN_POSITIVE_ISSUED } from '../../protocol/amounts/issued-amount.ts';
import { ceilOutStrict, compareQuality, qualityOf } from '../../protocol/amounts/quality.ts';
import type { Offer } from '../../protocol/entries/entries.ts';
import type { BookRange } from '../../protocol/entries/keylets.ts';
import { type Hash256, isIssued } from '../../protocol/values.ts';
import { isOfferInDomain } from '../offers/offer-entry.ts';
import { accountFunds } from '../trust-lines/account-funds.ts';
import { isDeeplyFrozen } from '../trust-lines/trust-line-freeze.ts';
import { type BookOffer, type OfferSource, OrderBookOffer } from './book-offer.ts';
import { BookTip } from './book-tip.ts';
import { asStepAmount, type Movement, type StepAmount, type StrandRun, withoutIssue } from './step.ts';

/** The most offers that a step visits, usable or not. */
export const MAX_OFFERS = 1000;

export class OfferStream implements OfferSource {
  readonly #sandbox: PaymentSandbox;
  readonly #untouched: PaymentSandbox;
  readonly #fees: Fees;
  readonly #tip: BookTip;
  readonly #staleOffers = new Set<Hash256>();
  #count = 0;

  constructor({ sandbox, untouched }: Pick<StrandRun, 'sandbox' | 'untouched'>, book: BookRange, fees: Fees) {
    this.#sandbox = sandbox;
    this.#untouched = untouched;
    this.#fees = fees;
    this.#tip = new BookTip(sandbox, book);
  }

  get count(): number {
    return this.#count;
  }

  get staleOffers(): ReadonlySet<Hash256> {
    return this.#staleOffers;
  }

  next(): BookOffer | undefined {
    while (this.#tip.step()) {
      if (this.#count >= MAX_OFFERS) return undefined;
      this.#count++;
      const { entry } = this.#tip;
      if (entry === undefined) this.#removeListing();
      else if (this.#isInvalid(entry)) {
        this.#sandbox.trace?.fact('offerPassedOver', { offer: entry.index, owner: entry.Account, because: 'unusable' });
        this.discard(entry.index);
      } else {
        const offer = this.#fundedOffer(entry);
        if (offer !== undefined) return offer;
        this.#sandbox.trace?.fact('offerPassedOver', { offer: entry.index, owner: entry.Account, because: 'unfunded' });
      }
    }
    return undefined;
  }

  discard(key: Hash256): void {
    this.#staleOffers.add(key);
  }

  /** Removes the listing of a missing offer. If the directory becomes empty it stays, as in rippled. */
  #removeListing(): void {
    const { page, offer } = this.#tip.place;
    for (const view of [this.#sandbox, this.#untouched]) {
      const listing = view.peek({ type: 'DirectoryNode', key: page });
      if (listing === undefined) continue;
      listing.Indexes = listing.Indexes.filter((key) => key !== offer.key);
      view.update(listing);
    }
  }

  #isInvalid(entry: Offer): boolean {
    const { TakerPays: pays, TakerGets: gets, Account: owner, DomainID: domain } = entry;
    if (hasExpired(this.#sandbox, entry.Expiration)) return true;
    if (signOfAmount(pays) <= 0 || signOfAmount(gets) <= 0) return true;
    if (isIssued(pays) && isDeeplyFrozen(this.#sandbox, owner, pays)) return true;
    return domain !== undefined && !isOfferInDomain(this.#sandbox, entry, domain);
  }

  /** The offer if it is funded. An unfunded one is removed permanently, unless this strand took its funds. */
  #fundedOffer(entry: Offer): BookOffer | undefined {
    const { Account: owner, TakerGets: gets } = entry;
    const funds = fundsOf(this.#sandbox, entry, this.#fees);
    const isUsable = signOfAmount(funds) > 0 && !this.#isTooSmall(entry, funds);
    if (isUsable) {
      const isIssuer = isIssued(gets) && gets.issuer === owner;
      return new OrderBookOffer(entry, this.#tip.quality, isIssuer ? undefined : funds);
    }
    if (compareAmounts(fundsOf(this.#untouched, entry, this.#fees), funds) === 0) this.discard(entry.index);
    return undefined;
  }

  /**
   * True if so little is funded that rounding makes the offer's quality worse than its book directory: such an offer
   * would block the book (rippled: shouldRmSmallIncreasedQOffer).
   */
  #isTooSmall({ TakerPays, TakerGets, Account: owner }: Offer, funds: StepAmount): boolean {
    if (!isIssued(TakerGets)) return false;
    const amounts: Movement = { in: asStepAmount(TakerPays), out: asStepAmount(TakerGets) };
    if (isIssued(TakerPays) && compareIssued(TakerPays, TakerGets) >= 0) return false;
    const isShort = owner !== TakerGets.issuer && compareAmounts(funds, amounts.out) < 0;
    const left = isShort ? ceilOutStrict(this.#tip.quality, amounts, funds, false) : amounts;
    if (signOfAmount(left.in) <= 0 || signOfAmount(left.out) <= 0) return true;
    const least = typeof left.in === 'bigint' ? 1n : withoutIssue(MIN_POSITIVE_ISSUED);
    return compareAmounts(left.in, least) <= 0 && compareQuality(qualityOf(left), this.#tip.quality) < 0;
  }
}

function fundsOf(view: ReadView, { Account, TakerGets }: Offer, fees: Fees): StepAmount {
  return asStepAmount(accountFunds(view, Account, TakerGets, fees));
}
