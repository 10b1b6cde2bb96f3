/**
 * Whether a claim can be redeemed. A valid signature does not prove that the channel can pay, so these are the checks
 * that a payee makes before it accepts a claim as payment, on the last validated ledger.
 */

import type { ReadView } from '../../ledger/read-view.ts';
import type { PayChannel } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { channelKeylet } from '../../transactions/channels/payment-channel.ts';
import type { JsonDraft } from '../params/json-values.ts';
import type { SignedClaim } from '../signing/channel-claim.ts';

export interface VerdictBasis {
  /** A validated ledger's state. */
  readonly view: ReadView;
  /** The time for expiration checks, in seconds since 2000-01-01T00:00:00Z. */
  readonly nowSeconds: number;
  /** Minimum remaining lifetime of the channel, in seconds. */
  readonly minSecondsLeft: number;
}

/**
 * `redeemable`, the `reasons` why not, `value_now` (drops that redeeming it at once would pay) and `seconds_left` until
 * the channel expires, for a channel that will. `exceeds_channel` is present, and true, if the claim exceeds the
 * channel's amount: the ledger pays what the channel has, but not the rest.
 */
export function channelClaimStatus(claim: SignedClaim, isSignatureGood: boolean, basis: VerdictBasis): JsonDraft {
  const reasons = isSignatureGood ? [] : ['the signature is not the one of this key for this channel and amount'];
  const channel = basis.view.read(channelKeylet(claim.channelId));
  if (channel === undefined) {
    return verdict([...reasons, 'the validated ledger holds no payment channel with this id'], 0n);
  }
  if (claim.publicKey !== channel.PublicKey) reasons.push("the key is not the channel's");
  const secondsLeft = secondsUntilEnd(channel, basis.nowSeconds);
  const isExpired = secondsLeft !== undefined && secondsLeft < 0;
  if (isExpired) reasons.push('the channel has expired');
  if (basis.view.read(accountKeylet(channel.Destination)) === undefined) reasons.push("the payee's account is gone");
  // With the reasons below, a claim should not be accepted, but it can still be redeemed at once for some value.
  const valueNow = reasons.length === 0 ? payableDrops(claim, channel) : 0n;
  reasons.push(...amountReasons(claim, channel));
  if (secondsLeft !== undefined && !isExpired && secondsLeft < basis.minSecondsLeft) {
    reasons.push(
      `the channel expires in ${secondsLeft} seconds, before the ${basis.minSecondsLeft} that were asked for`,
    );
  }
  return {
    ...verdict(reasons, valueNow),
    ...(claim.drops > channel.Amount ? { exceeds_channel: true } : {}),
    ...(secondsLeft === undefined ? {} : { seconds_left: secondsLeft }),
  };
}

function verdict(reasons: readonly string[], valueNowDrops: bigint): JsonDraft {
  return { redeemable: reasons.length === 0, reasons, value_now: valueNowDrops.toString() };
}

function amountReasons({ drops }: SignedClaim, { Amount: holds, Balance: paid }: Readonly<PayChannel>): string[] {
  if (drops <= paid) return [`the channel has already paid ${paid} drops, and the claim is for no more than ${drops}`];
  return drops > holds ? [`the claim is for ${drops} drops, and the channel was given only ${holds}`] : [];
}

/** A claim that exceeds the channel's amount pays what the channel has. */
function payableDrops({ drops }: SignedClaim, { Amount: holds, Balance: paid }: Readonly<PayChannel>): bigint {
  const most = drops < holds ? drops : holds;
  return most > paid ? most - paid : 0n;
}

/**
 * Negative once the channel has expired; it is usable through the second of its expiration. Undefined without an
 * expiration.
 */
function secondsUntilEnd({ Expiration, CancelAfter }: Readonly<PayChannel>, nowSeconds: number): number | undefined {
  const end = Math.min(Expiration ?? Number.POSITIVE_INFINITY, CancelAfter ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(end) ? end - nowSeconds : undefined;
}
