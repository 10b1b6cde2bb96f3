/**
 * Who leads. A member follows the log and looks at the lease; when that ran out it takes it, catches up with what the log has
 * (nobody else can append from then on), opens the node that closes ledgers, and leads until the lease is lost.
 */
import type { Transaction } from '../protocol/transaction/transaction.ts';
import { type ClusterMember, FencedError, type LeaseState, UnreachableError } from '../storage/shared/cluster-store.ts';
import type { ClockTimer } from '../util/clock.ts';
import type { Pacer } from '../util/steps.ts';
import { Lead, type LeadOptions } from './lead.ts';
import type { LossOfLead } from './leader-log.ts';
import type { LeaseTerms } from './lease-keeper.ts';
import { LedgerFollower } from './ledger-follower.ts';

/** Durations in milliseconds. */
export interface MembershipTerms extends LeaseTerms {
  /** How often the log is asked for more, where nothing says that there is. */
  readonly tailMs: number;
  /** How often the lease is looked at. */
  readonly lookMs: number;
}

export const USUAL_TERMS: MembershipTerms = { durationMs: 3_000, renewalMs: 1_000, tailMs: 250, lookMs: 500 };

/** For so long a member whose own store failed leaves the lead to others. */
const DISABLED_MS = 10_000;
/** A member that takes the lead was at the end of the log just before. */
const CATCH_UP_MS = 5_000;
/** Nothing that this member sent is on its way any more: others need not wait until the lease runs out. */
const RELEASED: readonly LossOfLead[] = ['stopped', 'own store failed', 'not opened'];
const DISABLING: readonly LossOfLead[] = ['own store failed', 'not opened'];

export interface MembershipOptions extends LeadOptions {
  readonly terms: MembershipTerms;
  readonly pacer?: Pacer | undefined;
  /** Between 0 and 1. */
  readonly random: () => number;
}

/** The lead as this member knows it. */
export interface LeadNews {
  /** Undefined while nobody has it, as far as is known here. */
  readonly leader: ClusterMember | undefined;
  readonly epoch: number;
}

export class Membership {
  readonly #options: MembershipOptions;
  #follower: LedgerFollower;
  #lead: Lead | undefined;
  #news: LeadNews = { leader: undefined, epoch: 0 };
  #onNews: (news: LeadNews) => void = () => {};
  #onOrphans: (transactions: readonly Transaction[]) => void = () => {};
  #isCaughtUp = false;
  #isStopped = false;
  #isTailing = true;
  #isHinted = false;
  #wake: () => void = () => {};
  #wakeLook: () => void = () => {};
  #loops: Promise<unknown> = Promise.resolve();
  #stopHints: () => void = () => {};
  /** What keeps this member from following or leading, in words; undefined if nothing does. */
  #trouble: { readonly what: string } | undefined;
  /** What kept it from leading; until somebody leads. */
  #leadTrouble: string | undefined;
  #behindSinceMs: number | undefined;
  #leaderlessSinceMs: number | undefined;
  #knownEnd = 0;
  /** When this member may take the lead again. */
  #notBeforeMs = 0;
  takeovers = 0;

  constructor(options: MembershipOptions) {
    this.#options = options;
    this.#follower = this.#newFollower();
  }

  /** Whoever wants to know where the leader is. */
  onNews(listener: (news: LeadNews) => void): void {
    this.#onNews = listener;
  }

  /** Told of what was open here when the lead was lost: the next leader may take it. */
  onOrphans(listener: (transactions: readonly Transaction[]) => void): void {
    this.#onOrphans = listener;
  }

  get news(): LeadNews {
    return this.#news;
  }

  get role(): 'leader' | 'follower' | 'catching up' {
    if (this.#options.node.isLeading) return 'leader';
    return this.#isCaughtUp && this.#lead === undefined ? 'follower' : 'catching up';
  }

  /** How long the lease surely runs, in milliseconds; undefined on a follower. */
  get leaseRemainingMs(): number | undefined {
    return this.#lead?.remainingMs;
  }

  /** Seconds for which this member has not been at the end of the log; 0 while it is. */
  get secondsBehind(): number {
    const sinceMs = this.#behindSinceMs;
    return sinceMs === undefined ? 0 : Math.floor((this.#options.clock.elapsedMs() - sinceMs) / 1000);
  }

  /** The last ledger of the log, as far as this member heard. */
  get knownEnd(): number {
    return Math.max(this.#knownEnd, this.#options.node.validated.ledgerIndex);
  }

  /** Seconds for which nobody has led, as far as is known here; 0 while somebody does. */
  get secondsWithoutLeader(): number {
    const { node, clock } = this.#options;
    // One that leads without a lease cannot reach the database.
    const sinceMs = this.#leaderlessSinceMs ?? this.#lead?.leaseEndsMs;
    if (sinceMs === undefined || node.isLeading) return 0;
    return Math.max(0, Math.floor((clock.elapsedMs() - sinceMs) / 1000));
  }

  /** Somebody said that the log has this ledger. */
  noteLogEnd(ledgerIndex: number): void {
    this.#knownEnd = Math.max(this.#knownEnd, ledgerIndex);
    if (this.#options.node.validated.ledgerIndex >= ledgerIndex) return;
    this.#behindSinceMs ??= this.#options.clock.elapsedMs();
    this.hint();
  }

  /** What is wrong, in words for the operator. */
  problem(): string | undefined {
    return this.#trouble?.what ?? this.#leadTrouble;
  }

  start(): void {
    this.#stopHints = this.#options.shared.onAppended(() => this.hint());
    this.#loops = Promise.all([this.#tail(), this.#look()]);
  }

  /** There may be more in the log. */
  hint(): void {
    this.#isHinted = true;
    this.#wake();
  }

  /** The leader was lost sight of: looks at the lease soon. */
  suspect(): void {
    this.#wakeLook();
  }

  /**
   * Leaves: a leader closes what is open, unless `closes` is false, and gives the lease back.
   */
  async stop(closes: boolean): Promise<void> {
    this.#isStopped = true;
    this.#stopHints();
    await this.#lead?.retire(closes);
    this.#lead?.lose('stopped');
    this.#wake();
    this.#wakeLook();
    await this.#loops;
  }

  async #tail(): Promise<void> {
    const { tailMs } = this.#options.terms;
    while (!this.#isStopped) {
      this.#isHinted = false;
      if (this.#isTailing) await this.#tailOnce();
      // What was said meanwhile may be about a ledger that was not there yet.
      if (this.#isHinted && this.#isCaughtUp) continue;
      await this.#pause(tailMs, (wake) => {
        this.#wake = wake;
      });
    }
  }

  async #tailOnce(): Promise<void> {
    try {
      await this.#follower.catchUp();
      this.#isCaughtUp = true;
      if (this.#follower.last!.ledgerIndex >= this.#knownEnd) this.#behindSinceMs = undefined;
      this.#trouble = undefined;
    } catch (error) {
      this.#isCaughtUp = false;
      this.#noteTrouble(error);
      // The store may have a ledger all the same: the next try begins from what it has.
      await this.#follower.settled();
      this.#follower = this.#newFollower();
    }
  }

  async #look(): Promise<void> {
    const { terms, random } = this.#options;
    while (!this.#isStopped) {
      const lease = await this.#readLease();
      let delayMs = terms.lookMs;
      if (lease !== undefined) {
        this.#tellNews(lease);
        if (this.#mayTake(lease)) await this.#takeAndLead();
        // Soon after it runs out, and not all at the same moment; and soon again until somebody is known to have it.
        const soonMs = this.#news.leader === undefined ? terms.lookMs / 5 : lease.remainingMs + 10 + random() * 50;
        delayMs = Math.min(terms.lookMs, soonMs);
      }
      if (this.#isStopped) return;
      await this.#pause(delayMs, (wake) => {
        this.#wakeLook = wake;
      });
    }
  }

  /** Its own lease, from before it lost the lead or was started anew, a member need not wait for. */
  #mayTake({ remainingMs, holder }: LeaseState): boolean {
    const isFree = remainingMs === 0 || holder?.id === this.#options.member.id;
    return isFree && this.#isCaughtUp && this.#options.clock.elapsedMs() >= this.#notBeforeMs;
  }

  async #readLease(): Promise<LeaseState | undefined> {
    try {
      return await this.#options.shared.lease.read();
    } catch (error) {
      this.#noteTrouble(error);
      return undefined;
    }
  }

  #tellNews({ holder, epoch, remainingMs }: LeaseState): void {
    const isOwn = holder?.id === this.#options.member.id;
    const leader = isOwn || remainingMs === 0 ? undefined : holder;
    this.#setNews({ leader, epoch });
  }

  #setNews(news: LeadNews): void {
    if (news.leader !== undefined) this.#noteLed();
    else this.#leaderlessSinceMs ??= this.#options.clock.elapsedMs();
    const { leader, epoch } = this.#news;
    this.#news = news;
    if (leader?.id !== news.leader?.id || leader?.address !== news.leader?.address || epoch !== news.epoch)
      this.#onNews(news);
  }

  #noteLed(): void {
    this.#leaderlessSinceMs = undefined;
    this.#leadTrouble = undefined;
  }

  async #takeAndLead(): Promise<void> {
    const { shared, member, terms, clock, log } = this.#options;
    const takenMs = clock.elapsedMs();
    const epoch = await shared.lease.take(member, terms.durationMs).catch(() => undefined);
    if (epoch === undefined) return;
    // Who was told to stop meanwhile found nobody who leads.
    if (this.#isStopped) {
      await shared.lease.release(epoch).catch(() => {});
      return;
    }
    const onResumed = () => this.#onNews(this.#news);
    const lead = new Lead(epoch, takenMs, { ...this.#options, onResumed }, (error) => this.#noteTrouble(error));
    this.#lead = lead;
    this.#setNews({ leader: undefined, epoch });
    const opening = this.#open(lead).catch((error) => {
      this.#noteTrouble(error);
      this.#leadTrouble = wordsFor(error);
      lead.lose(error instanceof FencedError ? 'fenced' : 'not opened');
    });
    const why = await lead.lost;
    log.info({ epoch, why }, 'this node leads no longer');
    await opening;
    await this.#end(lead, why);
  }

  async #open(lead: Lead): Promise<void> {
    const { node, log } = this.#options;
    this.#isTailing = false;
    const isOpen = await lead.open(() => this.#catchUpSoon());
    if (!isOpen) return;
    this.takeovers += 1;
    this.#behindSinceMs = undefined;
    this.#noteLed();
    this.#trouble = undefined;
    log.info({ epoch: lead.epoch, ledger_index: node.validated.ledgerIndex }, 'this node leads');
    this.#onNews(this.#news);
  }

  /** To the end of the log. Whoever holds the lease must not wait for long: others may have a better way to the database. */
  async #catchUpSoon(): Promise<void> {
    const late = Promise.withResolvers<never>();
    const message = 'the log did not answer in time';
    const timer = this.#options.clock.after(CATCH_UP_MS, () => late.reject(new UnreachableError(message)));
    try {
      // One that began before the lease was taken may end before the end.
      await Promise.race([this.#follower.catchUp(), late.promise]);
      await Promise.race([this.#follower.catchUp(), late.promise]);
    } finally {
      timer.cancel();
      late.promise.catch(() => {});
    }
  }

  async #end(lead: Lead, why: LossOfLead): Promise<void> {
    const orphans = await lead.end((error) => this.#noteTrouble(error));
    if (RELEASED.includes(why)) await lead.release();
    // One that is still on its way would store what the new one does not know of.
    await this.#follower.settled();
    this.#follower = this.#newFollower();
    this.#lead = undefined;
    this.#isCaughtUp = false;
    this.#isTailing = true;
    if (DISABLING.includes(why)) this.#notBeforeMs = this.#options.clock.elapsedMs() + DISABLED_MS;
    this.#onNews(this.#news);
    this.hint();
    if (why !== 'stopped' && orphans.length > 0) this.#onOrphans(orphans);
  }

  #newFollower(): LedgerFollower {
    const { own, shared, pacer, node, forms } = this.#options;
    return new LedgerFollower({
      own,
      pacer,
      log: shared.log,
      decode: forms.decode,
      onFollowed: (header, ledger) => node.follow(header, ledger),
    });
  }

  #noteTrouble(error: unknown): void {
    const { clock, log } = this.#options;
    const what = wordsFor(error);
    this.#behindSinceMs ??= clock.elapsedMs();
    if (this.#trouble?.what === what) return;
    this.#trouble = { what };
    log.warn({ err: error }, what);
  }

  /** Resolves after a time, or when somebody calls what `arm` is given. */
  #pause(delayMs: number, arm: (wake: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      let timer: ClockTimer | undefined;
      const end = () => {
        timer?.cancel();
        arm(() => {});
        resolve();
      };
      timer = this.#options.clock.after(delayMs, end);
      arm(end);
      if (this.#isStopped) end();
    });
  }
}

function wordsFor(error: unknown): string {
  const { message } = error as Error;
  if (error instanceof FencedError) return `this node leads no longer: ${message}`;
  return message;
}
