/**
 * A step of a strand: one way to turn an amount into another at one quality. A strand is a chain of steps, and every
 * kind of step (over a trust line, in or out of the native currency, through an order book) is one file that implements
 * this interface (rippled: Steps.h).
 *
 * Inside a strand, token amounts have no issuer, only a quantity: the same tokens are the issue of one account on the
 * way into a step and of another on the way out. They carry `NO_ISSUE`.
 */
import type { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { StepPlace } from '../../ledger/trace.ts';
import { NO_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { ISSUED_ZERO, type IssuedQuantity, withQuantity } from '../../protocol/amounts/issued-amount.ts';
import type { Quality } from '../../protocol/amounts/quality.ts';
import {
  type AccountId,
  type Amount,
  type Currency,
  type Hash256,
  type Issue,
  type IssuedAmount,
  isIssued,
  type TradedAmount,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';
import type { QualityFunction } from './quality-function.ts';

/** Drops, or an amount of `NO_ISSUE`. */
export type StepAmount = TradedAmount;

/** What a step took and gave. */
export interface Movement {
  readonly in: StepAmount;
  readonly out: StepAmount;
}

/** Whether what leaves a step is a debt paid back to its issuer, or a new one. Passing tokens on costs a fee. */
export type DebtDirection = 'issues' | 'redeems';
export type StrandDirection = 'forward' | 'reverse';

/** What a strand works in. */
export interface StrandRun {
  readonly sandbox: PaymentSandbox;
  /** The funds before the strand ran: an offer without funds there was found so, and did not become so. */
  readonly untouched: PaymentSandbox;
  /** Offers that are to be removed whatever becomes of the strand. */
  readonly staleOffers: Set<Hash256>;
}

/** A strand fails, for a reason that only shows while value moves; other strands may still do (FlowException). */
export class StrandError extends Error {
  override readonly name = 'StrandError';
}

export interface Step {
  /** Who gives and who receives; the issuers, for an order book. */
  readonly accounts: readonly [source: AccountId, destination: AccountId];
  /** Set when the step is over a trust line. */
  readonly lineSource?: AccountId;
  /** That of the line. */
  readonly currency?: Currency;
  /** Set when the step goes through an order book. */
  readonly book?: { readonly in: Issue; readonly out: Issue };
  /** What went in and out when the step ran last. */
  readonly last: Movement | undefined;
  /** Moves what is needed for `out` to come out, or as much of it as there is. */
  reverse(run: StrandRun, out: StepAmount): Movement;
  /** Moves `into`, or as much of it as there is room for. */
  forward(run: StrandRun, into: StepAmount): Movement;
  debtDirection(view: ReadView, direction: StrandDirection): DebtDirection;
  /** The quality at which the destination takes what comes in; one to one except over a trust line. */
  lineQualityIn(view: ReadView): number;
  /** The best quality to hope for; none when the step is dry. */
  qualityUpperBound(view: ReadView, previous: DebtDirection): { quality: Quality | undefined; debt: DebtDirection };
  /** The average quality as a function of what comes out; absent where it does not depend on it. */
  qualityFunction?(
    view: ReadView,
    previous: DebtDirection,
  ): { quality: QualityFunction | undefined; debt: DebtDirection };
  /** How many offers it looked at when it ran last; absent where there are none. */
  readonly offersUsed?: number;
  /** True once it met so many offers that its strand is not tried again. */
  readonly isExhausted?: boolean;
  /** True if the other step would move the same between the same. */
  equals(other: Step): boolean;
}

export type Strand = readonly Step[];

/** A quantity of tokens as steps pass it on. */
export function withoutIssue({ mantissa, exponent }: IssuedQuantity): IssuedAmount {
  return { mantissa, exponent, ...NO_ISSUE };
}

export const NO_TOKENS: IssuedAmount = withoutIssue(ISSUED_ZERO);

/** An amount as steps pass it on. */
export function asStepAmount(amount: TradedAmount): StepAmount {
  return typeof amount === 'bigint' ? amount : withoutIssue(amount);
}

/** What a step passed on, as an amount of the same asset as `like`. */
export function likeAmount<T extends Amount>(like: T, quantity: StepAmount): T {
  return (typeof quantity === 'bigint' || !isIssued(like) ? quantity : withQuantity(like, quantity)) as T;
}

/** Where a step is, for who watches a payment. */
export function placeOf({ accounts, lineSource, currency, book }: Step): StepPlace {
  if (book !== undefined) return { kind: 'book', ...book };
  const [source, destination] = accounts;
  if (lineSource !== undefined && currency !== undefined) return { kind: 'line', source, destination, currency };
  const isLast = source === ZERO_ACCOUNT;
  return { kind: 'drops', account: isLast ? destination : source, isLast };
}

/** The same of all steps of a strand. */
export function placesOf(strand: Strand): StepPlace[] {
  return strand.map(placeOf);
}
