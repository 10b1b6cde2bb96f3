/**
 * Delivers an amount through several strands, one iteration at a time: each uses the best strand for what is still
 * missing (rippled: StrandFlow.h, flow over strands).
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
import { removeOfferIfPresent } from '../offers/offer-entry.ts';
import { ActiveStrands, qualityUpperBound, strandQualityFunction } from './active-strands.ts';
import type { AmmContext } from './amm-context.ts';
import { isQualityWithin } from './amm-liquidity.ts';
import { SortedSum } from './sorted-sum.ts';
import { placesOf, type StepAmount, type Strand } from './step.ts';
import { flowStrand, type StrandFlow } from './strand-flow.ts';

/** Offer crossing: 'sell' (tfSell) accepts more output than requested. */
export type OfferCrossing = 'buy' | 'sell';

export interface FlowRequest {
  readonly strands: readonly Strand[];
  /** The context that the strands were built with. */
  readonly amms: AmmContext;
  readonly deliver: StepAmount;
  /** Undefined for no limit: then the source spends what is delivered. */
  readonly sendMax: StepAmount | undefined;
  /** Whether less than `deliver` is accepted. */
  readonly isPartial: boolean;
  /** The worst acceptable quality of a strand. */
  readonly limitQuality: Quality | undefined;
  /** Undefined for payments. */
  readonly crossing?: OfferCrossing | undefined;
}

export interface FlowOutcome {
  readonly spent: StepAmount;
  readonly delivered: StepAmount;
  /** The changes, not yet applied. */
  readonly sandbox: PaymentSandbox;
}

/** A failed flow; the ledger is unchanged. */
export interface FlowFailure {
  readonly failure: Ter;
  /** Unusable offers found on the way, in key order, to be removed. */
  readonly staleOffers: readonly Hash256[];
}

const MAX_ITERATIONS = 1000;
/** Relative differences up to these values are attributed to rounding. */
const WANTED_DISTANCE = numOf(1n, -9);
const QUALITY_DISTANCE = numOf(1n, -7);
const MAX_OFFERS_CONSIDERED = 1500;

/** Delivers through the strands, or returns the reason for the failure. */
export function flow(base: ReadView, request: FlowRequest): FlowOutcome | FlowFailure {
  return new Flow(base, request).run();
}

/** The result of one iteration. */
interface Iteration {
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
    for (let iteration = 1; signOfAmount(this.#missing) > 0 && !this.#isSpent(); iteration++) {
      if (iteration >= MAX_ITERATIONS) return this.#fail('telFAILED_PROCESSING');
      const { best, staleOffers } = this.#useBest();
      if (best !== undefined) this.#keep(best);
      this.#removeOffers(staleOffers);
      if (best === undefined || this.#offersConsidered >= MAX_OFFERS_CONSIDERED) break;
    }
    const result = this.#result();
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

  /** The first strand that delivers anything at an acceptable quality; those before it are dry. */
  #useBest(): Iteration {
    const { limitQuality, amms } = this.#request;
    const staleOffers = new Set<Hash256>();
    const active = this.#strands.next(this.#sandbox, limitQuality);
    amms.isMultiPath = active.length > 1;
    for (const [position, strand] of active.entries()) {
      amms.clearAmmUsed();
      if (!this.#mayCross(strand)) continue;
      const wanted = active.length > 1 ? this.#missing : this.#wantedAtLimit(strand);
      const outcome = flowStrand(this.#sandbox, strand, this.#left, wanted);
      for (const key of outcome.staleOffers) staleOffers.add(key);
      this.#offersConsidered += outcome.offersUsed;
      const best = outcome.flow;
      if (best === undefined || signOfAmount(best.out) === 0) continue;
      const isAdjusted = compareAmounts(wanted, this.#missing) !== 0;
      this.#traceQuality(best, strand, isAdjusted);
      if (!isGoodEnough(best, limitQuality, isAdjusted)) continue;
      this.#strands.keep(outcome.isExhausted ? position + 1 : position);
      return { best, staleOffers };
    }
    return { best: undefined, staleOffers };
  }

  /** Traces a strand whose quality is below the limit. */
  #traceQuality(best: StrandFlow, strand: Strand, isAdjusted: boolean): void {
    const { trace } = this.#sandbox;
    if (trace === undefined || isGoodEnough(best, this.#request.limitQuality, isAdjusted)) return;
    trace.fact('strandTooDear', { places: placesOf(strand) });
  }

  /**
   * The quality of a single strand with an AMM falls with the amount: reduces the amount so that the limit quality is
   * just met (limitOut).
   */
  #wantedAtLimit(strand: Strand): StepAmount {
    const { limitQuality } = this.#request;
    if (limitQuality === undefined) return this.#missing;
    const out = strandQualityFunction(this.#sandbox, strand)?.outAtQuality(limitQuality);
    if (out === undefined) return this.#missing;
    const wanted = toAmount(this.#missing, out, 'toNearest');
    if (isWithin(wanted, this.#missing, WANTED_DISTANCE)) return this.#missing;
    return compareAmounts(this.#missing, wanted) < 0 ? this.#missing : wanted;
  }

  /** Offer crossing checks the quality bound before each strand. */
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
    this.#request.amms.finishIteration();
  }

  #removeOffers(keys: ReadonlySet<Hash256>): void {
    for (const key of [...keys].sort()) {
      this.#staleOffers.add(key);
      removeOfferIfPresent(this.#sandbox, offerById(key));
    }
  }

  #result(): Ter {
    const { deliver, isPartial, crossing } = this.#request;
    const missed = compareAmounts(this.#outs.total, deliver);
    // Rounding can deliver more than requested, which is not allowed.
    if (missed > 0) return 'tefEXCEPTION';
    if (missed < 0 && !isPartial && crossing !== 'sell') return 'tecPATH_PARTIAL';
    if (missed < 0 && isPartial && signOfAmount(this.#outs.total) === 0) return 'tecPATH_DRY';
    // tfSell with tfFillOrKill must sell everything.
    const isAnyLeft = this.#left !== undefined && signOfAmount(this.#left) !== 0;
    const isUnsold = crossing === 'sell' && !isPartial && isAnyLeft;
    return isUnsold ? 'tecPATH_PARTIAL' : 'tesSUCCESS';
  }

  #fail(failure: Ter): FlowFailure {
    return { failure, staleOffers: [...this.#staleOffers].sort() };
  }
}

/** After an adjustment to the limit quality, rounding may make it slightly worse. */
function isGoodEnough(best: StrandFlow, limit: Quality | undefined, isAdjusted: boolean): boolean {
  if (limit === undefined) return true;
  const quality = qualityOf(best);
  return !isWorse(quality, limit) || (isAdjusted && isQualityWithin(quality, limit, QUALITY_DISTANCE));
}

function isWorse(quality: Quality, limit: Quality | undefined): boolean {
  return limit !== undefined && compareQuality(quality, limit) < 0;
}
