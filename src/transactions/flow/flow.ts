/**
 * Delivers an amount through several strands, the best first, taking from one as long as it is the best. Each turn asks
 * only for what is still missing (rippled: StrandFlow.h, flow over strands).
 */
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { compareAmounts, signOfAmount, subtractAmounts } from '../../protocol/amounts/amount-math.ts';
import { numOf } from '../../protocol/amounts/number.ts';
import { compareQuality, type Quality, qualityOf } from '../../protocol/amounts/quality.ts';
import { offerById } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { isWithin } from '../amm/pool-math.ts';
import { toAmount } from '../amm/swap.ts';
import { removeOfferIfThere } from '../offers/offer-entry.ts';
import { ActiveStrands, qualityUpperBound, strandQualityFunction } from './active-strands.ts';
import type { AmmContext } from './amm-context.ts';
import { isQualityWithin } from './amm-liquidity.ts';
import { SortedSum } from './sorted-sum.ts';
import { placesOf, type StepAmount, type Strand } from './step.ts';
import { flowStrand, type StrandFlow } from './strand-flow.ts';

/** An offer that crosses others: one that sells takes as much as it gets for what it gives. */
export type OfferCrossing = 'buy' | 'sell';

export interface FlowRequest {
  readonly strands: readonly Strand[];
  /** That which the strands were built with. */
  readonly amms: AmmContext;
  readonly deliver: StepAmount;
  /** Absent where there is no limit; then the source spends what is delivered. */
  readonly sendMax: StepAmount | undefined;
  /** Whether less than `deliver` will do. */
  readonly isPartial: boolean;
  /** No strand may be worse than this. */
  readonly limitQuality: Quality | undefined;
  /** Absent for payments. */
  readonly crossing?: OfferCrossing | undefined;
}

export interface FlowOutcome {
  readonly spent: StepAmount;
  readonly delivered: StepAmount;
  /** What was done, not yet applied. */
  readonly sandbox: PaymentSandbox;
}

/** Nothing has happened. */
export interface FlowFailure {
  readonly failure: Ter;
  /** Offers that were found to be of no use to anybody, in the order of their keys. */
  readonly staleOffers: readonly Hash256[];
}

const MAX_TURNS = 1000;
/** Differences by no more than these parts come from rounding. */
const WANTED_DISTANCE = numOf(1n, -9);
const QUALITY_DISTANCE = numOf(1n, -7);
const MAX_OFFERS_CONSIDERED = 1500;

/** Delivers through the strands, or says why not. */
export function flow(base: ReadView, request: FlowRequest): FlowOutcome | FlowFailure {
  return new Flow(base, request).run();
}

/** What one turn found. */
interface Turn {
  readonly best: StrandFlow | undefined;
  readonly staleOffers: ReadonlySet<Hash256>;
}

class Flow {
  readonly #request: FlowRequest;
  readonly #sandbox: PaymentSandbox;
  readonly #strands: ActiveStrands;
  readonly #ins: SortedSum;
  readonly #outs: SortedSum;
  readonly #staleOffers = new Set<Hash256>();
  #offersConsidered = 0;
  #missing: StepAmount;
  #left: StepAmount | undefined;

  constructor(base: ReadView, request: FlowRequest) {
    const { deliver, sendMax = deliver, strands, amms } = request;
    amms.isMultiPath = strands.length > 1;
    this.#request = request;
    this.#sandbox = new PaymentSandbox(base);
    this.#strands = new ActiveStrands(strands);
    this.#ins = new SortedSum(subtractAmounts(sendMax, sendMax));
    this.#outs = new SortedSum(subtractAmounts(deliver, deliver));
    this.#missing = deliver;
    this.#left = request.sendMax;
  }

  run(): FlowOutcome | FlowFailure {
    for (let turn = 1; signOfAmount(this.#missing) > 0 && !this.#isSpent(); turn++) {
      if (turn >= MAX_TURNS) return this.#fail('telFAILED_PROCESSING');
      const { best, staleOffers } = this.#takeBest();
      if (best !== undefined) this.#keep(best);
      this.#removeOffers(staleOffers);
      if (best === undefined || this.#offersConsidered >= MAX_OFFERS_CONSIDERED) break;
    }
    const result = this.#judge();
    this.#sandbox.trace?.fact('flowEnded', {
      result,
      wanted: this.#request.deliver,
      most: this.#request.sendMax,
      spent: this.#ins.total,
      delivered: this.#outs.total,
    });
    if (result !== 'tesSUCCESS') return this.#fail(result);
    return { spent: this.#ins.total, delivered: this.#outs.total, sandbox: this.#sandbox };
  }

  #isSpent(): boolean {
    return this.#left !== undefined && signOfAmount(this.#left) <= 0;
  }

  /** The first strand that gives anything and is good enough; those before it have no more to give. */
  #takeBest(): Turn {
    const { limitQuality, amms } = this.#request;
    const staleOffers = new Set<Hash256>();
    const active = this.#strands.next(this.#sandbox, limitQuality);
    amms.isMultiPath = active.length > 1;
    const wanted = this.#wantedAtLimit(active);
    for (const [position, strand] of active.entries()) {
      amms.startStrand();
      if (!this.#mayCross(strand)) continue;
      const outcome = flowStrand(this.#sandbox, strand, this.#left, wanted);
      for (const key of outcome.staleOffers) staleOffers.add(key);
      this.#offersConsidered += outcome.offersUsed;
      const best = outcome.flow;
      if (best === undefined || signOfAmount(best.out) === 0) continue;
      const isAdjusted = compareAmounts(wanted, this.#missing) !== 0;
      this.#noteQuality(best, strand, isAdjusted);
      if (!isGoodEnough(qualityOf(best), limitQuality, isAdjusted)) continue;
      this.#strands.keep(outcome.isExhausted ? position + 1 : position);
      return { best, staleOffers };
    }
    return { best: undefined, staleOffers };
  }

  /** Tells who watches that a strand is worse than it may be. */
  #noteQuality(best: StrandFlow, strand: Strand, isAdjusted: boolean): void {
    const { trace } = this.#sandbox;
    if (trace === undefined || isGoodEnough(qualityOf(best), this.#request.limitQuality, isAdjusted)) return;
    trace.fact('strandTooDear', { places: placesOf(strand) });
  }

  /**
   * A single strand through a market maker is worse the more of it is taken: only so much is, that it is just good enough
   * (limitOut).
   */
  #wantedAtLimit([strand, ...others]: readonly Strand[]): StepAmount {
    const { limitQuality } = this.#request;
    if (strand === undefined || others.length > 0 || limitQuality === undefined) return this.#missing;
    const out = strandQualityFunction(this.#sandbox, strand)?.outAtQuality(limitQuality);
    if (out === undefined) return this.#missing;
    const wanted = toAmount(this.#missing, out, 'toNearest');
    if (isWithin(wanted, this.#missing, WANTED_DISTANCE)) return this.#missing;
    return compareAmounts(this.#missing, wanted) < 0 ? this.#missing : wanted;
  }

  /** Offers cross strands only as long as these are good enough. */
  #mayCross(strand: Strand): boolean {
    const { crossing, limitQuality } = this.#request;
    if (crossing === undefined) return true;
    const quality = qualityUpperBound(this.#sandbox, strand);
    return quality !== undefined && !isWorse(quality, limitQuality);
  }

  #keep(best: StrandFlow): void {
    this.#ins.add(best.in);
    this.#outs.add(best.out);
    this.#missing = subtractAmounts(this.#request.deliver, this.#outs.total);
    const { sendMax } = this.#request;
    this.#left = sendMax === undefined ? undefined : subtractAmounts(sendMax, this.#ins.total);
    best.sandbox.applyTo(this.#sandbox);
    this.#request.amms.finishTurn();
  }

  #removeOffers(keys: ReadonlySet<Hash256>): void {
    for (const key of [...keys].sort()) {
      this.#staleOffers.add(key);
      removeOfferIfThere(this.#sandbox, offerById(key));
    }
  }

  #judge(): Ter {
    const { deliver, isPartial, crossing } = this.#request;
    const missed = compareAmounts(this.#outs.total, deliver);
    // Rounding can add up to more than was asked for; nobody may gain by it.
    if (missed > 0) return 'tefEXCEPTION';
    if (missed < 0 && !isPartial && crossing !== 'sell') return 'tecPATH_PARTIAL';
    if (missed < 0 && isPartial && signOfAmount(this.#outs.total) === 0) return 'tecPATH_DRY';
    // Who sells all or nothing must have sold all.
    const isAnyLeft = this.#left !== undefined && signOfAmount(this.#left) !== 0;
    const isUnsold = crossing === 'sell' && !isPartial && isAnyLeft;
    return isUnsold ? 'tecPATH_PARTIAL' : 'tesSUCCESS';
  }

  #fail(failure: Ter): FlowFailure {
    return { failure, staleOffers: [...this.#staleOffers].sort() };
  }
}

/** What was made just good enough may be a little worse, by rounding. */
function isGoodEnough(quality: Quality, limit: Quality | undefined, isAdjusted: boolean): boolean {
  if (limit === undefined || !isWorse(quality, limit)) return true;
  return isAdjusted && isQualityWithin(quality, limit, QUALITY_DISTANCE);
}

function isWorse(quality: Quality, limit: Quality | undefined): boolean {
  return limit !== undefined && compareQuality(quality, limit) < 0;
}
