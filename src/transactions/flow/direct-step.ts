/**
 * A step over a trust line: the source redeems the destination's tokens while it holds some, else it issues its own, up
 * to the destination's limit (rippled: DirectStep.cpp).
 *
 * The debt direction determines the price. When redeeming: the worse of the source's QualityOut and the QualityIn of
 * the previous line. When issuing: the source's transfer rate if the previous step redeemed, and the destination's
 * QualityIn. Qualities and rates are in billionths.
 */
import type { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { amountOf, NO_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { addIssued, compareIssued, ISSUED_ZERO, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { mulRatioIssued } from '../../protocol/amounts/mul-ratio.ts';
import { QUALITY_ONE, qualityOf } from '../../protocol/amounts/quality.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { Keylet } from '../../protocol/entries/entries.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId, Currency, IssuedAmount } from '../../protocol/values.ts';
import { accountHolds, transferRate } from '../trust-lines/account-funds.ts';
import { directSend } from '../trust-lines/token-transfer.ts';
import { sideOf } from '../trust-lines/trust-line-side.ts';
import { type DirectRun, limitForwardRun } from './direct-run.ts';
import {
  type DebtDirection,
  type Movement,
  NO_TOKENS,
  placeOf,
  type Step,
  type StepAmount,
  type StrandDirection,
  type StrandRun,
  withoutIssue,
} from './step.ts';

/** Input (`sourceOut`) and output (`destinationIn`) per unit moved over the line. */
interface Prices {
  readonly sourceOut: number;
  readonly destinationIn: number;
}

interface Capacity {
  readonly limit: IssuedAmount;
  readonly debt: DebtDirection;
}

export interface DirectStepPlace {
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly currency: Currency;
  readonly previous: Step | undefined;
  readonly isLast: boolean;
  /** Offer crossing ignores the line's limit and qualities. */
  readonly isCrossing: boolean;
}

export class DirectStep implements Step {
  readonly lineSource: AccountId;
  readonly #destination: AccountId;
  readonly currency: Currency;
  readonly #line: Keylet<'RippleState'>;
  readonly #previous: Step | undefined;
  readonly #isLast: boolean;
  readonly #isCrossing: boolean;
  #run: DirectRun | undefined;

  constructor({ source, destination, currency, previous, isLast, isCrossing }: DirectStepPlace) {
    this.lineSource = source;
    this.#destination = destination;
    this.currency = currency;
    this.#line = lineKeylet(source, destination, currency);
    this.#previous = previous;
    this.#isLast = isLast;
    this.#isCrossing = isCrossing;
  }

  get accounts(): readonly [AccountId, AccountId] {
    return [this.lineSource, this.#destination];
  }

  get last(): Movement | undefined {
    return this.#run;
  }

  reverse({ sandbox }: StrandRun, out: StepAmount): Movement {
    this.#run = undefined;
    const { limit, debt } = this.#capacity(sandbox, out as IssuedAmount);
    const prices = this.#prices(sandbox, debt, 'reverse');
    if (signOfIssued(limit) <= 0) return this.#runDry(debt);
    const wanted = mulRatioIssued(out as IssuedAmount, PARITY_RATE, prices.destinationIn, true);
    const isLimiting = compareIssued(wanted, limit) > 0;
    const sent = isLimiting ? limit : wanted;
    this.#run = {
      in: mulRatioIssued(sent, prices.sourceOut, PARITY_RATE, true),
      sent,
      out: isLimiting ? mulRatioIssued(sent, prices.destinationIn, PARITY_RATE, false) : (out as IssuedAmount),
      debt,
    };
    this.#send(sandbox, this.#run);
    return this.#run;
  }

  forward({ sandbox }: StrandRun, into: StepAmount): Movement {
    const { limit, debt } = this.#capacity(sandbox, this.#run!.sent);
    const prices = this.#prices(sandbox, debt, 'forward');
    if (signOfIssued(limit) <= 0) return this.#runDry(debt);
    const wanted = mulRatioIssued(into as IssuedAmount, PARITY_RATE, prices.sourceOut, false);
    const isLimiting = compareIssued(wanted, limit) > 0;
    const sent = isLimiting ? limit : wanted;
    const run: DirectRun = {
      in: isLimiting ? mulRatioIssued(sent, prices.sourceOut, PARITY_RATE, true) : (into as IssuedAmount),
      sent,
      out: mulRatioIssued(sent, prices.destinationIn, PARITY_RATE, false),
      debt,
    };
    this.#run = limitForwardRun(this.#run!, run);
    this.#send(sandbox, this.#run);
    return this.#run;
  }

  debtDirection(view: ReadView, direction: StrandDirection): DebtDirection {
    if (direction === 'forward' && this.#run !== undefined) return this.#run.debt;
    return signOfIssued(this.#redeemable(view)) > 0 ? 'redeems' : 'issues';
  }

  lineQualityIn(view: ReadView): number {
    if (this.#isCrossing) return PARITY_RATE;
    const line = view.read(this.#line);
    return line?.[sideOf(this.#destination, this.lineSource).qualityIn] || PARITY_RATE;
  }

  qualityUpperBound(view: ReadView, previous: DebtDirection): ReturnType<Step['qualityUpperBound']> {
    const debt = this.debtDirection(view, 'forward');
    const { sourceOut, destinationIn } =
      debt === 'redeems' ? this.#redeemPrices(view) : this.#issuePrices(view, previous);
    const quality =
      sourceOut === destinationIn
        ? QUALITY_ONE
        : qualityOf({ in: wholeTokens(sourceOut), out: wholeTokens(destinationIn) });
    return { quality, debt };
  }

  equals(other: Step): boolean {
    return other instanceof DirectStep && other.#line.key === this.#line.key && other.lineSource === this.lineSource;
  }

  /** The most that can move at the best available price; `desired` if unlimited. */
  #capacity(view: ReadView, desired: IssuedAmount): Capacity {
    if (this.#isCrossing && this.#isLast) return { limit: desired, debt: 'issues' };
    const capacity = this.#lineCapacity(view);
    view.trace?.fact('lineCapacity', { place: placeOf(this), ...capacity });
    return capacity;
  }

  #lineCapacity(view: ReadView): Capacity {
    const redeemable = this.#redeemable(view);
    if (signOfIssued(redeemable) > 0) return { limit: redeemable, debt: 'redeems' };
    const line = view.read(this.#line);
    const limit = line === undefined ? ISSUED_ZERO : line[sideOf(this.#destination, this.lineSource).limit];
    return { limit: addIssued(withoutIssue(limit), redeemable), debt: 'issues' };
  }

  /** The source's balance of the destination's tokens; negative if the destination holds the source's. */
  #redeemable(view: ReadView): IssuedAmount {
    const token = { currency: this.currency, issuer: this.#destination };
    return withoutIssue(accountHolds(view, this.lineSource, token));
  }

  #prices(view: ReadView, debt: DebtDirection, direction: StrandDirection): Prices {
    if (debt === 'redeems') return this.#redeemPrices(view);
    return this.#issuePrices(view, this.#previous?.debtDirection(view, direction) ?? 'issues');
  }

  #redeemPrices(view: ReadView): Prices {
    if (this.#previous === undefined) return { sourceOut: PARITY_RATE, destinationIn: PARITY_RATE };
    return {
      sourceOut: Math.max(this.#previous.lineQualityIn(view), this.#lineQualityOut(view)),
      destinationIn: PARITY_RATE,
    };
  }

  #lineQualityOut(view: ReadView): number {
    if (this.#isCrossing) return PARITY_RATE;
    return view.read(this.#line)?.[sideOf(this.lineSource, this.#destination).qualityOut] || PARITY_RATE;
  }

  #issuePrices(view: ReadView, previous: DebtDirection): Prices {
    const qualityIn = this.lineQualityIn(view);
    return {
      sourceOut: previous === 'redeems' ? transferRate(view, this.lineSource) : PARITY_RATE,
      // At the end of a strand, a quality above parity would deliver more than was paid for.
      destinationIn: this.#isLast ? Math.min(qualityIn, PARITY_RATE) : qualityIn,
    };
  }

  #runDry(debt: DebtDirection): Movement {
    this.#run = { in: NO_TOKENS, sent: NO_TOKENS, out: NO_TOKENS, debt };
    return this.#run;
  }

  #send(sandbox: PaymentSandbox, { sent, debt }: DirectRun): void {
    const issuer = debt === 'redeems' ? this.#destination : this.lineSource;
    directSend(sandbox, this.lineSource, this.#destination, { ...sent, currency: this.currency, issuer });
  }
}

function wholeTokens(count: number): IssuedAmount {
  return amountOf(NO_ISSUE, BigInt(count)) as IssuedAmount;
}
