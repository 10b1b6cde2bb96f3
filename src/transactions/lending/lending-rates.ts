/**
 * Rates of the lending protocol, in tenths of a basis point: 100,000 is 100 % (rippled: Protocol.h, namespace Lending).
 */
import { type Num, numDivide, numMultiply, numOf } from '../../protocol/amounts/number.ts';
import type { RoundingMode } from '../../protocol/amounts/rounding.ts';

/** 100 %, the maximum of all rates but the management fee. */
const MAX_RATE = 100_000;
/** The maximum share of the interest for the broker: 10 %. */
export const MAX_MANAGEMENT_FEE_RATE = 10_000;
const WHOLE = numOf(BigInt(MAX_RATE));
const SECONDS_IN_YEAR = numOf(365n * 24n * 60n * 60n);

/** `value * rate`. */
export function partOf(value: Num, rate: number, mode: RoundingMode = 'toNearest'): Num {
  return numDivide(numMultiply(value, numOf(BigInt(rate)), mode), WHOLE, mode);
}

/**
 * The interest rate for one interval, as a factor, from the yearly rate (rippled: LendingHelpers.cpp,
 * loanPeriodicRate).
 */
export function periodicRateOf(yearlyRate: number, intervalSeconds: number): Num {
  return numDivide(partOf(numOf(BigInt(intervalSeconds)), yearlyRate), SECONDS_IN_YEAR);
}

/** True for a rate that is absent or within its bounds. */
export function isValidRate(rate: number | undefined, max = MAX_RATE): boolean {
  return rate === undefined || rate <= max;
}
