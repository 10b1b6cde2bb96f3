/**
 * What the watch knows: ledger, channels, the best claim of each and what is on its way. It takes facts in any order
 * and says what is due; it asks nobody, writes nothing and has no clock.
 */
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../protocol/amounts/amount-math.ts';
import type { Hash256 } from '../protocol/values.ts';
import { ledgerTimeToIso } from '../rpc/json/ledger-time.ts';
import { type ClaimVerdict, judgeReceivedClaim, type KeptClaim, type ReceivedClaim } from './claim-verdict.ts';
import type { LedgerMoment } from './ledger-questions.ts';
import { byUrgency, type DueClaim, dueClaim, isEndNear, type Now, type RedeemTerms } from './redeem-policy.ts';
import type { Redemption } from './redemption.ts';
import { info, type WatchEvent, warning } from './watch-events.ts';
import { endSeconds, payableDrops, type WatchedChannel } from './watched-channel.ts';

/** Ledgers after which a claim that the ledger refused is tried again as it was. */
const REST_LEDGERS = 8;
/** How many deleted channels are remembered, against news of them that come late. */
const MAX_DELETED = 10_000;

export class WatchState {
  readonly payee: string;
  readonly terms: RedeemTerms;
  readonly channels = new Map<Hash256, WatchedChannel>();
  readonly claims = new Map<Hash256, KeptClaim>();
  /** On their way, by channel: one at a time for each. */
  readonly redemptions = new Map<Hash256, Redemption>();
  #moment: LedgerMoment | undefined;
  readonly #demanded = new Set<Hash256>();
  /** Channels whose claims were said to be lost. */
  readonly #lost = new Set<Hash256>();
  readonly #deleted = new Set<Hash256>();
  /** Channel → what was refused, and the ledger from which on it may be tried again. */
  readonly #resting = new Map<Hash256, { readonly valueDrops: bigint; readonly untilLedger: number }>();

  constructor(payee: string, terms: RedeemTerms) {
    this.payee = payee;
    this.terms = terms;
  }

  /** The last validated ledger; undefined before there was a connection. */
  get moment(): LedgerMoment | undefined {
    return this.#moment;
  }

  /** True if the ledger is a later one than any before. */
  noteLedger(moment: LedgerMoment): boolean {
    if (this.#moment !== undefined && moment.index <= this.#moment.index) return false;
    this.#moment = moment;
    return true;
  }

  /** What to say of claims whose channels have expired unpaid, once for each. */
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

  /** Takes in where a channel stands. News may be old: what only ever rises never falls here. */
  noteChannel(news: WatchedChannel): WatchEvent[] {
    const known = this.channels.get(news.id);
    if (news.payee !== this.payee || this.#deleted.has(news.id)) return [];
    if (known !== undefined && news.asOf < known.asOf) return [];
    const channel =
      known === undefined
        ? news
        : {
            ...news,
            amountDrops: most(known.amountDrops, news.amountDrops),
            balanceDrops: most(known.balanceDrops, news.balanceDrops),
          };
    this.channels.set(news.id, channel);
    if (known !== undefined && channel.balanceDrops > known.balanceDrops) this.#notePayment(news.id);
    return channelChanges(known, channel);
  }

  /** The validated ledger says that it has no such channel. Its claim is kept: another server may know better. */
  noteMissing(id: Hash256): WatchEvent[] {
    if (!this.channels.delete(id)) return [];
    return [
      warning('channel', 'the validated ledger does not have it any more', { channel_id: id, change: 'missing' }),
    ];
  }

  /** A validated transaction deleted the channel, which is final. */
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

  /** Judges a claim, and remembers it if it is the best of its channel. The ledger must be known. */
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

  /** Wants what a channel owes paid now; false if it owes nothing. */
  demand(id: Hash256): boolean {
    if (this.owedDrops(id) === 0n) return false;
    this.#demanded.add(id);
    return true;
  }

  /** What redeeming the best claim of a channel would pay, less what is on its way. */
  owedDrops(id: Hash256): bigint {
    const [channel, claim] = [this.channels.get(id), this.claims.get(id)];
    return channel === undefined || claim === undefined ? 0n : payableDrops(claim.drops, channel);
  }

  now(clockMs: number): Now {
    const closeTimeSeconds = this.#moment?.closeTimeSeconds ?? 0;
    const clockSeconds = Math.floor(clockMs / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS;
    return { closeTimeSeconds, laterSeconds: Math.max(closeTimeSeconds, clockSeconds), clockMs };
  }

  /** What is to be redeemed now and is not on its way, the most urgent first. */
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

  /** True where a redemption that is on its way must not wait for a lower fee. */
  isUrgent({ channelId, reason }: Redemption, clockMs: number): boolean {
    const channel = this.channels.get(channelId);
    if (channel === undefined) return false;
    return reason === 'demand' || isEndNear(channel, this.now(clockMs), this.terms);
  }

  /** A redemption that is not on its way any more, whatever became of it. */
  finish(channelId: Hash256, isRefused: boolean): void {
    this.redemptions.delete(channelId);
    this.#demanded.delete(channelId);
    if (!isRefused) return;
    const untilLedger = (this.#moment?.index ?? 0) + REST_LEDGERS;
    this.#resting.set(channelId, { valueDrops: this.owedDrops(channelId), untilLedger });
  }

  /** What the ledger refused is not sent again in each ledger, unless it is something else now, or is asked for. */
  #isResting({ channel, valueDrops, reason }: DueClaim): boolean {
    const rest = this.#resting.get(channel.id);
    if (rest === undefined) return false;
    const isOver = rest.valueDrops !== valueDrops || reason === 'demand' || this.#moment!.index >= rest.untilLedger;
    if (isOver) this.#resting.delete(channel.id);
    return !isOver;
  }

  /** What came while an older claim was being paid is owed since it came. */
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
  const say = (change: string, message: string, more = {}) => info('channel', message, { channel_id, change, ...more });
  const events: WatchEvent[] = [];
  if (known !== undefined && amountDrops > known.amountDrops) {
    events.push(say('funded', `it was given more: ${amountDrops} drops`, { amount: amountDrops.toString() }));
  }
  if (expirationSeconds !== undefined && expirationSeconds !== known?.expirationSeconds) {
    const end = endSeconds(channel);
    const facts = { channel_id, change: 'closing', expiration: end };
    events.push(warning('channel', `its payer has asked to close it: it pays until ${ledgerTimeToIso(end)}`, facts));
  }
  if (expirationSeconds === undefined && known?.expirationSeconds !== undefined) {
    events.push(say('renewed', 'its payer has taken back the wish to close it'));
  }
  return events;
}
