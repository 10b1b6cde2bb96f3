/** When a claim is redeemed, and what that may cost: rules over values, with no memory and no clock of their own. */
import type { KeptClaim } from './claim-verdict.ts';
import { endSeconds, payableDrops, type WatchedChannel } from './watched-channel.ts';

/** What the payee wants. */
export interface RedeemTerms {
  /** How long before a channel's end a redemption may cost what it must. */
  readonly marginSeconds: number;
  /** Redeem when a channel owes as much; undefined for no such threshold. */
  readonly redeemAtDrops: bigint | undefined;
  /** Redeem when a channel owes something for as long. */
  readonly maxAgeSeconds: number | undefined;
  /** The most that one transaction may cost. */
  readonly maxFeeDrops: bigint;
}

export type RedeemReason = 'closing' | 'cancelAfter' | 'amount' | 'age' | 'demand';

/** A claim that is to be redeemed now. */
export interface DueClaim {
  readonly channel: WatchedChannel;
  readonly claim: KeptClaim;
  /** What the channel shall have paid in total. */
  readonly balanceDrops: bigint;
  /** What this adds to the payee's account. */
  readonly valueDrops: bigint;
  readonly reason: RedeemReason;
  /** True where waiting for a lower fee could cost the claim, or the payee does not want to wait. */
  readonly isUrgent: boolean;
}

export interface Now {
  /** Close time of the last validated ledger: what expiry is judged by. */
  readonly closeTimeSeconds: number;
  /** The later of that and the clock, on the ledger's time scale: what waiting is judged by. */
  readonly laterSeconds: number;
  /** The clock, in milliseconds since 1970. */
  readonly clockMs: number;
}

export interface FeeQuote {
  /** What a transaction costs in a ledger with room. */
  readonly baseDrops: bigint;
  /** What a place in the open ledger costs now. */
  readonly openLedgerDrops: bigint;
}

/** A redemption that can wait pays at most so many base fees. */
const PATIENT_FEES = 20n;
/** A queue takes a dearer transaction in place of another from a quarter more on (the reference's TxQ). */
const RAISE = { by: 5n, of: 4n } as const;

/** Undefined if there is nothing to redeem, or no reason to do it now. */
export function dueClaim(
  channel: WatchedChannel,
  claim: KeptClaim,
  now: Now,
  terms: RedeemTerms,
  isDemanded: boolean,
): DueClaim | undefined {
  const valueDrops = payableDrops(claim.drops, channel);
  const end = endSeconds(channel);
  // An expired channel pays nothing: a transaction would only close it.
  if (valueDrops === 0n || now.closeTimeSeconds > end) return undefined;
  const isNear = isEndNear(channel, now, terms);
  const reason = redeemReason(channel, claim, { now, terms, valueDrops, isDemanded, isNear });
  if (reason === undefined) return undefined;
  const balanceDrops = channel.balanceDrops + valueDrops;
  return { channel, claim, balanceDrops, valueDrops, reason, isUrgent: isNear || isDemanded };
}

/** True from the margin before a channel's end on. */
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

/** The soonest end first, then what pays most. */
export function byUrgency(one: DueClaim, other: DueClaim): number {
  if (one.isUrgent !== other.isUrgent) return one.isUrgent ? -1 : 1;
  const [end, otherEnd] = [endSeconds(one.channel), endSeconds(other.channel)];
  if (end !== otherEnd) return end < otherEnd ? -1 : 1;
  if (one.valueDrops !== other.valueDrops) return one.valueDrops > other.valueDrops ? -1 : 1;
  return one.channel.id < other.channel.id ? -1 : 1;
}

/** What to pay for a redemption that begins; undefined if it has to wait, or is not worth a fee. */
export function firstFee(due: DueClaim, quote: FeeQuote, { maxFeeDrops }: RedeemTerms): bigint | undefined {
  const ceiling = leastDrops(maxFeeDrops, due.valueDrops - 1n);
  if (ceiling < quote.baseDrops) return undefined;
  if (due.isUrgent) return leastDrops(quote.openLedgerDrops, ceiling);
  const isPatient = quote.openLedgerDrops <= leastDrops(quote.baseDrops * PATIENT_FEES, ceiling);
  return isPatient ? quote.openLedgerDrops : undefined;
}

/** What to pay instead for one that got into no ledger for this fee; undefined if more would not help, or not be allowed. */
export function raisedFee(feeDrops: bigint, quote: FeeQuote, ceilingDrops: bigint): bigint | undefined {
  if (quote.openLedgerDrops <= feeDrops) return undefined;
  const replacing = (feeDrops * RAISE.by) / RAISE.of + 1n;
  if (replacing > ceilingDrops) return undefined;
  return leastDrops(quote.openLedgerDrops > replacing ? quote.openLedgerDrops : replacing, ceilingDrops);
}

export function leastDrops(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
