/**
 * Somebody who watches a transaction being applied: told what the engine looks at, in order, and what each stage decides.
 * The view that a transaction is applied to may carry one, and so may every view over that one. Nobody listens as a rule:
 * then a trace point costs one look for the listener, and its values are not even made. A listener changes nothing.
 */
import type { Ter } from '../protocol/tables/ter.ts';
import type { AccountId, Currency, Hash256, Issue, TradedAmount } from '../protocol/values.ts';

/** The parts of an application, in order; the last is a look at what it did. */
export type TraceStage = 'preflight' | 'preclaim' | 'apply' | 'invariants';

/** Where a step of a payment is: over a trust line, through an order book, or in or out of the native currency. */
export type StepPlace =
  | { readonly kind: 'line'; readonly source: AccountId; readonly destination: AccountId; readonly currency: Currency }
  | { readonly kind: 'book'; readonly in: Issue; readonly out: Issue }
  | { readonly kind: 'drops'; readonly account: AccountId; readonly isLast: boolean };

/** What went in and out of a step. Token amounts are quantities without an issuer. */
export interface StepMovement {
  readonly in: TradedAmount;
  readonly out: TradedAmount;
}

/** What is told beside what is read, by name. */
export interface TraceFacts {
  /** A check of every transaction was made. */
  readonly check: { readonly name: string; readonly result: Ter };
  /** A time that may have passed, and the parent ledger's; seconds since 2000-01-01T00:00:00Z. */
  readonly expiration: { readonly expirationSeconds: number; readonly nowSeconds: number };
  /** A payment's way that can be tried. Path 0 is the default one. */
  readonly strandBuilt: { readonly path: number; readonly places: readonly StepPlace[] };
  /** A payment's way that cannot. */
  readonly strandRefused: { readonly path: number; readonly result: Ter };
  /** The step that makes it impossible. */
  readonly stepRefused: { readonly place: StepPlace; readonly result: Ter };
  /** What can move over a line: the source's debt that it pays back, or what the destination would still hold. */
  readonly lineCapacity: {
    readonly place: StepPlace;
    readonly limit: TradedAmount;
    readonly debt: 'redeems' | 'issues';
  };
  /** What an account can spend of its drops. */
  readonly spendableDrops: { readonly account: AccountId; readonly drops: bigint };
  /** An offer that cannot be taken. */
  readonly offerPassedOver: {
    readonly offer: Hash256;
    readonly owner: AccountId;
    readonly because: 'unusable' | 'unfunded' | 'unauthorized' | 'own';
  };
  /** Value was pushed through a strand, or none could be. `dry` is the index of the step that gave nothing. */
  readonly strandTried: {
    readonly places: readonly StepPlace[];
    readonly movements: readonly (StepMovement | undefined)[];
    readonly isUsed: boolean;
    readonly dry: number | undefined;
  };
  /** A strand that would give something, at a price beyond the limit. */
  readonly strandTooDear: { readonly places: readonly StepPlace[] };
  /** The first rule that the change breaks. */
  readonly invariantBroken: { readonly name: string };
  /** What all strands together made of the request. */
  readonly flowEnded: {
    readonly result: Ter;
    readonly wanted: TradedAmount;
    readonly most: TradedAmount | undefined;
    readonly spent: TradedAmount;
    readonly delivered: TradedAmount;
  };
}

export interface Trace {
  /** The same fields, watched: in this order they are looked at. */
  watchFields<T extends object>(fields: T): T;
  /** A stage has ended. */
  stage(stage: TraceStage, result: Ter): void;
  fact<Name extends keyof TraceFacts>(name: Name, values: TraceFacts[Name]): void;
}
