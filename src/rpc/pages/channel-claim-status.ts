/**
 * Can a claim be redeemed? A genuine signature says nothing about the channel behind it, so these are the checks that
 * a payee makes before it takes a claim as payment, on the last validated ledger.
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
  /** The time on which expiry is measured, in seconds since 2000-01-01T00:00:00Z. */
  readonly nowSeconds: number;
  /** How long the channel must live on at least, in seconds. */
  readonly minSecondsLeft: number;
}

/**
 * `redeemable`, the `reasons` why not, `value_now` (drops that redeeming it at once would pay) and `seconds_left` until
 * the channel expires, for a channel that will. `exceeds_channel` is there, and true, where the claim is for more than the
 * channel was given: the ledger still pays from such a claim what there is, but the rest of it is worth nothing.
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
  // What is found from here on makes a claim a bad one to take, but it can still be redeemed at once for something.
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

/** A claim for more than the channel was given still pays what is there. */
function payableDrops({ drops }: SignedClaim, { Amount: holds, Balance: paid }: Readonly<PayChannel>): bigint {
  const most = drops < holds ? drops : holds;
  return most > paid ? most - paid : 0n;
}

/** Negative once the channel has expired: it lives through the second that it names. Undefined if it has no end. */
function secondsUntilEnd({ Expiration, CancelAfter }: Readonly<PayChannel>, nowSeconds: number): number | undefined {
  const end = Math.min(Expiration ?? Number.POSITIVE_INFINITY, CancelAfter ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(end) ? end - nowSeconds : undefined;
}
