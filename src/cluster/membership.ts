/**
 * Decides whether this member leads. A member follows the log and checks the lease. When the lease has expired, it takes the lease,
 * catches up with the log (to which no other member can append now), opens the node that closes ledgers, and leads until the
 * lease is lost.
 */
import type { Transaction } from '../protocol/transaction/transaction.ts';
import {
  type ClusterMember,
  FencedError,
  type LeaseState,
  type LogEnd,
  type MemberRole,
  UnreachableError,
} from '../storage/shared/cluster-store.ts';
import type { ClockTimer } from '../util/clock.ts';
import type { Pacer } from '../util/steps.ts';
import { Lead, type LeadOptions, NotAdmittedError } from './lead.ts';
import type { LossOfLead } from './leader-log.ts';
import type { LeaseTerms } from './lease-keeper.ts';
import { ApartError, LedgerFollower, type OwnEnd } from './ledger-follower.ts';
import type { StoreRepair } from './store-repair.ts';
import { reasonNotToLead } from './succession.ts';

/** Durations in milliseconds. */
export interface MembershipTerms extends LeaseTerms {
  /** How often the log is read without a notification. */
  readonly tailMs: number;
  /** How often the lease is read. */
  readonly lookMs: number;
}

export const USUAL_TERMS: MembershipTerms = { durationMs: 3_000, renewalMs: 1_000, tailMs: 250, lookMs: 500 };

/** So long a member that stood back does not take the lead. */
const DISABLED_MS = 10_000;
/** A leader that no present member reaches steps down after so long, and after twice as long each time in a row. */
const ALONE_MS = 5_000;
/** Longest time to catch up after taking the lease; the member was at the end of the log just before. */
const CATCH_UP_MS = 5_000;
/** Reasons after which another member should lead: the lease is released. */
const RELEASED: readonly LossOfLead[] = [
  'stopped',
  'own store failed',
  'own store damaged',
  'not opened',
  'not admitted',
  'not reached',
  'log differs',
];
const DISABLING: readonly LossOfLead[] = ['own store failed', 'not opened', 'not reached'];

export interface MembershipOptions extends LeadOptions {
  readonly terms: MembershipTerms;
  readonly pacer?: Pacer | undefined;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Builds the own store again if it is damaged; without it a damaged member waits for the operator. */
  readonly repair?: StoreRepair | undefined;
}

/** The state of the lead, as far as this member has read it. */
export interface LeadNews {
  /** Undefined while no member is known to hold the lease. */
  readonly leader: ClusterMember | undefined;
  readonly epoch: number;
}

export class Membership {
  readonly #options: MembershipOptions;
  #follower: LedgerFollower;
  #lead: Lead | undefined;
  #news: LeadNews = { leader: undefined, epoch: 0 };
  /** Of all news: a database that lost its last commits has an earlier epoch. */
  #highestEpoch = 0;
  #onNews: (news: LeadNews) => void = () => {};
  #onApart: (isApart: boolean) => void = () => {};
  #onUnconfirmed: (transactions: readonly Transaction[]) => void = () => {};
  /** Undefined while the log could not be read, or the chain differs from it. */
  #ownEnd: OwnEnd | undefined;
  #isApart = false;
  #isDamaged = false;
  #isStopped = false;
  #isTailing = true;
  #isWoken = false;
  #wake: () => void = () => {};
  #wakeLook: () => void = () => {};
  #loops: Promise<unknown> = Promise.resolve();
  #stopListening: () => void = () => {};
  /** The error that keeps this member from following or leading; undefined if there is none. */
  #trouble: { readonly what: string } | undefined;
  /** The error that kept it from leading, until a member leads. */
  #leadTrouble: string | undefined;
  #behindSinceMs: number | undefined;
  #leaderlessSinceMs: number | undefined;
  /** The last ledger that a leader has confirmed to this member. */
  #heard: LogEnd | undefined;
  /** The name of this member is in use by another process. */
  #nameTrouble: string | undefined;
  /** The database's server, as of the last read of the lease. */
  incarnation: string | undefined;
  #aloneMs = ALONE_MS;
  /** When this member may take the lead again. */
  #notBeforeMs = 0;
  takeovers = 0;

  constructor(options: MembershipOptions) {
    this.#options = options;
    this.#follower = this.#newFollower();
  }

  /** Called when the leader has changed. */
  onNews(listener: (news: LeadNews) => void): void {
    this.#onNews = listener;
  }

  /** Called now, when the own chain differs from the log or is damaged, and when it does no longer. */
  onApart(listener: (isApart: boolean) => void): void {
    this.#onApart = listener;
    listener(this.#isApart);
  }

  /** Called with transactions that were open here when the lead was lost. The next leader can apply them. */
  onUnconfirmed(listener: (transactions: readonly Transaction[]) => void): void {
    this.#onUnconfirmed = listener;
  }

  get news(): LeadNews {
    return this.#news;
  }

  get role(): MemberRole {
    const { node } = this.#options;
    if (this.#options.own.damage !== undefined) return 'damaged';
    if (node.isLeading) return 'leader';
    if (this.#isApart) return 'apart';
    if (this.#ownEnd === 'ahead') return 'ahead';
    const isBehind =
      this.#ownEnd === undefined || this.#lead !== undefined || this.knownEnd > node.validated.ledgerIndex;
    return isBehind ? 'catching up' : 'follower';
  }

  /** For how many milliseconds the lease certainly runs; undefined on a follower. */
  get leaseRemainingMs(): number | undefined {
    return this.#lead?.remainingMs;
  }

  /** Seconds for which this member has not been at the end of the log; 0 while it is. */
  get secondsBehind(): number {
    const sinceMs = this.#behindSinceMs;
    return sinceMs === undefined ? 0 : Math.floor((this.#options.clock.elapsedMs() - sinceMs) / 1000);
  }

  /** The last ledger of the log that this member knows of. */
  get knownEnd(): number {
    return Math.max(this.#heard?.ledgerIndex ?? 0, this.#options.node.validated.ledgerIndex);
  }

  /** Seconds without a known leader; 0 while there is one. */
  get secondsWithoutLeader(): number {
    const { node, clock } = this.#options;
    // A leader without a lease cannot reach the database.
    const sinceMs = this.#leaderlessSinceMs ?? this.#lead?.leaseEndsMs;
    if (sinceMs === undefined || node.isLeading) return 0;
    return Math.max(0, Math.floor((clock.elapsedMs() - sinceMs) / 1000));
  }

  /** Notes that a leader has confirmed this ledger. */
  noteConfirmed(end: LogEnd): void {
    const { node, clock } = this.#options;
    if (end.ledgerIndex > (this.#heard?.ledgerIndex ?? 0)) this.#heard = end;
    if (node.validated.ledgerIndex >= end.ledgerIndex) return;
    this.#behindSinceMs ??= clock.elapsedMs();
    this.wake();
  }

  /** Notes whether another process uses the name of this member: then the database does not give the lease to this one. */
  noteName(isTaken: boolean): void {
    const { id } = this.#options.member;
    this.#nameTrouble = isTaken ? `another running node has the name ${id}: choose another --node-name` : undefined;
  }

  /** The problem, for the operator; undefined if there is none. */
  problem(): string | undefined {
    const { own, repair } = this.#options;
    if (own.damage !== undefined) return repair?.state ?? own.damage.message;
    return this.#nameTrouble ?? this.#trouble?.what ?? this.#leadTrouble;
  }

  start(): void {
    this.#stopListening = this.#options.shared.onAppended(() => this.wake());
    this.#loops = Promise.all([this.#tail(), this.#look()]);
  }

  /** Reads the log now, since it may have more ledgers. */
  wake(): void {
    this.#isWoken = true;
    this.#wake();
  }

  /** Reads the lease soon, since the leader cannot be reached. */
  recheckSoon(): void {
    this.#wakeLook();
  }

  /** Leaves the cluster. A leader closes the open ledger, unless `closes` is false, and releases the lease. */
  async stop(closes: boolean): Promise<void> {
    this.#isStopped = true;
    this.#stopListening();
    await this.#lead?.retire(closes);
    this.#lead?.lose('stopped');
    this.#wake();
    this.#wakeLook();
    await this.#options.repair?.stop();
    await this.#loops;
  }

  async #tail(): Promise<void> {
    const { tailMs } = this.#options.terms;
    while (!this.#isStopped) {
      this.#isWoken = false;
      if (this.#isTailing && !this.#isDamaged) await this.#tailOnce();
      this.#noteDamage();
      // A notification that arrived meanwhile may be about a later ledger.
      if (this.#isWoken && this.#ownEnd !== undefined) continue;
      await this.#pause(tailMs, (wake) => {
        this.#wake = wake;
      });
    }
  }

  async #tailOnce(): Promise<void> {
    try {
      this.#ownEnd = await this.#follower.catchUp();
      this.#setApart(false);
      // The log has passed what was heard, so it decides.
      const last = this.#follower.last!;
      if (this.#ownEnd === 'at the end' && last.ledgerIndex >= (this.#heard?.ledgerIndex ?? 0)) {
        this.#heard = undefined;
        this.#behindSinceMs = undefined;
      }
      this.#trouble = undefined;
    } catch (error) {
      this.#ownEnd = undefined;
      this.#setApart(error instanceof ApartError);
      this.#noteTrouble(error);
      // The store may have the ledger despite the error, so the next try starts from the store.
      await this.#follower.settled();
      if (this.#options.own.damage !== undefined) return;
      this.#follower = this.#newFollower();
      this.#options.node.announceStored(undefined);
    }
  }

  /** Afterwards this member neither follows nor leads, and no request reads its ledgers. */
  #noteDamage(): void {
    const { own, repair } = this.#options;
    if (this.#isDamaged || own.damage === undefined) return;
    this.#isDamaged = true;
    this.#noteTrouble(own.damage);
    this.#setApart(true);
    this.#lead?.lose('own store damaged');
    repair?.begin();
  }

  async #look(): Promise<void> {
    const { terms, random } = this.#options;
    while (!this.#isStopped) {
      const lease = await this.#readLease();
      let delayMs = terms.lookMs;
      if (lease !== undefined) {
        this.#emitNews(lease);
        if (this.#isFree(lease) && (await this.#isAdmitted(lease))) await this.#takeAndLead(lease);
        // Soon after the lease expires, at a random moment for each member; often while no holder is known.
        const soonMs = this.#news.leader === undefined ? terms.lookMs / 5 : lease.remainingMs + 10 + random() * 50;
        delayMs = Math.min(terms.lookMs, soonMs);
      }
      if (this.#isStopped) return;
      await this.#pause(delayMs, (wake) => {
        this.#wakeLook = wake;
      });
    }
  }

  /** A process does not wait for a lease of its own, from before it lost the lead. */
  #isFree({ remainingMs, holder }: LeaseState): boolean {
    if (this.#ownEnd === undefined || this.#isDamaged) return false;
    const isFree = remainingMs === 0 || holder?.id === this.#options.member.id;
    return isFree && this.#options.clock.elapsedMs() >= this.#notBeforeMs;
  }

  async #isAdmitted(lease: LeaseState): Promise<boolean> {
    try {
      const reason = await this.#reasonNotToLead(lease);
      this.#leadTrouble = reason ?? this.#leadTrouble;
      return reason === undefined;
    } catch {
      return false;
    }
  }

  async #reasonNotToLead(lease: LeaseState): Promise<string | undefined> {
    const { own, shared, member, acknowledgements, kept } = this.#options;
    const members = await shared.members.list();
    const log = (await shared.log.range())?.last;
    return reasonNotToLead({
      id: member.id,
      own,
      end: kept?.end,
      lease,
      log,
      members,
      heard: this.#heard,
      acknowledge: acknowledgements.count,
    });
  }

  async #readLease(): Promise<LeaseState | undefined> {
    try {
      const lease = await this.#options.shared.lease.read(this.#options.terms.durationMs);
      this.incarnation = lease.incarnation;
      return lease;
    } catch (error) {
      this.#noteTrouble(error);
      return undefined;
    }
  }

  #emitNews({ holder, epoch, remainingMs }: LeaseState): void {
    const isOwn = holder?.id === this.#options.member.id;
    const leader = isOwn || remainingMs === 0 ? undefined : holder;
    this.#setNews({ leader, epoch });
  }

  #setNews(news: LeadNews): void {
    if (news.leader !== undefined) this.#noteLed();
    else this.#leaderlessSinceMs ??= this.#options.clock.elapsedMs();
    const { leader, epoch } = this.#news;
    this.#news = news;
    this.#highestEpoch = Math.max(this.#highestEpoch, news.epoch);
    if (leader?.id !== news.leader?.id || leader?.address !== news.leader?.address || epoch !== news.epoch)
      this.#onNews(news);
  }

  #noteLed(): void {
    this.#leaderlessSinceMs = undefined;
    this.#leadTrouble = undefined;
  }

  /** `before`: the lease that was free. */
  async #takeAndLead(before: LeaseState): Promise<void> {
    const { shared, member, terms, clock, log, own } = this.#options;
    const acquiredAtMs = clock.elapsedMs();
    const above = Math.max(own.term(), this.#highestEpoch);
    const { incarnation } = before;
    const epoch = await shared.lease.take(member, terms.durationMs, above, incarnation).catch(() => undefined);
    if (epoch === undefined) return;
    const term = { epoch, token: member.token };
    // A `stop` that came meanwhile found no lead to end.
    if (this.#isStopped) {
      await shared.lease.release(term).catch(() => {});
      return;
    }
    const onResumed = () => this.#onNews(this.#news);
    const options = { ...this.#options, onResumed, aloneMs: this.#aloneMs };
    const lead = new Lead(term, acquiredAtMs, options, (error) => this.#noteTrouble(error));
    this.#lead = lead;
    this.#setNews({ leader: undefined, epoch });
    const opening = this.#open(lead, before).catch((error) => {
      this.#noteTrouble(error);
      this.#leadTrouble = wordsFor(error);
      lead.lose(lossBy(error));
    });
    const why = await lead.lost;
    log.info({ epoch, why }, 'this node no longer leads');
    await opening;
    await this.#end(lead, why);
  }

  async #open(lead: Lead, before: LeaseState): Promise<void> {
    const { node, log } = this.#options;
    this.#isTailing = false;
    const isOpen = await lead.open({
      catchUp: (acknowledge) => this.#catchUpSoon(acknowledge),
      admit: async () => {
        const reason = await this.#reasonNotToLead(before);
        if (reason !== undefined) throw new NotAdmittedError(reason);
      },
    });
    if (!isOpen) return;
    this.takeovers += 1;
    this.#behindSinceMs = undefined;
    this.#heard = undefined;
    this.#noteLed();
    this.#trouble = undefined;
    log.info({ epoch: lead.term.epoch, ledger_index: node.validated.ledgerIndex }, 'this node leads');
    this.#onNews(this.#news);
  }

  /** Catches up with the log, up to a timeout: while this member holds the lease and cannot read, no other member can lead. */
  async #catchUpSoon(acknowledge: (end: LogEnd) => Promise<void>): Promise<void> {
    const late = Promise.withResolvers<never>();
    const message = 'the log did not answer in time';
    const timer = this.#options.clock.after(CATCH_UP_MS, () => late.reject(new UnreachableError(message)));
    try {
      await Promise.race([this.#follower.catchUpAll(acknowledge), late.promise]);
    } finally {
      timer.cancel();
      late.promise.catch(() => {});
    }
  }

  async #end(lead: Lead, why: LossOfLead): Promise<void> {
    const unconfirmed = await lead.end((error) => this.#noteTrouble(error));
    if (RELEASED.includes(why)) await lead.release();
    // A run under way would store ledgers that the new follower does not know.
    await this.#follower.settled();
    if (this.#options.own.damage === undefined) this.#follower = this.#newFollower();
    this.#lead = undefined;
    this.#ownEnd = undefined;
    this.#leaderlessSinceMs ??= this.#options.clock.elapsedMs();
    this.#isTailing = true;
    this.#aloneMs = why === 'not reached' ? this.#aloneMs * 2 : ALONE_MS;
    if (DISABLING.includes(why)) this.#notBeforeMs = this.#options.clock.elapsedMs() + DISABLED_MS;
    this.#onNews(this.#news);
    this.wake();
    if (why !== 'stopped' && unconfirmed.length > 0) this.#onUnconfirmed(unconfirmed);
  }

  #newFollower(): LedgerFollower {
    const { own, shared, pacer, node, forms } = this.#options;
    return new LedgerFollower({
      own,
      pacer,
      log: shared.log,
      decode: forms.decode,
      confirmed: () => this.#heard,
      onFollowed: (header, ledger) => node.follow(header, ledger),
    });
  }

  #setApart(isApart: boolean): void {
    if (this.#isApart === isApart) return;
    this.#isApart = isApart;
    this.#onApart(isApart);
  }

  #noteTrouble(error: unknown): void {
    const { clock, log } = this.#options;
    const what = wordsFor(error);
    this.#behindSinceMs ??= clock.elapsedMs();
    if (this.#trouble?.what === what) return;
    this.#trouble = { what };
    log.warn({ err: error }, what);
  }

  /** Resolves after a time, or when the function that `arm` receives is called. */
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

function lossBy(error: unknown): LossOfLead {
  if (error instanceof FencedError) return 'fenced';
  return error instanceof NotAdmittedError ? 'not admitted' : 'not opened';
}

function wordsFor(error: unknown): string {
  const { message } = error as Error;
  if (error instanceof FencedError) return `this node no longer leads: ${message}`;
  return message;
}
