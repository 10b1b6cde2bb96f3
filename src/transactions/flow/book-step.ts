/**
 * A step through an order book. It consumes offers of the best quality only, up to the requested amount; offers of
 * other qualities are left for later iterations, in which another strand may be better (rippled: BookStep.cpp).
 *
 * The reverse pass computes the input for a requested output, the forward pass the output for a given input.
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import { compareQuality, QUALITY_ONE, type Quality } from '../../protocol/amounts/quality.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import { type BookRange, bookRange } from '../../protocol/entries/keylets.ts';
import { type AccountId, type Issue, isNativeIssue, issueKey, issuerOf } from '../../protocol/values.ts';
import { transferRate } from '../trust-lines/account-funds.ts';
import { requireAuth } from '../trust-lines/trust-line-auth.ts';
import { AmmLiquidity } from './amm-liquidity.ts';
import type { AmmOffer } from './amm-offer.ts';
import type { BookOffer, OfferSource, TransferRates } from './book-offer.ts';
import { type BookTake, ForwardTake, ReverseTake } from './book-take.ts';
import { type BookTerms, crossingTerms, PAYMENT_TERMS } from './book-terms.ts';
import { bestBookQuality } from './book-tip.ts';
import { MAX_OFFERS, OfferStream } from './offer-stream.ts';
import { takeWhole } from './offer-taking.ts';
import { QualityFunction } from './quality-function.ts';
import type { DebtDirection, Movement, Step, StepAmount, StrandDirection, StrandRun } from './step.ts';
import type { StepContext } from './step-context.ts';

/** One pass over the offers. */
interface Taking {
  readonly run: StrandRun;
  readonly offers: OfferSource;
  readonly rates: TransferRates;
  readonly take: BookTake;
  /** The quality of the first offer tried; an offer of another quality ends the pass. */
  quality: Quality | undefined;
  isAttempted: boolean;
}

export class BookStep implements Step {
  readonly book: { readonly in: Issue; readonly out: Issue };
  readonly #range: BookRange;
  readonly #isPermissioned: boolean;
  readonly #fees: Fees;
  readonly #destination: AccountId;
  readonly #previous: Step | undefined;
  readonly #ownerPaysTransferFee: boolean;
  readonly #terms: BookTerms;
  readonly #amm: AmmLiquidity | undefined;
  #last: Movement | undefined;
  #offersUsed = 0;
  #isExhausted = false;

  constructor(context: StepContext, into: Issue, out: Issue) {
    const { crossingLimit: limit, ends, domain, previous, fees, ownerPaysTransferFee = false } = context;
    this.book = { in: into, out };
    this.#range = bookRange({ takerPays: into, takerGets: out, domain });
    this.#isPermissioned = domain !== undefined;
    this.#fees = fees;
    this.#destination = ends.destination;
    this.#previous = previous;
    this.#ownerPaysTransferFee = ownerPaysTransferFee;
    this.#amm = AmmLiquidity.find(context.view, context.amms, this.book);
    this.#terms =
      limit === undefined
        ? PAYMENT_TERMS
        : crossingTerms({ limit, ends, isDefaultPath: context.isDefaultPath, previous });
  }

  get accounts(): readonly [AccountId, AccountId] {
    return [issuerOf(this.book.in), issuerOf(this.book.out)];
  }

  get last(): Movement | undefined {
    return this.#last;
  }

  get offersUsed(): number {
    return this.#offersUsed;
  }

  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  reverse(run: StrandRun, out: StepAmount): Movement {
    this.#last = undefined;
    return this.#run(run, 'reverse', new ReverseTake(this.book, out));
  }

  forward(run: StrandRun, into: StepAmount): Movement {
    return this.#run(run, 'forward', new ForwardTake(this.book, into, this.#last!));
  }

  /** The output is issued anew if the owners of the offers paid its transfer fee. */
  debtDirection(): DebtDirection {
    return this.#ownerPaysTransferFee ? 'issues' : 'redeems';
  }

  lineQualityIn(): number {
    return PARITY_RATE;
  }

  qualityUpperBound(view: ReadView, previous: DebtDirection): ReturnType<Step['qualityUpperBound']> {
    const best = this.#bestOffer(view);
    const quality = best === undefined ? undefined : this.#qualityWithFees(best, this.#rates(view, previous));
    return { quality, debt: this.debtDirection() };
  }

  qualityFunction(view: ReadView, previous: DebtDirection): ReturnType<NonNullable<Step['qualityFunction']>> {
    const best = this.#bestOffer(view);
    const rates = this.#rates(view, previous);
    const quality = best === undefined ? undefined : this.#qualityFunctionWithFees(best, rates);
    return { quality, debt: this.debtDirection() };
  }

  equals({ book }: Step): boolean {
    if (book === undefined) return false;
    return issueKey(book.in) === issueKey(this.book.in) && issueKey(book.out) === issueKey(this.book.out);
  }

  #run(run: StrandRun, direction: StrandDirection, take: BookTake): Movement {
    const previous = this.#previous?.debtDirection(run.sandbox, direction) ?? 'issues';
    const offers: OfferSource = new OfferStream(run, this.#range, this.#fees);
    this.#takeOffers(run, offers, this.#rates(run.sandbox, previous), take);
    for (const key of offers.staleOffers) run.staleOffers.add(key);
    this.#offersUsed = offers.count;
    if (offers.count >= MAX_OFFERS) this.#isExhausted = true;
    this.#last = take.finish();
    return this.#last;
  }

  /** The AMM offer if it is better than the book's best offer; else the quality of that one (tip). */
  #bestOffer(view: ReadView): AmmOffer | Quality | undefined {
    const best = bestBookQuality(view, this.#range);
    const offer = this.#amm?.offer(view, this.#ammThreshold(best));
    return offer !== undefined && (best === undefined || compareQuality(offer.quality, best) > 0) ? offer : best;
  }

  #qualityWithFees(best: AmmOffer | Quality, rates: TransferRates): Quality {
    if (typeof best === 'bigint') return this.#terms.qualityWithFees(best, rates);
    return this.#terms.ammQualityWithFees(best.quality, rates, this.#amm!.isMultiPath);
  }

  #qualityFunctionWithFees(best: AmmOffer | Quality, rates: TransferRates): QualityFunction {
    const quality = typeof best === 'bigint' ? best : best.qualityFunction.quality;
    if (quality !== undefined) return QualityFunction.constant(this.#terms.qualityWithFees(quality, rates));
    const fees = this.#terms.ammQualityWithFees(QUALITY_ONE, rates, this.#amm!.isMultiPath);
    const { qualityFunction } = best as AmmOffer;
    return fees === QUALITY_ONE ? qualityFunction : QualityFunction.constant(fees).combine(qualityFunction);
  }

  #ammThreshold(bookQuality: Quality | undefined): Quality | undefined {
    if (bookQuality === undefined || this.#amm === undefined) return bookQuality;
    return this.#terms.ammThreshold(bookQuality, this.#amm.isMultiPath);
  }

  /**
   * Consumes offers of one quality until the amount is reached. An AMM offer comes first if it is better than the
   * book's first offer, or the book is empty; permissioned books have no AMM offers (forEachOffer).
   */
  #takeOffers(run: StrandRun, offers: OfferSource, rates: TransferRates, take: BookTake): void {
    const taking: Taking = { run, offers, rates, take, quality: undefined, isAttempted: false };
    let offer = offers.next();
    const amm = this.#isPermissioned ? undefined : this.#amm;
    const ammOffer = amm?.offer(run.sandbox, this.#ammThreshold(offer?.quality));
    if (ammOffer !== undefined && !this.#tryOffer(taking, ammOffer)) return;
    while (offer !== undefined && this.#tryOffer(taking, offer)) offer = offers.next();
  }

  /** Consumes what is needed of an offer. False to stop the pass (execOffer). */
  #tryOffer(taking: Taking, offer: BookOffer): boolean {
    const { run, offers, rates, take } = taking;
    taking.quality ??= offer.quality;
    if (offer.quality !== taking.quality) return false;
    if (this.#terms.crossesItself(offer) || !this.#mayReceive(run.untouched, offer)) {
      this.#traceSkipped(run, offer);
      // The offer is removed unconsumed. If none was attempted so far, the next may have another quality.
      if (offer.key !== undefined) offers.discard(offer.key);
      if (!taking.isAttempted) taking.quality = undefined;
      return true;
    }
    if (!this.#terms.accepts(offer.quality)) return false;
    taking.isAttempted = true;
    const ownRates = offer.adjustRates(this.#terms.ratesFor(offer.owner, rates));
    return take.from(run.sandbox, offer, takeWhole(offer, ownRates), ownRates);
  }

  /** Traces that an offer was skipped, and why. */
  #traceSkipped({ sandbox }: StrandRun, offer: BookOffer): void {
    const { key, owner } = offer;
    if (sandbox.trace === undefined || key === undefined) return;
    const because = this.#terms.crossesItself(offer) ? 'own' : 'unauthorized';
    sandbox.trace.fact('offerPassedOver', { offer: key, owner, because });
  }

  /** Whether the offer's owner is authorized to hold the input asset. */
  #mayReceive(view: ReadView, { owner }: BookOffer): boolean {
    const { in: into } = this.book;
    if ('mptIssuanceId' in into || into.issuer === undefined) return true;
    return requireAuth(view, owner, { currency: into.currency, issuer: into.issuer }) === 'tesSUCCESS';
  }

  /**
   * The taker pays the input's transfer fee if the previous step redeems; the owners of the offers pay the output's, if
   * `ownerPaysTransferFee`.
   */
  #rates(view: ReadView, previous: DebtDirection): TransferRates {
    return {
      in: previous === 'redeems' ? this.#rateOf(view, this.book.in) : PARITY_RATE,
      out: this.#ownerPaysTransferFee ? this.#rateOf(view, this.book.out) : PARITY_RATE,
    };
  }

  #rateOf(view: ReadView, issue: Issue): number {
    const issuer = issuerOf(issue);
    return isNativeIssue(issue) || issuer === this.#destination ? PARITY_RATE : transferRate(view, issuer);
  }
}
