/**
 * Rates of the lending protocol, all of them in tenths of a basis point: 100 000 are the whole
 * (rippled: Protocol.h, namespace Lending).
 */
import { type Num, numDivide, numMultiply, numOf } from '../../protocol/amounts/number.ts';
import type { RoundingMode } from '../../protocol/amounts/rounding-guard.ts';

/** The whole, and the most that any rate but the next one may be. */
const MAX_RATE = 100_000;
/** The most of the interest that a broker may keep: a tenth. */
export const MAX_MANAGEMENT_FEE_RATE = 10_000;
const WHOLE = numOf(BigInt(MAX_RATE));
const SECONDS_IN_YEAR = numOf(365n * 24n * 60n * 60n);

/** The part of the value that the rate stands for. */
export function partOf(value: Num, rate: number, mode: RoundingMode = 'toNearest'): Num {
  return numDivide(numMultiply(value, numOf(BigInt(rate)), mode), WHOLE, mode);
}

/** The interest for one interval, as a factor, of a yearly rate (rippled: LendingHelpers.cpp, loanPeriodicRate). */
export function periodicRateOf(yearlyRate: number, intervalSeconds: number): Num {
  return numDivide(partOf(numOf(BigInt(intervalSeconds)), yearlyRate), SECONDS_IN_YEAR);
}

/** True for a rate that is absent or within its bounds. */
export function isValidRate(rate: number | undefined, max = MAX_RATE): boolean {
  return rate === undefined || rate <= max;
}
