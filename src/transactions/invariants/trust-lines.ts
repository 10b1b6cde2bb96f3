/** Invariants of single trust lines. Erased lines are checked too. */
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import { type Amount, type IssuedAmount, isNative, XRP_CURRENCY } from '../../protocol/values.ts';
import type { Invariant } from './invariant.ts';

const { lsfLowFreeze, lsfLowDeepFreeze, lsfHighFreeze, lsfHighDeepFreeze } = EntryFlags.RippleState;

/** No trust line is for XRP (NoXRPTrustLines). */
export const noNativeTrustLines: Invariant = ({ changesOf }) =>
  changesOf('RippleState').every(({ after }) => !isNativeLimit(after.LowLimit) && !isNativeLimit(after.HighLimit));

/** A deep-frozen line is also frozen (NoDeepFreezeTrustLinesWithoutFreeze). */
export const deepFrozenLinesAreFrozen: Invariant = ({ changesOf }) =>
  changesOf('RippleState').every(({ after }) => {
    if (hasFlag(after, lsfLowDeepFreeze) && !hasFlag(after, lsfLowFreeze)) return false;
    return !hasFlag(after, lsfHighDeepFreeze) || hasFlag(after, lsfHighFreeze);
  });

/** A new entry's limit that was never set is zero XRP. */
function isNativeLimit(limit: IssuedAmount): boolean {
  return isNative(limit as Amount) || limit.currency === XRP_CURRENCY;
}
