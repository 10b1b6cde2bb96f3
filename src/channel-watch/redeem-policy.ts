/** Pure rules: when a claim is redeemed, and what that may cost. */
import type { KeptClaim } from './claim-verdict.ts';
import { endSeconds, payableDrops, type WatchedChannel } from './watched-channel.ts';

/** Settings of the payee. */
export interface RedeemTerms {
  /** From this time before the end of a channel, only `maxFeeDrops` limits the fee of a redemption. */
  readonly marginSeconds: number;
  /** Redeem when a channel owes this much; undefined: no threshold. */
  readonly redeemAtDrops: bigint | undefined;
  /** Redeem when a claim is unpaid for this long; undefined: no limit. */
  readonly maxAgeSeconds: number | undefined;
  /** Highest fee of one transaction. */
  readonly maxFeeDrops: bigint;
}

export type RedeemReason = 'closing' | 'cancelAfter' | 'amount' | 'age' | 'demand';

/** A claim that is to be redeemed now. */
export interface DueClaim {
  readonly channel: WatchedChannel;
  readonly claim: KeptClaim;
  /** Total that the channel will have paid. */
  readonly balanceDrops: bigint;
  /** What the payee receives. */
  readonly valueDrops: bigint;
  readonly reason: RedeemReason;
  /** True if the redemption must not wait for a lower fee. */
  readonly isUrgent: boolean;
}

export interface Now {
  /** Close time of the last validated ledger. It decides whether a channel has expired. */
  readonly closeTimeSeconds: number;
  /** The later of that and the clock, in ledger time. It decides whether an end is near. */
  readonly laterSeconds: number;
  /** The clock, in milliseconds since 1970. */
  readonly clockMs: number;
}

export interface FeeQuote {
  /** Fee of a transaction while the open ledger is not full. */
  readonly baseDrops: bigint;
  /** Fee for the open ledger now. */
  readonly openLedgerDrops: bigint;
}

/** A redemption that is not urgent pays at most this many base fees. */
const MAX_BASE_FEES = 20n;
/** The queue replaces a transaction if the new fee is at least a quarter higher (rippled: TxQ). */
const RAISE = { by: 5n, of: 4n } as const;

/** Undefined if there is nothing to redeem or no reason to redeem it now. */
export function dueClaim(
  channel: WatchedChannel,
  claim: KeptClaim,
  now: Now,
  terms: RedeemTerms,
  isDemanded: boolean,
): DueClaim | undefined {
  const valueDrops = payableDrops(claim.drops, channel);
  const end = endSeconds(channel);
  // A claim on an expired channel only closes it.
  if (valueDrops === 0n || now.closeTimeSeconds > end) return undefined;
  const isNear = isEndNear(channel, now, terms);
  const reason = redeemReason(channel, claim, { now, terms, valueDrops, isDemanded, isNear });
  if (reason === undefined) return undefined;
  const balanceDrops = channel.balanceDrops + valueDrops;
  return { channel, claim, balanceDrops, valueDrops, reason, isUrgent: isNear || isDemanded };
}

/** True if the channel ends within the margin. */
export function isEndNear(channel: WatchedChannel, { laterSeconds }: Now, { marginSeconds }: RedeemTerms): boolean {
  return laterSeconds >= endSeconds(channel) - marginSeconds;
}

interface Circumstances {
  readonly now: Now;
  readonly terms: RedeemTerms;
  readonly valueDrops: bigint;
  readonly isDemanded: boolean;
  readonly isNear: boolean;
}

function redeemReason(
  channel: WatchedChannel,
  claim: KeptClaim,
  { now, terms, valueDrops, isDemanded, isNear }: Circumstances,
): RedeemReason | undefined {
  if (channel.expirationSeconds !== undefined) return 'closing';
  if (isNear) return 'cancelAfter';
  if (isDemanded) return 'demand';
  if (terms.redeemAtDrops !== undefined && valueDrops >= terms.redeemAtDrops) return 'amount';
  const { maxAgeSeconds } = terms;
  const isOld = maxAgeSeconds !== undefined && now.clockMs - claim.unpaidSinceMs >= maxAgeSeconds * 1000;
  return isOld ? 'age' : undefined;
}

/** Compares: urgent claims first, then the earliest end, then the highest value. */
export function byUrgency(one: DueClaim, other: DueClaim): number {
  if (one.isUrgent !== other.isUrgent) return one.isUrgent ? -1 : 1;
  const [end, otherEnd] = [endSeconds(one.channel), endSeconds(other.channel)];
  if (end !== otherEnd) return end < otherEnd ? -1 : 1;
  if (one.valueDrops !== other.valueDrops) return one.valueDrops > other.valueDrops ? -1 : 1;
  return one.channel.id < other.channel.id ? -1 : 1;
}

/** Fee of a new redemption; undefined if it must wait or is not worth the fee. */
export function firstFee(due: DueClaim, quote: FeeQuote, { maxFeeDrops }: RedeemTerms): bigint | undefined {
  const ceiling = leastDrops(maxFeeDrops, due.valueDrops - 1n);
  if (ceiling < quote.baseDrops) return undefined;
  if (due.isUrgent) return leastDrops(quote.openLedgerDrops, ceiling);
  const isCheapEnough = quote.openLedgerDrops <= leastDrops(quote.baseDrops * MAX_BASE_FEES, ceiling);
  return isCheapEnough ? quote.openLedgerDrops : undefined;
}

/** Higher fee for a transaction that is in no ledger yet; undefined if a higher fee does not help or is not allowed. */
export function raisedFee(feeDrops: bigint, quote: FeeQuote, ceilingDrops: bigint): bigint | undefined {
  if (quote.openLedgerDrops <= feeDrops) return undefined;
  const replacing = (feeDrops * RAISE.by) / RAISE.of + 1n;
  if (replacing > ceilingDrops) return undefined;
  return leastDrops(quote.openLedgerDrops > replacing ? quote.openLedgerDrops : replacing, ceilingDrops);
}

export function leastDrops(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
