/**
 * A listener that follows how a transaction is applied: what the engine reads, in order, and what each stage decides.
 * The view that a transaction is applied to may have one, and views over it inherit it. Without a listener a trace
 * point costs one test, and its values are not computed. A listener changes nothing.
 */
import type { Ter } from '../protocol/tables/ter.ts';
import type { AccountId, Currency, Hash256, Issue, TradedAmount } from '../protocol/values.ts';

/** The stages of an application, in order; the last one checks the result. */
export type TraceStage = 'preflight' | 'preclaim' | 'apply' | 'invariants';

/** What a check of every transaction looks at. */
export type CheckedPart = 'sequence' | 'priorAndLastLedger' | 'delegation' | 'signature' | 'fee';

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

/** Facts beside the fields that are read, by name. */
export interface TraceFacts {
  /** A check of every transaction was made. */
  readonly check: { readonly part: CheckedPart; readonly result: Ter };
  /** A time that may have passed, and the parent ledger's; seconds since 2000-01-01T00:00:00Z. */
  readonly expiration: { readonly expirationSeconds: number; readonly nowSeconds: number };
  /** A strand that can be tried. Path 0 is the default path. */
  readonly strandBuilt: { readonly path: number; readonly places: readonly StepPlace[] };
  /** A path that gives no strand. */
  readonly strandRefused: { readonly path: number; readonly result: Ter };
  /** The step that makes the strand impossible. */
  readonly stepRefused: { readonly place: StepPlace; readonly result: Ter };
  /** What can move over a trust line: the debt that the source pays back, or what the destination can still hold. */
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
  /** A strand was tried. `dry` is the index of the step without liquidity, if any. */
  readonly strandTried: {
    readonly places: readonly StepPlace[];
    readonly movements: readonly (StepMovement | undefined)[];
    readonly isUsed: boolean;
    readonly dry: number | undefined;
  };
  /** A strand with liquidity, but at a price beyond the limit. */
  readonly strandTooDear: { readonly places: readonly StepPlace[] };
  /** The first rule that the change breaks. */
  readonly invariantBroken: { readonly name: string };
  /** What all strands together delivered. */
  readonly flowEnded: {
    readonly result: Ter;
    readonly wanted: TradedAmount;
    readonly most: TradedAmount | undefined;
    readonly spent: TradedAmount;
    readonly delivered: TradedAmount;
  };
}

export interface Trace {
  /** The same fields in a wrapper that reports each read, in order. */
  watchFields<T extends object>(fields: T): T;
  /** A stage has ended. */
  stage(stage: TraceStage, result: Ter): void;
  fact<Name extends keyof TraceFacts>(name: Name, values: TraceFacts[Name]): void;
}
