/**
 * Pushes value through one strand. First backwards from what is wanted, to find the step that limits it; everything
 * before that step is then done with what it can take, and everything after it again forwards with what it can give
 * (rippled: StrandFlow.h, flow of a single strand).
 */
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { compareAmounts, isZeroAmount } from '../../protocol/amounts/amount-math.ts';
import type { StepAmount, Strand } from './step.ts';
import { isDirectXrpStrand } from './xrp-endpoint-step.ts';

export interface StrandFlow {
  readonly in: StepAmount;
  readonly out: StepAmount;
  /** Over the base that was given; not applied to it. */
  readonly sandbox: PaymentSandbox;
}

interface ReversePass {
  readonly sandbox: PaymentSandbox;
  /** Index of the step that limits the strand; the number of steps when none does. */
  readonly limitingStep: number;
  /** What comes out of it. */
  readonly limitedOut: StepAmount;
}

/**
 * Delivers `out`, or what `maxIn` and the strand allow; undefined when that is nothing, or when it is drops for drops,
 * for which there are plain payments.
 */
export function flowStrand(
  base: PaymentSandbox,
  strand: Strand,
  maxIn: StepAmount | undefined,
  out: StepAmount,
): StrandFlow | undefined {
  if (isDirectXrpStrand(strand)) return undefined;
  const reversed = passInReverse(base, strand, maxIn, out);
  if (reversed === undefined) return undefined;
  const { sandbox, limitingStep, limitedOut } = reversed;
  if (!passForward(sandbox, strand.slice(limitingStep + 1), limitedOut)) return undefined;
  return { in: strand[0]!.last!.in, out: strand.at(-1)!.last!.out, sandbox };
}

function passInReverse(
  base: PaymentSandbox,
  strand: Strand,
  maxIn: StepAmount | undefined,
  out: StepAmount,
): ReversePass | undefined {
  let sandbox = new PaymentSandbox(base);
  let limitingStep = strand.length;
  let limitedOut = out;
  let wanted = out;
  for (let at = strand.length - 1; at >= 0; at--) {
    const step = strand[at]!;
    let moved = step.reverse(sandbox, wanted);
    if (isZeroAmount(moved.out)) return undefined;
    const exceedsMaxIn = at === 0 && maxIn !== undefined && compareAmounts(maxIn, moved.in) < 0;
    if (exceedsMaxIn || compareAmounts(moved.out, wanted) !== 0) {
      // What was done behind this step was for more than there is: it is thrown away and this step done again.
      sandbox = new PaymentSandbox(base);
      limitingStep = at;
      const most = exceedsMaxIn ? maxIn : moved.out;
      moved = exceedsMaxIn ? step.forward(sandbox, most) : step.reverse(sandbox, most);
      limitedOut = moved.out;
      const isExact = compareAmounts(exceedsMaxIn ? moved.in : moved.out, most) === 0;
      if (isZeroAmount(moved.out) || !isExact) return undefined;
    }
    wanted = moved.in;
  }
  return { sandbox, limitingStep, limitedOut };
}

/** False when the steps cannot take what they are given after all, or turn it into nothing. */
function passForward(sandbox: PaymentSandbox, steps: Strand, into: StepAmount): boolean {
  let given = into;
  for (const step of steps) {
    const moved = step.forward(sandbox, given);
    if (isZeroAmount(moved.out) || compareAmounts(moved.in, given) !== 0) return false;
    given = moved.out;
  }
  return true;
}
