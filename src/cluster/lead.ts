/**
 * The lead of a cluster, on the member that took the lease: opens the node that closes ledgers, and ends it when the lease is
 * lost for any reason.
 */
import type { ClosingNode, LedgerEngine } from '../node/ledger-node.ts';
import type { NodeLog } from '../node/node-options.ts';
import { parseTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import type { SubmissionRecords } from '../storage/append-journal.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import {
  type ClusterStore,
  type LogEnd,
  type MemberProcess,
  type Term,
  UnreachableError,
} from '../storage/shared/cluster-store.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import { publishChainValues } from './chain-values.ts';
import type { ClusterNode } from './cluster-node.ts';
import type { KeptRecords } from './kept-records.ts';
import { LeaderLog, type LossOfLead } from './leader-log.ts';
import { LeaseKeeper, type LeaseTerms } from './lease-keeper.ts';
import { commonForm, type LedgerForms } from './ledger-forms.ts';
import { openSharedJournal, type SharedJournal } from './shared-journal.ts';

/** A member that reported within this time may be reading the log. */
const MEMBER_WITHIN_MS = 60_000;
/** A member that reported within this time runs. */
const PRESENT_WITHIN_MS = 3_000;
/** The members' reports are read after so many renewals of the lease. */
const RENEWALS_A_LOOK = 2;
/** A leader that stops waits so long until other members have its last ledger. */
const LAST_LEDGER_MS = 3_000;
/** A member that takes the lead waits so long until others have what its predecessor left: it holds the lease meanwhile. */
const LEFT_BEHIND_MS = 4_000;

/** Opens a node that leads, with these options. */
export type OpenLeader = (log: NodeLog, journal: SubmissionRecords | undefined) => Promise<ClosingNode>;

export interface LeadLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface LeadOptions {
  readonly member: MemberProcess;
  readonly own: LedgerStore;
  readonly shared: ClusterStore;
  readonly node: ClusterNode;
  readonly clock: Clock;
  readonly terms: LeaseTerms;
  readonly randomBytes: (count: number) => Uint8Array;
  /** True: submissions are kept in the database until a ledger holds them. */
  readonly isDurableSubmit: boolean;
  readonly forms: LedgerForms;
  readonly openLeader: OpenLeader;
  readonly acknowledgements: Acknowledgements;
  /** What this member keeps for other leaders. */
  readonly kept?: KeptRecords | undefined;
  readonly log: LeadLog;
}

/** Parts of taking the lead that the membership has. */
export interface Succession {
  /** Brings the own store to the end of the log. `acknowledge`: see `LedgerFollower.catchUpAll`. */
  readonly catchUp: (acknowledge: (end: LogEnd) => Promise<void>) => Promise<void>;
  /** Rejects if this member may not lead on its chain (`succession.ts`). */
  readonly admit: () => Promise<void>;
}

/** This member may not lead on its chain. */
export class NotAdmittedError extends Error {
  override readonly name = 'NotAdmittedError';
}

export class Lead {
  readonly term: Term;
  readonly #options: LeadOptions;
  readonly #lease: LeaseKeeper;
  readonly #log: LeaderLog;
  readonly #lost = Promise.withResolvers<LossOfLead>();
  readonly #looks: ClockTimer;
  #node: ClosingNode | undefined;
  #journal: SharedJournal | undefined;
  #isLost = false;
  /** Since when no other member reaches this one, though some run. */
  #alone: number | undefined;
  /** True when the node accepts requests. */
  #isOpen = false;

  /**
   * `acquiredAtMs`: when the request for the lease was sent, by `elapsedMs`. `aloneMs`: for how long the lead continues while other
   * members run and none reaches this one. `onTrouble`: called with errors of the own store and of the log.
   */
  constructor(
    term: Term,
    acquiredAtMs: number,
    options: LeadOptions & { readonly onResumed: () => void; readonly aloneMs: number },
    onTrouble: (error: unknown) => void,
  ) {
    const { shared, own, terms, clock, randomBytes, forms, acknowledgements, aloneMs } = options;
    this.term = term;
    this.#options = options;
    acknowledgements.begin();
    this.#log = new LeaderLog({
      shared,
      own,
      term,
      randomBytes,
      forms,
      acknowledgements,
      onLost: (why, error) => {
        if (why === 'own store failed' || why === 'log differs') onTrouble(error);
        this.lose(why);
      },
    });
    this.#lease = new LeaseKeeper({
      term,
      acquiredAtMs,
      table: shared.lease,
      terms,
      clock,
      confirmedIndex: () => this.#log.confirmedIndex,
      appendedIndex: () => this.#log.appendedIndex,
      onLost: () => this.lose('fenced'),
      onResumed: options.onResumed,
    });
    const lookMs = terms.renewalMs * RENEWALS_A_LOOK;
    this.#looks = clock.every(lookMs, () => void this.#look(aloneMs).catch(() => {})).unref();
  }

  /** Resolves with the reason when the lead is lost. */
  get lost(): Promise<LossOfLead> {
    return this.#lost.promise;
  }

  /** For how many milliseconds the lease certainly runs. */
  get remainingMs(): number {
    return this.#lease.remainingMs;
  }

  /** The time, by `elapsedMs`, until which the lease certainly runs or ran. */
  get leaseEndsMs(): number {
    return this.#lease.endsMs;
  }

  lose(why: LossOfLead): void {
    this.#isLost = true;
    this.#lost.resolve(why);
    // An append under way is not waited for.
    if (why !== 'stopped') this.#log.revoke();
    this.#options.acknowledgements.abandon();
  }

  /** Opens the node; false if the lease was lost meanwhile. Rejects with a `NotAdmittedError` among others. */
  async open({ catchUp, admit }: Succession): Promise<boolean> {
    const { shared, node, own, openLeader, randomBytes } = this.#options;
    await this.#look(Number.POSITIVE_INFINITY);
    const catchUpAll = () => catchUp((last) => this.#acknowledge(last));
    await catchUpAll();
    await admit();
    await publishMissing(this.#log, { shared, own, term: this.term, randomBytes });
    if (await this.#publishKept()) await catchUpAll();
    this.#log.confirmedIndex = own.ledgerRange()!.last;
    const leader = await openLeader(this.#log, await this.#openJournal());
    this.#node = leader;
    // Ledgers that close before the node accepts requests are announced too.
    node.lead(leader, () => this.#isOpen && this.remainingMs > 0);
    // It may close a ledger at once, for which others are waited for too.
    await this.#soon(leader.start());
    this.#isOpen = true;
    return !this.#isLost;
  }

  /** Accepts no more requests; closes a last ledger with the open transactions if `closes`. */
  async retire(closes: boolean): Promise<void> {
    const { log, clock, acknowledgements } = this.#options;
    this.#isOpen = false;
    const leader = this.#node;
    if (leader === undefined || !closes) return;
    const late = clock.after(LAST_LEDGER_MS, () => acknowledgements.abandon());
    await leader.stopClosing();
    if (leader.openLedger.view.transactionCount > 0)
      await leader.acceptLedger().catch((err) => log.warn({ err }, 'the last ledger could not be closed'));
    late.cancel();
  }

  /** Ends a lost lead. Gives the transactions that no ledger has, in their order. `open` must have settled. */
  async end(onTrouble: (error: unknown) => void): Promise<readonly Transaction[]> {
    const { node } = this.#options;
    const unconfirmed = this.#node === undefined ? [] : unconfirmedOf(this.#node, this.#journal);
    this.#log.revoke();
    node.leadNoMore();
    this.#lease.stop();
    this.#looks.cancel();
    await this.#node?.stop().catch(onTrouble);
    node.announceStored(this.#log.last);
    return unconfirmed;
  }

  /** Releases the lease, so that other members need not wait until it expires. */
  async release(): Promise<void> {
    await this.#options.shared.lease.release(this.term).catch(() => {});
  }

  /** The earlier leader may have ended before enough members had its last ledger (docs/cluster-protocol.md, rule 10). */
  #acknowledge({ ledgerIndex, hash }: LogEnd): Promise<void> {
    const { acknowledgements } = this.#options;
    return this.#soon(acknowledgements.need({ kind: 'confirmed', key: hash, ledgerIndex, hash }));
  }

  /** Resolves when that has been acknowledged. Rejects after a timeout: another member may have the others that this one lacks. */
  async #soon(acknowledged: Promise<void>): Promise<void> {
    const { clock, acknowledgements } = this.#options;
    const { count } = acknowledgements;
    if (count === 0) return acknowledged;
    const late = Promise.withResolvers<never>();
    const timer = clock.after(LEFT_BEHIND_MS, () => {
      const error = new UnreachableError(`this node cannot lead: fewer than ${count} other nodes acknowledge`);
      acknowledgements.abandon(error);
      late.reject(error);
    });
    await Promise.race([acknowledged, late.promise]).finally(() => timer.cancel());
  }

  /** True if the log lacked the ledger that this member keeps for an earlier leader. */
  async #publishKept(): Promise<boolean> {
    const { shared, kept } = this.#options;
    const last = (await shared.log.range())?.last;
    if (kept?.ledger === undefined || kept.ledger.header.parentHash !== last?.hash) return false;
    await this.#log.publish(kept.ledger);
    return true;
  }

  async #openJournal(): Promise<SharedJournal | undefined> {
    const { shared, clock, isDurableSubmit, acknowledgements } = this.#options;
    if (!isDurableSubmit) return undefined;
    const onFenced = () => this.lose('fenced');
    const journal = await openSharedJournal(shared.submissions, this.term, { clock, acknowledgements, onFenced });
    this.#journal = journal;
    // A client that repeats one of them gets the answer at once.
    await this.#soon(journal.acknowledge(Array.from(journal.records, ([id, body]) => ({ id, body }))));
    return journal;
  }

  /**
   * Reads the reports of the members. The leader writes a form that all present members read; a member that joins later and cannot
   * read it reports that. A leader that no present member reaches steps down (docs/cluster-protocol.md, rule 9).
   */
  async #look(aloneMs: number): Promise<void> {
    const { shared, forms, member, clock } = this.#options;
    const members = (await shared.members.list()).filter(({ role }) => role !== 'left');
    this.#log.form = commonForm(
      forms,
      members.filter(({ ageMs }) => ageMs <= MEMBER_WITHIN_MS),
    );
    const { epoch } = this.term;
    const others = members.filter(
      (other) => other.id !== member.id && other.ageMs <= PRESENT_WITHIN_MS && other.epoch === epoch,
    );
    const isAlone = others.length > 0 && others.every(({ reachedEpoch }) => reachedEpoch !== epoch);
    const nowMs = clock.elapsedMs();
    this.#alone = isAlone && this.#isOpen ? (this.#alone ?? nowMs) : undefined;
    if (this.#alone !== undefined && nowMs - this.#alone >= aloneMs) this.lose('not reached');
  }
}

/** The open and queued transactions, and those of the journal that wait for others. */
function unconfirmedOf(
  { openLedger: { view, queue } }: LedgerEngine,
  journal: SharedJournal | undefined,
): Transaction[] {
  const open = Array.from(view.transactions, ({ transaction }) => transaction);
  // The queue lists them by fee. The next leader takes those of an account only in their order.
  const accounts = new Set(queue.all().map(({ transaction }) => transaction.fields.Account));
  const queued = Array.from(accounts).flatMap((account) => queue.ofAccount(account));
  const found = [...open, ...queued.map(({ transaction }) => transaction)];
  const ids = new Set(found.map(({ id }) => id));
  for (const [id, body] of journal?.records ?? []) if (!ids.has(id)) found.push(parseTransaction(body.subarray(1)));
  return found;
}

/** If the database lost its last ledgers, or has none, this member writes those that it has again. */
export async function publishMissing(
  log: LeaderLog,
  { shared, own, term, randomBytes }: Pick<LeadOptions, 'shared' | 'own' | 'randomBytes'> & { readonly term: Term },
): Promise<void> {
  const last = (await shared.log.range())?.last;
  if (last === undefined && own.ledgerRange() !== undefined) await publishChainValues(shared, own, term, randomBytes);
  for (const ledger of own.tail(last?.ledgerIndex ?? 0)) await log.publish(ledger);
}
