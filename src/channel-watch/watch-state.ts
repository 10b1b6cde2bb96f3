/**
 * State of the watch: ledger, channels, the highest claim of each channel, and pending redemptions. Accepts updates in any order
 * and computes which claims are due. No I/O and no clock.
 */
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../protocol/amounts/amount-math.ts';
import type { Hash256 } from '../protocol/values.ts';
import { ledgerTimeToIso } from '../rpc/json/ledger-time.ts';
import { type ClaimVerdict, judgeReceivedClaim, type KeptClaim, type ReceivedClaim } from './claim-verdict.ts';
import type { LedgerMoment } from './ledger-requests.ts';
import { byUrgency, type DueClaim, dueClaim, isEndNear, type Now, type RedeemTerms } from './redeem-policy.ts';
import type { Redemption } from './redemption.ts';
import { info, type WatchEvent, warning } from './watch-events.ts';
import { endSeconds, payableDrops, type WatchedChannel } from './watched-channel.ts';

/** An unchanged claim whose redemption failed is tried again after this many ledgers. */
const REST_LEDGERS = 8;
/** Deleted channels that are remembered, so that late updates of them are ignored. */
const MAX_DELETED = 10_000;

export class WatchState {
  readonly payee: string;
  readonly terms: RedeemTerms;
  readonly channels = new Map<Hash256, WatchedChannel>();
  readonly claims = new Map<Hash256, KeptClaim>();
  /** Pending redemptions by channel, at most one each. */
  readonly redemptions = new Map<Hash256, Redemption>();
  #moment: LedgerMoment | undefined;
  readonly #demanded = new Set<Hash256>();
  /** Channels whose lost claims are reported. */
  readonly #lost = new Set<Hash256>();
  readonly #deleted = new Set<Hash256>();
  /** By channel: the value of a failed redemption, and the ledger from which it may be tried again. */
  readonly #resting = new Map<Hash256, { readonly valueDrops: bigint; readonly untilLedger: number }>();

  constructor(payee: string, terms: RedeemTerms) {
    this.payee = payee;
    this.terms = terms;
  }

  /** The last validated ledger; undefined before the first connection. */
  get moment(): LedgerMoment | undefined {
    return this.#moment;
  }

  /** Returns true if this is the latest ledger so far. */
  noteLedger(moment: LedgerMoment): boolean {
    if (this.#moment !== undefined && moment.index <= this.#moment.index) return false;
    this.#moment = moment;
    return true;
  }

  /** Events for claims whose channels expired unpaid, once per claim. */
  noteExpired(): WatchEvent[] {
    const closeTime = this.#moment?.closeTimeSeconds ?? 0;
    const events: WatchEvent[] = [];
    for (const id of this.claims.keys()) {
      const channel = this.channels.get(id);
      if (channel === undefined || closeTime <= endSeconds(channel)) continue;
      const owedDrops = this.owedDrops(id);
      if (owedDrops === 0n || this.#lost.has(id)) continue;
      this.#lost.add(id);
      events.push(lostClaim(id, owedDrops));
    }
    return events;
  }

  /** Updates a channel. Updates may be outdated, so the amount and the balance never decrease. */
  noteChannel(update: WatchedChannel): WatchEvent[] {
    const known = this.channels.get(update.id);
    if (update.payee !== this.payee || this.#deleted.has(update.id)) return [];
    if (known !== undefined && update.asOf < known.asOf) return [];
    const channel =
      known === undefined
        ? update
        : {
            ...update,
            amountDrops: most(known.amountDrops, update.amountDrops),
            balanceDrops: most(known.balanceDrops, update.balanceDrops),
          };
    this.channels.set(update.id, channel);
    if (known !== undefined && channel.balanceDrops > known.balanceDrops) this.#notePayment(update.id);
    return channelChanges(known, channel);
  }

  /** The validated ledger of the server has no such channel. Its claim is kept, since another server may have the channel. */
  noteMissing(id: Hash256): WatchEvent[] {
    if (!this.channels.delete(id)) return [];
    return [warning('channel', 'the validated ledger no longer contains it', { channel_id: id, change: 'missing' })];
  }

  /** A validated transaction deleted the channel. This is final. */
  noteDeleted(last: WatchedChannel): WatchEvent[] {
    const { id } = last;
    if (last.payee !== this.payee || this.#deleted.has(id)) return [];
    this.#deleted.add(id);
    if (this.#deleted.size > MAX_DELETED) this.#deleted.delete(this.#deleted.values().next().value!);
    const claim = this.claims.get(id);
    this.channels.delete(id);
    this.claims.delete(id);
    this.#demanded.delete(id);
    this.#resting.delete(id);
    const lostDrops = claim === undefined ? 0n : payableDrops(claim.drops, last);
    const closed = info('channel', `closed; it has paid ${last.balanceDrops} drops`, {
      channel_id: id,
      change: 'closed',
    });
    return lostDrops === 0n || this.#lost.delete(id) ? [closed] : [closed, lostClaim(id, lostDrops)];
  }

  /** Judges a claim, and keeps it if it is the highest of its channel. The ledger must be known. */
  takeClaim(
    claim: ReceivedClaim,
    channel: WatchedChannel | undefined,
    clockMs: number,
  ): { readonly verdict: ClaimVerdict; readonly kept?: KeptClaim } {
    const best = this.claims.get(claim.channelId);
    const verdict = judgeReceivedClaim(claim, {
      payee: this.payee,
      channel,
      best,
      closeTimeSeconds: this.#moment?.closeTimeSeconds ?? 0,
      marginSeconds: this.terms.marginSeconds,
    });
    if (verdict.code !== 'kept' || channel === undefined) return { verdict };
    const isOwing = best !== undefined && best.drops > channel.balanceDrops;
    const { channelId, drops, signature } = claim;
    const kept = {
      channelId,
      drops,
      signature,
      publicKey: channel.publicKey,
      keptAtMs: clockMs,
      unpaidSinceMs: isOwing ? best.unpaidSinceMs : clockMs,
    };
    this.claims.set(channelId, kept);
    return { verdict, kept };
  }

  /** Marks the claim of a channel for immediate redemption; returns false if the channel owes nothing. */
  demand(id: Hash256): boolean {
    if (this.owedDrops(id) === 0n) return false;
    this.#demanded.add(id);
    return true;
  }

  /** What the highest claim of a channel would pay if redeemed now. */
  owedDrops(id: Hash256): bigint {
    const [channel, claim] = [this.channels.get(id), this.claims.get(id)];
    return channel === undefined || claim === undefined ? 0n : payableDrops(claim.drops, channel);
  }

  now(clockMs: number): Now {
    const closeTimeSeconds = this.#moment?.closeTimeSeconds ?? 0;
    const clockSeconds = Math.floor(clockMs / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS;
    return { closeTimeSeconds, laterSeconds: Math.max(closeTimeSeconds, clockSeconds), clockMs };
  }

  /** Claims to redeem now without a pending redemption, the most urgent first. */
  due(clockMs: number): DueClaim[] {
    const now = this.now(clockMs);
    const due: DueClaim[] = [];
    if (this.#moment === undefined) return due;
    for (const [id, claim] of this.claims) {
      const channel = this.channels.get(id);
      if (channel === undefined || this.redemptions.has(id)) continue;
      const one = dueClaim(channel, claim, now, this.terms, this.#demanded.has(id));
      if (one !== undefined && !this.#isResting(one)) due.push(one);
    }
    return due.sort(byUrgency);
  }

  /** True if a pending redemption must not wait for a lower fee. */
  isUrgent({ channelId, reason }: Redemption, clockMs: number): boolean {
    const channel = this.channels.get(channelId);
    if (channel === undefined) return false;
    return reason === 'demand' || isEndNear(channel, this.now(clockMs), this.terms);
  }

  /** Ends a pending redemption. */
  finish(channelId: Hash256, isRefused: boolean): void {
    this.redemptions.delete(channelId);
    this.#demanded.delete(channelId);
    if (!isRefused) return;
    const untilLedger = (this.#moment?.index ?? 0) + REST_LEDGERS;
    this.#resting.set(channelId, { valueDrops: this.owedDrops(channelId), untilLedger });
  }

  /** True while a failed redemption is not repeated. It ends early if the value changes or the redemption is demanded. */
  #isResting({ channel, valueDrops, reason }: DueClaim): boolean {
    const rest = this.#resting.get(channel.id);
    if (rest === undefined) return false;
    const isOver = rest.valueDrops !== valueDrops || reason === 'demand' || this.#moment!.index >= rest.untilLedger;
    if (isOver) this.#resting.delete(channel.id);
    return !isOver;
  }

  /** After a payment, the current claim is unpaid since it was kept. */
  #notePayment(id: Hash256): void {
    const claim = this.claims.get(id);
    if (claim !== undefined) this.claims.set(id, { ...claim, unpaidSinceMs: claim.keptAtMs });
  }
}

function lostClaim(id: Hash256, drops: bigint): WatchEvent {
  const message = `the channel has expired, and ${drops} drops of its claim were not paid`;
  return warning('lost', message, { channel_id: id, drops: drops.toString() });
}

function most(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function channelChanges(known: WatchedChannel | undefined, channel: WatchedChannel): WatchEvent[] {
  const { id: channel_id, amountDrops, expirationSeconds } = channel;
  const changed = (change: string, message: string, more = {}) =>
    info('channel', message, { channel_id, change, ...more });
  const events: WatchEvent[] = [];
  if (known !== undefined && amountDrops > known.amountDrops) {
    events.push(changed('funded', `it was funded: it holds ${amountDrops} drops`, { amount: amountDrops.toString() }));
  }
  if (expirationSeconds !== undefined && expirationSeconds !== known?.expirationSeconds) {
    const end = endSeconds(channel);
    const facts = { channel_id, change: 'closing', expiration: end };
    events.push(warning('channel', `its payer requested to close it: it pays until ${ledgerTimeToIso(end)}`, facts));
  }
  if (expirationSeconds === undefined && known?.expirationSeconds !== undefined) {
    events.push(changed('renewed', 'its payer cancelled the request to close it'));
  }
  return events;
}
