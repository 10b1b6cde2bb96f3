/** What a direct step did when it ran last, and how a forward run is held to what the reverse run found possible. */
import { amountOf, NO_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { compareIssued, subtractIssued } from '../../protocol/amounts/issued-amount.ts';
import type { IssuedAmount } from '../../protocol/values.ts';
import type { DebtDirection } from './step.ts';

export interface DirectRun {
  readonly in: IssuedAmount;
  /** What moved over the line; `in` and `out` differ from it by fees and qualities. */
  readonly sent: IssuedAmount;
  readonly out: IssuedAmount;
  readonly debt: DebtDirection;
}

const SMALL_DIFFERENCE = amountOf(NO_ISSUE, 1n, -9) as IssuedAmount;

/**
 * The forward run, delivering no more than the reverse run: rounding must not add liquidity on the way. A forward run
 * that takes far more than the reverse one is taken as it is (rippled: DirectStep.cpp, setCacheLimiting).
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
  // The reference compares the mantissas as doubles; only so is the threshold the same to the last digit.
  return Number(forward.mantissa) / Number(reverse.mantissa) > 1.01;
}

function lesser(a: IssuedAmount, b: IssuedAmount): IssuedAmount {
  return compareIssued(b, a) < 0 ? b : a;
}
