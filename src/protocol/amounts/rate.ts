/** Transfer rates: billionths, 1_000_000_000 being one to one. Counterpart of the reference's `Rate2.cpp`. */

import type { Amount, Issue } from '../values.ts';
import { amountOf, assetOf, NO_ISSUE } from './amount-math.ts';
import { divide, divRound, mulRound, multiply } from './amount-product.ts';
import type { RoundingMode } from './rounding.ts';

/** One to one: no fee. */
export const PARITY_RATE = 1_000_000_000;

/** `amount * rate`; `rate` is not zero. */
export function multiplyByRate(amount: Amount, rate: number, mode: RoundingMode = 'toNearest'): Amount {
  return rate === PARITY_RATE ? amount : multiply(amount, rateAsAmount(rate), assetOf(amount), mode);
}

/** `amount / rate`; `rate` is not zero. */
export function divideByRate(amount: Amount, rate: number, mode: RoundingMode = 'toNearest'): Amount {
  return rate === PARITY_RATE ? amount : divide(amount, rateAsAmount(rate), assetOf(amount), mode);
}

/** `amount * rate` rounded, in `asset`; at parity the amount itself, even of another asset. */
export function multiplyByRateRound(
  amount: Amount,
  rate: number,
  roundUp: boolean,
  asset: Issue = assetOf(amount),
): Amount {
  return rate === PARITY_RATE ? amount : mulRound(amount, rateAsAmount(rate), asset, roundUp);
}

/** `amount / rate` rounded, in `asset`; at parity the amount itself, even of another asset. */
export function divideByRateRound(
  amount: Amount,
  rate: number,
  roundUp: boolean,
  asset: Issue = assetOf(amount),
): Amount {
  return rate === PARITY_RATE ? amount : divRound(amount, rateAsAmount(rate), asset, roundUp);
}

/** The rate of a token's transfer fee in hundred-thousandths (NFTokens); the fee alone, without the one. */
export function transferFeeAsRate(fee: number): number {
  return fee * 10_000;
}

function rateAsAmount(rate: number): Amount {
  return amountOf(NO_ISSUE, BigInt(rate), -9);
}
