/**
 * A step of a strand converts an input amount to an output amount. A strand is a chain of steps; each kind of step
 * (trust line, XRP endpoint, order book) is one file that implements this interface (rippled: Steps.h).
 *
 * Within a strand, token amounts have no issuer, because a step's input and output are the same tokens seen as issues
 * of two accounts. They carry `NO_ISSUE`.
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

/** Input and output of a step. */
export interface Movement {
  readonly in: StepAmount;
  readonly out: StepAmount;
}

/** Whether a step's output redeems tokens at their issuer or issues new ones. The transfer fee depends on it. */
export type DebtDirection = 'issues' | 'redeems';
export type StrandDirection = 'forward' | 'reverse';

/** The views that a strand executes in. */
export interface StrandRun {
  readonly sandbox: PaymentSandbox;
  /** The balances before the strand was executed: an offer unfunded here was unfunded before (rippled: afView). */
  readonly untouched: PaymentSandbox;
  /** Offers to remove even if the strand is not used. */
  readonly staleOffers: Set<Hash256>;
}

/** A strand fails during execution; other strands may still succeed (FlowException). */
export class StrandError extends Error {
  override readonly name = 'StrandError';
}

export interface Step {
  /** Sender and receiver; the issuers, for an order book. */
  readonly accounts: readonly [source: AccountId, destination: AccountId];
  /** The sending account; only for steps over a trust line. */
  readonly lineSource?: AccountId;
  /** Only for steps over a trust line. */
  readonly currency?: Currency;
  /** Only for steps through an order book. */
  readonly book?: { readonly in: Issue; readonly out: Issue };
  /** Input and output of the last execution. */
  readonly last: Movement | undefined;
  /** Executes backward: moves what is needed for the output `out`, or as much as possible. */
  reverse(run: StrandRun, out: StepAmount): Movement;
  /** Executes forward: moves the input `into`, or as much as possible. */
  forward(run: StrandRun, into: StepAmount): Movement;
  debtDirection(view: ReadView, direction: StrandDirection): DebtDirection;
  /** The destination's QualityIn, in billionths; parity except over a trust line. */
  lineQualityIn(view: ReadView): number;
  /** The upper bound of the quality; undefined if the step is dry. */
  qualityUpperBound(view: ReadView, previous: DebtDirection): { quality: Quality | undefined; debt: DebtDirection };
  /** The average quality as a function of the output; absent if it is constant. */
  qualityFunction?(
    view: ReadView,
    previous: DebtDirection,
  ): { quality: QualityFunction | undefined; debt: DebtDirection };
  /** The number of offers visited in the last execution; absent if not applicable. */
  readonly offersUsed?: number;
  /** True after so many offers that the strand is not tried again. */
  readonly isExhausted?: boolean;
  /** True if the other step has the same kind, accounts and assets. */
  equals(other: Step): boolean;
}

export type Strand = readonly Step[];

/** A token quantity without its issue. */
export function withoutIssue({ mantissa, exponent }: IssuedQuantity): IssuedAmount {
  return { mantissa, exponent, ...NO_ISSUE };
}

export const NO_TOKENS: IssuedAmount = withoutIssue(ISSUED_ZERO);

/** An amount without its issue. */
export function asStepAmount(amount: TradedAmount): StepAmount {
  return typeof amount === 'bigint' ? amount : withoutIssue(amount);
}

/** A step amount as an amount of the same asset as `like`. */
export function likeAmount<T extends Amount>(like: T, quantity: StepAmount): T {
  return (typeof quantity === 'bigint' || !isIssued(like) ? quantity : withQuantity(like, quantity)) as T;
}

/** The place of a step, for traces. */
export function placeOf({ accounts, lineSource, currency, book }: Step): StepPlace {
  if (book !== undefined) return { kind: 'book', ...book };
  const [source, destination] = accounts;
  if (lineSource !== undefined && currency !== undefined) return { kind: 'line', source, destination, currency };
  const isLast = source === ZERO_ACCOUNT;
  return { kind: 'drops', account: isLast ? destination : source, isLast };
}

/** The places of all steps of a strand. */
export function placesOf(strand: Strand): StepPlace[] {
  return strand.map(placeOf);
}
