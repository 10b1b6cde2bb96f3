/** The last pass of a direct step, and how the forward pass is limited by the reverse pass. */
import { amountOf, NO_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { compareIssued, subtractIssued } from '../../protocol/amounts/issued-amount.ts';
import type { IssuedAmount } from '../../protocol/values.ts';
import type { DebtDirection } from './step.ts';

export interface DirectRun {
  readonly in: IssuedAmount;
  /** The amount moved over the line; `in` and `out` differ from it by transfer fees and qualities. */
  readonly sent: IssuedAmount;
  readonly out: IssuedAmount;
  readonly debt: DebtDirection;
}

const SMALL_DIFFERENCE = amountOf(NO_ISSUE, 1n, -9) as IssuedAmount;

/**
 * Limits the forward pass to the output of the reverse pass: rounding must not add liquidity. If the input exceeds the
 * reverse pass's by far, it is not limited (rippled: DirectStep.cpp, setCacheLimiting).
 */
export function limitForwardRun(reverse: DirectRun, forward: DirectRun): DirectRun {
  if (takesFarMore(forward.in, reverse.in)) return forward;
  return {
    in: forward.in,
    sent: lesser(reverse.sent, forward.sent),
    out: lesser(reverse.out, forward.out),
    debt: forward.debt,
  };
}

function takesFarMore(forward: IssuedAmount, reverse: IssuedAmount): boolean {
  if (compareIssued(reverse, forward) >= 0) return false;
  if (compareIssued(subtractIssued(forward, reverse), SMALL_DIFFERENCE) <= 0) return false;
  if (forward.exponent !== reverse.exponent || reverse.mantissa === 0n) return true;
  // rippled compares the mantissas as doubles; the threshold must match exactly.
  return Number(forward.mantissa) / Number(reverse.mantissa) > 1.01;
}

function lesser(a: IssuedAmount, b: IssuedAmount): IssuedAmount {
  return compareIssued(b, a) < 0 ? b : a;
}
