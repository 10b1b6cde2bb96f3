/**
 * Numbers that stand for an amount of an asset: how precisely the asset can express them, and how ledger entries hold
 * them (rippled: STAmount.h, roundToAsset and scale; STNumber.cpp).
 */
import { type Amount, type Issue, isIssued, type NumberValue } from '../values.ts';
import { amountFromNum, amountToNum, roundToScale } from './amount-math.ts';
import { NUM_ZERO, type Num, numOf, numToWire } from './number.ts';
import type { RoundingMode } from './rounding.ts';

/**
 * The number rounded to what the asset can express: whole units, or for an issued token 16 digits, and no finer than
 * `10^scale` where a scale is given.
 * @throws AmountError when the asset cannot express it
 */
export function roundToAsset(asset: Issue, x: Num, scale?: number, mode: RoundingMode = 'toNearest'): Num {
  const amount = amountFromNum(asset, x, mode);
  return amountToNum(scale === undefined ? amount : roundToScale(amount, scale, mode));
}

/** The exponent of the amount: that of an issued token's last digit, and zero for what has no fractions. */
export function scaleOfAmount(amount: Amount): number {
  return isIssued(amount) ? amount.exponent : 0;
}

/**
 * The exponent that the number has as an amount of the asset.
 * @throws AmountError when the asset cannot express it
 */
export function scaleInAsset(x: Num, asset: Issue, mode: RoundingMode = 'toNearest'): number {
  return scaleOfAmount(amountFromNum(asset, x, mode));
}

/** The number in a field; a field that is absent holds zero. */
export function numOfField(value: NumberValue | undefined): Num {
  return value === undefined ? NUM_ZERO : numOf(value.mantissa, value.exponent);
}

/** Writes a field that is absent while it holds zero. */
export function putNumber<Name extends string>(entry: { [_ in Name]?: NumberValue }, name: Name, x: Num): void {
  if (x.mantissa === 0n) delete entry[name];
  else entry[name] = numToWire(x);
}
