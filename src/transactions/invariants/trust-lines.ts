/** Invariants of single trust lines. Erased lines are looked at as well. */
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import { type Amount, type IssuedAmount, isNative, XRP_CURRENCY } from '../../protocol/values.ts';
import type { Invariant } from './invariant.ts';

const { lsfLowFreeze, lsfLowDeepFreeze, lsfHighFreeze, lsfHighDeepFreeze } = EntryFlags.RippleState;

/** Nobody owes drops (NoXRPTrustLines). */
export const noNativeTrustLines: Invariant = ({ changesOf }) =>
  changesOf('RippleState').every(({ after }) => !isNativeLimit(after.LowLimit) && !isNativeLimit(after.HighLimit));

/** Deep freeze is a kind of freeze (NoDeepFreezeTrustLinesWithoutFreeze). */
export const deepFrozenLinesAreFrozen: Invariant = ({ changesOf }) =>
  changesOf('RippleState').every(({ after }) => {
    if (hasFlag(after, lsfLowDeepFreeze) && !hasFlag(after, lsfLowFreeze)) return false;
    return !hasFlag(after, lsfHighDeepFreeze) || hasFlag(after, lsfHighFreeze);
  });

/** A limit that nobody set is still the native zero that a new entry starts with. */
function isNativeLimit(limit: IssuedAmount): boolean {
  return isNative(limit as Amount) || limit.currency === XRP_CURRENCY;
}
