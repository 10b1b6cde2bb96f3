/**
 * Whether two amounts can be added or subtracted without overflow or noticeable loss; `canAdd` and `canSubtract` of the
 * reference's `STAmount.cpp`, checked before amounts are locked in escrow.
 */

import type { Amount } from '../values.ts';
import { isIssued, isNative } from '../values.ts';
import {
  addAmounts,
  amountOf,
  areComparable,
  compareAmounts,
  integerOf,
  isZeroAmount,
  NO_ISSUE,
  negateAmount,
  signOfAmount,
  subtractAmounts,
} from './amount-math.ts';
import { divide } from './amount-product.ts';

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * True when `a + b` keeps both amounts: 64 bits hold an integral sum; for issued tokens, taking either away and
 * adding it back loses less than a ten-thousandth in all. Amounts of different assets cannot be added.
 * @throws AmountOverflowError when the issued amounts are too far apart or too large
 */
export function canAdd(a: Amount, b: Amount): boolean {
  if (!areComparable(a, b)) return false;
  if (isZeroAmount(a) || isZeroAmount(b)) return true;
  if (isNative(a) || !isIssued(a)) {
    const sum = integerOf(a) + integerOf(b);
    return sum >= MIN_INT64 && sum <= MAX_INT64;
  }
  const loss = addAmounts(relativeLoss(b, a), relativeLoss(a, b));
  return compareAmounts(loss, amountOf(NO_ISSUE, 1n, -4)) <= 0;
}

/**
 * True when `a - b` is possible: an integral difference does not fall below zero by a positive `b` nor leave 64 bits
 * by a negative one; any issued amount can be subtracted from another of its asset.
 */
export function canSubtract(a: Amount, b: Amount): boolean {
  if (!areComparable(a, b)) return false;
  if (isZeroAmount(b) || (!isNative(a) && isIssued(a))) return true;
  const difference = integerOf(a) - integerOf(b);
  return signOfAmount(b) > 0 ? difference >= 0n : difference <= MAX_INT64;
}

/** How far `(whole - part) + part` is from `whole`, as a fraction of it. */
function relativeLoss(part: Amount, whole: Amount): Amount {
  const restored = divide(addAmounts(subtractAmounts(whole, part), part), whole, NO_ISSUE);
  const loss = subtractAmounts(restored, amountOf(NO_ISSUE, 1n));
  return signOfAmount(loss) < 0 ? negateAmount(loss) : loss;
}
