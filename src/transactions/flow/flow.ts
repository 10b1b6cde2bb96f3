/**
 * Delivers an amount through several strands, the best first, taking from one as long as it is the best. Each turn asks
 * only for what is still missing (rippled: StrandFlow.h, flow over strands and ActiveStrands; Flow.cpp).
 */
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { addAmounts, compareAmounts, signOfAmount, subtractAmounts } from '../../protocol/amounts/amount-math.ts';
import { compareQuality, composedQuality, type Quality, qualityOf } from '../../protocol/amounts/quality.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { DebtDirection, StepAmount, Strand } from './step.ts';
import { flowStrand, type StrandFlow } from './strand-flow.ts';

export interface FlowRequest {
  readonly strands: readonly Strand[];
  readonly deliver: StepAmount;
  readonly sendMax: StepAmount;
  /** Whether less than `deliver` will do. */
  readonly isPartial: boolean;
  /** No strand may be worse than this. */
  readonly limitQuality: Quality | undefined;
}

export interface FlowOutcome {
  readonly spent: StepAmount;
  readonly delivered: StepAmount;
  /** What was done, not yet applied. */
  readonly sandbox: PaymentSandbox;
}

const MAX_TURNS = 1000;
const QUALITY_ONE: Quality = qualityOf({ in: 1n, out: 1n });

/** Delivers through the strands, or says why not; then nothing has happened. */
export function flow(base: Sandbox, request: FlowRequest): FlowOutcome | Ter {
  const { strands, deliver, sendMax, isPartial, limitQuality } = request;
  const sandbox = new PaymentSandbox(base);
  const ins: StepAmount[] = [];
  const outs: StepAmount[] = [];
  let waiting = strands;
  let missing = deliver;
  let left = sendMax;
  for (let turn = 1; signOfAmount(missing) > 0 && signOfAmount(left) > 0; turn++) {
    if (turn >= MAX_TURNS) return 'telFAILED_PROCESSING';
    const active = bestFirst(sandbox, waiting, limitQuality);
    const best = firstThatFlows(sandbox, active, left, missing, limitQuality);
    if (best === undefined) break;
    best.flow.sandbox.applyTo(sandbox);
    ins.push(best.flow.in);
    outs.push(best.flow.out);
    missing = subtract(deliver, sumOf(outs));
    left = subtract(sendMax, sumOf(ins));
    // The strands before it are dry; it may have more to give itself.
    waiting = active.slice(best.position);
  }
  const delivered = outs.length === 0 ? subtract(deliver, deliver) : sumOf(outs);
  const spent = ins.length === 0 ? subtract(sendMax, sendMax) : sumOf(ins);
  const missed = compareAmounts(delivered, deliver);
  // Rounding can add up to more than was asked for; nobody may gain by it.
  if (missed > 0) return 'tefEXCEPTION';
  if (missed < 0 && !isPartial) return 'tecPATH_PARTIAL';
  if (missed < 0 && signOfAmount(delivered) === 0) return 'tecPATH_DRY';
  return { spent, delivered, sandbox };
}

/** The strands with liquidity, by quality; those of one quality stay in order. One strand alone is not looked at. */
function bestFirst(view: ReadView, strands: readonly Strand[], limit: Quality | undefined): readonly Strand[] {
  if (strands.length < 2) return strands;
  const rated: { strand: Strand; quality: Quality }[] = [];
  for (const strand of strands) {
    const quality = qualityUpperBound(view, strand);
    if (quality === undefined || isWorse(quality, limit)) continue;
    rated.push({ strand, quality });
  }
  return rated.sort((a, b) => compareQuality(b.quality, a.quality)).map(({ strand }) => strand);
}

/** The first strand that gives anything and is good enough; those before it have no more to give. */
function firstThatFlows(
  sandbox: PaymentSandbox,
  strands: readonly Strand[],
  left: StepAmount,
  missing: StepAmount,
  limit: Quality | undefined,
): { position: number; flow: StrandFlow } | undefined {
  for (const [position, strand] of strands.entries()) {
    const result = flowStrand(sandbox, strand, left, missing);
    if (result === undefined || signOfAmount(result.out) === 0) continue;
    if (!isWorse(qualityOf(result), limit)) return { position, flow: result };
  }
  return undefined;
}

function isWorse(quality: Quality, limit: Quality | undefined): boolean {
  return limit !== undefined && compareQuality(quality, limit) < 0;
}

function qualityUpperBound(view: ReadView, strand: Strand): Quality | undefined {
  let quality = QUALITY_ONE;
  let debt: DebtDirection = 'issues';
  for (const step of strand) {
    const bound = step.qualityUpperBound(view, debt);
    if (bound.quality === undefined) return undefined;
    quality = composedQuality(quality, bound.quality);
    debt = bound.debt;
  }
  return quality;
}

/** From the smallest up, which loses the least. */
function sumOf(amounts: readonly StepAmount[]): StepAmount {
  return amounts.toSorted(compareAmounts).reduce((sum, amount) => addAmounts(sum, amount) as StepAmount);
}

function subtract(a: StepAmount, b: StepAmount): StepAmount {
  return subtractAmounts(a, b) as StepAmount;
}
