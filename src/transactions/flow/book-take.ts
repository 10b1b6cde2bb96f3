/**
 * The amounts that a book step consumes, offer by offer, in either direction (rippled: BookStep.cpp, revImp, fwdImp,
 * consumeOffer).
 */
import type { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { compareAmounts, signOfAmount, subtractAmounts, zeroOf } from '../../protocol/amounts/amount-math.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type Issue, isNativeIssue, issuerOf, type TradedAmount } from '../../protocol/values.ts';
import { accountSend } from '../trust-lines/token-transfer.ts';
import type { BookOffer, TransferRates } from './book-offer.ts';
import { limitTakingIn, limitTakingOut, type OfferTaking } from './offer-taking.ts';
import { SortedSum } from './sorted-sum.ts';
import { likeAmount, type Movement, NO_TOKENS, type StepAmount, StrandError } from './step.ts';

interface BookIssues {
  readonly in: Issue;
  readonly out: Issue;
}

export interface BookTake {
  /** Consumes what is needed of the offer; `whole` is all that is available. False if no further offer is needed. */
  from(sandbox: PaymentSandbox, offer: BookOffer, whole: OfferTaking, rates: TransferRates): boolean;
  /** The total input and output of the step. */
  finish(): Movement;
}

/** Consumes offers until the output is reached. */
export class ReverseTake implements BookTake {
  readonly #book: BookIssues;
  readonly #wanted: StepAmount;
  readonly #ins: SortedSum;
  readonly #outs: SortedSum;
  #missing: StepAmount;

  constructor(book: BookIssues, wanted: StepAmount) {
    this.#book = book;
    this.#wanted = wanted;
    this.#missing = wanted;
    this.#ins = new SortedSum(nothingOf(book.in));
    this.#outs = new SortedSum(nothingOf(book.out));
  }

  from(sandbox: PaymentSandbox, offer: BookOffer, whole: OfferTaking, rates: TransferRates): boolean {
    if (signOfAmount(this.#missing) <= 0) return false;
    if (compareAmounts(whole.step.out, this.#missing) <= 0) {
      this.#ins.add(whole.step.in);
      this.#outs.add(whole.step.out);
      this.#missing = subtractAmounts(this.#wanted, this.#outs.total);
      consumeOffer(sandbox, this.#book, offer, whole);
      // Even if nothing is missing: the next step removes the consumed offer.
      return true;
    }
    const part = limitTakingOut(offer, whole, rates, this.#missing);
    this.#missing = subtractAmounts(this.#missing, this.#missing);
    this.#ins.add(part.step.in);
    consumeOffer(sandbox, this.#book, offer, part);
    // Rounding may have consumed the offer entirely.
    return offer.isConsumed;
  }

  finish(): Movement {
    const sign = signOfAmount(this.#missing);
    if (sign < 0) return { in: nothingOf(this.#book.in), out: nothingOf(this.#book.out) };
    // If nothing is missing, the requested amount is exact; the sum may differ by rounding.
    return { in: this.#ins.total, out: sign === 0 ? this.#wanted : this.#outs.total };
  }
}

/** Consumes offers until the input is used; the output is at most that of the reverse pass. */
export class ForwardTake implements BookTake {
  readonly #book: BookIssues;
  readonly #given: StepAmount;
  readonly #reverse: Movement;
  readonly #ins: SortedSum;
  readonly #outs: SortedSum;
  #left: StepAmount;
  #result: Movement;

  constructor(book: BookIssues, given: StepAmount, reverse: Movement) {
    this.#book = book;
    this.#given = given;
    this.#reverse = reverse;
    this.#left = given;
    this.#ins = new SortedSum(nothingOf(book.in));
    this.#outs = new SortedSum(nothingOf(book.out));
    this.#result = { in: this.#ins.total, out: this.#outs.total };
  }

  from(sandbox: PaymentSandbox, offer: BookOffer, whole: OfferTaking, rates: TransferRates): boolean {
    if (signOfAmount(this.#left) <= 0) return false;
    const takesWhole = compareAmounts(whole.step.in, this.#left) <= 0;
    const part = takesWhole ? whole : limitTakingIn(offer, whole, rates, this.#left);
    this.#ins.add(part.step.in);
    this.#outs.add(part.step.out);
    this.#result = { in: takesWhole ? this.#ins.total : this.#given, out: this.#outs.total };
    const taking = this.#withinReverse(offer, whole, part, rates);
    this.#left = subtractAmounts(this.#given, this.#result.in);
    consumeOffer(sandbox, this.#book, offer, taking);
    return takesWhole || offer.isConsumed;
  }

  finish(): Movement {
    const sign = signOfAmount(this.#left);
    if (sign < 0) return { in: nothingOf(this.#book.in), out: nothingOf(this.#book.out) };
    return sign === 0 ? { in: this.#given, out: this.#result.out } : this.#result;
  }

  /**
   * Rounding may give more output than the reverse pass for the same input. If the rest of the reverse output needs
   * exactly the rest of the input, that is taken instead.
   */
  #withinReverse(offer: BookOffer, whole: OfferTaking, part: OfferTaking, rates: TransferRates): OfferTaking {
    const isTooMuch = compareAmounts(this.#result.out, this.#reverse.out) > 0;
    if (!isTooMuch || compareAmounts(this.#result.in, this.#reverse.in) > 0) return part;
    this.#outs.remove(part.step.out);
    const missing = subtractAmounts(this.#reverse.out, this.#outs.total);
    const reversed = limitTakingOut(offer, whole, rates, missing);
    if (compareAmounts(reversed.step.in, this.#left) !== 0) {
      this.#outs.add(part.step.out);
      return part;
    }
    this.#result = { in: this.#given, out: this.#reverse.out };
    return { ...reversed, step: { in: this.#left, out: missing } };
  }
}

/** Transfers go through the issuers: the difference between the amounts is the transfer fee. */
function consumeOffer(sandbox: PaymentSandbox, book: BookIssues, offer: BookOffer, taking: OfferTaking): void {
  const { owner } = offer;
  if (!offer.isSound(taking.offer)) throw new StrandError('tecINVARIANT_FAILED');
  sendOrFail(accountSend(sandbox, issuerOf(book.in), owner, amountOf(book.in, taking.offer.in)));
  sendOrFail(accountSend(sandbox, owner, issuerOf(book.out), amountOf(book.out, taking.ownerGives)));
  offer.consume(sandbox, taking.offer);
}

function sendOrFail(result: Ter): void {
  if (result !== 'tesSUCCESS') throw new StrandError(result);
}

function nothingOf(issue: Issue): StepAmount {
  return isNativeIssue(issue) ? 0n : NO_TOKENS;
}

function amountOf(issue: Issue, quantity: StepAmount): TradedAmount {
  return likeAmount(zeroOf(issue) as TradedAmount, quantity);
}
