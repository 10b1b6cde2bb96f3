/**
 * Executes one strand. A reverse pass starts at the requested output and finds the limiting step; the steps before it
 * are executed backward from its input, the steps after it forward from its output (rippled: StrandFlow.h, flow of a
 * single strand).
 */
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { compareAmounts, isZeroAmount } from '../../protocol/amounts/amount-math.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { placesOf, type StepAmount, type Strand, StrandError, type StrandRun } from './step.ts';
import { isDirectXrpStrand } from './xrp-endpoint-step.ts';

export interface StrandFlow {
  readonly in: StepAmount;
  readonly out: StepAmount;
  /** A sandbox over the given base, not applied to it. */
  readonly sandbox: PaymentSandbox;
}

export interface StrandOutcome {
  /** Undefined if nothing was moved. */
  readonly flow: StrandFlow | undefined;
  /** Offers to remove in any case. */
  readonly staleOffers: ReadonlySet<Hash256>;
  /** The number of offers that its steps visited. */
  readonly offersUsed: number;
  /** True if it visited too many offers to be tried again. */
  readonly isExhausted: boolean;
}

interface ReversePass {
  readonly run: StrandRun;
  /** Index of the limiting step; the number of steps if none limits. */
  readonly limitingStep: number;
  /** Its output. */
  readonly limitedOut: StepAmount;
}

/** Delivers `out`, or what `maxIn` and the strand allow. XRP to XRP is excluded: direct payments do that. */
export function flowStrand(
  base: PaymentSandbox,
  strand: Strand,
  maxIn: StepAmount | undefined,
  out: StepAmount,
): StrandOutcome {
  const staleOffers = new Set<Hash256>();
  const flow = isDirectXrpStrand(strand) ? undefined : flowSafely(base, strand, maxIn, out, staleOffers);
  base.trace?.fact('strandTried', {
    places: placesOf(strand),
    movements: strand.map(({ last }) => last),
    isUsed: flow !== undefined,
    dry: flow === undefined ? dryStep(strand) : undefined,
  });
  return {
    flow,
    staleOffers,
    offersUsed: strand.reduce((sum, step) => sum + (step.offersUsed ?? 0), 0),
    isExhausted: strand.some((step) => step.isExhausted),
  };
}

/** The step without output in the last execution; execution is from the last step to the first. */
function dryStep(strand: Strand): number | undefined {
  const at = strand.findLastIndex(({ last }) => last === undefined || isZeroAmount(last.out));
  return at < 0 ? undefined : at;
}

function flowSafely(
  base: PaymentSandbox,
  strand: Strand,
  maxIn: StepAmount | undefined,
  out: StepAmount,
  staleOffers: Set<Hash256>,
): StrandFlow | undefined {
  try {
    const reversed = passInReverse(base, strand, maxIn, out, staleOffers);
    if (reversed === undefined) return undefined;
    const { run, limitingStep, limitedOut } = reversed;
    if (!passForward(run, strand.slice(limitingStep + 1), limitedOut)) return undefined;
    return { in: strand[0]!.last!.in, out: strand.at(-1)!.last!.out, sandbox: run.sandbox };
  } catch (error) {
    if (error instanceof StrandError) return undefined;
    throw error;
  }
}

function passInReverse(
  base: PaymentSandbox,
  strand: Strand,
  maxIn: StepAmount | undefined,
  out: StepAmount,
  staleOffers: Set<Hash256>,
): ReversePass | undefined {
  let run: StrandRun = { sandbox: new PaymentSandbox(base), untouched: new PaymentSandbox(base), staleOffers };
  let limitingStep = strand.length;
  let limitedOut = out;
  let wanted = out;
  for (let at = strand.length - 1; at >= 0; at--) {
    const step = strand[at]!;
    let moved = step.reverse(run, wanted);
    if (isZeroAmount(moved.out)) return undefined;
    const exceedsMaxIn = at === 0 && maxIn !== undefined && compareAmounts(maxIn, moved.in) < 0;
    if (exceedsMaxIn || compareAmounts(moved.out, wanted) !== 0) {
      // The steps after this one were executed for too much: the changes are discarded and this step is executed
      // again.
      const untouched = exceedsMaxIn ? run.untouched : new PaymentSandbox(base);
      run = { sandbox: new PaymentSandbox(base), untouched, staleOffers };
      limitingStep = at;
      const most = exceedsMaxIn ? maxIn : moved.out;
      moved = exceedsMaxIn ? step.forward(run, most) : step.reverse(run, most);
      limitedOut = moved.out;
      const isExact = compareAmounts(exceedsMaxIn ? moved.in : moved.out, most) === 0;
      if (isZeroAmount(moved.out) || !isExact) return undefined;
    }
    wanted = moved.in;
  }
  return { run, limitingStep, limitedOut };
}

/** False if a step cannot take its input after all, or has no output. */
function passForward(run: StrandRun, steps: Strand, into: StepAmount): boolean {
  let given = into;
  for (const step of steps) {
    const moved = step.forward(run, given);
    if (isZeroAmount(moved.out) || compareAmounts(moved.in, given) !== 0) return false;
    given = moved.out;
  }
  return true;
}
