/**
 * The lead of a cluster, on the member that took the lease: opens the node that closes ledgers, and ends it when the lease is
 * lost for any reason.
 */
import type { ClosingNode, LedgerEngine } from '../node/ledger-node.ts';
import type { NodeLog } from '../node/node-options.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { SubmissionRecords } from '../storage/append-journal.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import {
  type ClusterMember,
  type ClusterStore,
  UnknownOutcomeError,
  UnreachableError,
} from '../storage/shared/cluster-store.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import { publishChainValues } from './chain-values.ts';
import type { ClusterNode } from './cluster-node.ts';
import { LeaderLog, type LossOfLead } from './leader-log.ts';
import { LeaseKeeper, type LeaseTerms } from './lease-keeper.ts';
import { commonForm, type LedgerForms } from './ledger-forms.ts';
import { openSharedJournal, type SharedJournal } from './shared-journal.ts';

/** A member that reported within this time may be reading the log. */
const MEMBER_WITHIN_MS = 60_000;
/** The forms that members can read are checked after so many renewals of the lease. */
const RENEWALS_A_LOOK = 5;
const SETTLE_PAUSE_MS = 250;

/** Opens a node that leads, with these options. */
export type OpenLeader = (log: NodeLog, journal: SubmissionRecords | undefined) => Promise<ClosingNode>;

export interface LeadLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface LeadOptions {
  readonly member: ClusterMember;
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
  readonly log: LeadLog;
}

export class Lead {
  readonly epoch: number;
  readonly #options: LeadOptions;
  readonly #lease: LeaseKeeper;
  readonly #log: LeaderLog;
  readonly #lost = Promise.withResolvers<LossOfLead>();
  readonly #looks: ClockTimer;
  #node: ClosingNode | undefined;
  #isLost = false;
  #isRetiring = false;
  /** True when the node accepts requests. */
  #isOpen = false;

  /** `acquiredAtMs`: when the request for the lease was sent, by `elapsedMs`. `onTrouble`: called with errors of the own store. */
  constructor(
    epoch: number,
    acquiredAtMs: number,
    options: LeadOptions & { readonly onResumed: () => void },
    onTrouble: (error: unknown) => void,
  ) {
    const { shared, own, terms, clock, randomBytes, forms } = options;
    this.epoch = epoch;
    this.#options = options;
    const onLost = () => this.lose('fenced');
    this.#lease = new LeaseKeeper({
      epoch,
      acquiredAtMs,
      table: shared.lease,
      terms,
      clock,
      onLost,
      onResumed: options.onResumed,
    });
    this.#log = new LeaderLog({
      shared,
      own,
      epoch,
      randomBytes,
      forms,
      settle: (ask) => this.#settle(ask),
      onLost: (why, error) => {
        if (why === 'own store failed') onTrouble(error);
        this.lose(why);
      },
    });
    this.#looks = clock.every(terms.renewalMs * RENEWALS_A_LOOK, () => void this.#chooseForm().catch(() => {})).unref();
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
  }

  /** Opens the node; false if the lease was lost meanwhile. `catchUp` brings the own store to the end of the log. */
  async open(catchUp: () => Promise<void>): Promise<boolean> {
    const { shared, node, own, openLeader, randomBytes, forms } = this.#options;
    await this.#chooseForm();
    await catchUp();
    await publishMissing({ shared, own, epoch: this.epoch, randomBytes, forms, form: this.#log.form });
    const leader = await openLeader(this.#log, await this.#openJournal());
    this.#node = leader;
    // Ledgers that close before the node accepts requests are announced too.
    node.lead(leader, () => this.#isOpen && this.remainingMs > 0);
    await leader.start();
    this.#isOpen = true;
    return !this.#isLost;
  }

  /** Accepts no more requests; closes a last ledger with the open transactions if `closes`. */
  async retire(closes: boolean): Promise<void> {
    const { log } = this.#options;
    this.#isOpen = false;
    this.#isRetiring = true;
    const leader = this.#node;
    if (leader === undefined || !closes) return;
    await leader.stopClosing();
    if (leader.openLedger.view.transactionCount === 0) return;
    await leader.acceptLedger().catch((err) => log.warn({ err }, 'the last ledger could not be closed'));
  }

  /** Ends a lost lead. Gives the transactions that were open or queued, in their order. `open` must have settled. */
  async end(onTrouble: (error: unknown) => void): Promise<readonly Transaction[]> {
    const { node } = this.#options;
    const unconfirmed = this.#node === undefined ? [] : unconfirmedOf(this.#node);
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
    await this.#options.shared.lease.release(this.epoch).catch(() => {});
  }

  async #openJournal(): Promise<SharedJournal | undefined> {
    const { shared, clock, isDurableSubmit } = this.#options;
    if (!isDurableSubmit) return undefined;
    return openSharedJournal(shared.submissions, this.epoch, clock, () => this.lose('fenced'));
  }

  /** The leader writes a form that all present members read. A member that joins later and cannot read it reports that. */
  async #chooseForm(): Promise<void> {
    const { shared, forms } = this.#options;
    this.#log.form = commonForm(forms, await shared.members.list(MEMBER_WITHIN_MS));
  }

  /**
   * Renews the lease, which waits for statements of a lost connection of this member, then runs `ask`. While the database cannot
   * be reached, no other member is known to lead, so this tries again; after `retire` only while the lease certainly runs.
   */
  async #settle<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        await this.#lease.renew();
        return await ask();
      } catch (error) {
        const mayPass = error instanceof UnreachableError || error instanceof UnknownOutcomeError;
        if (!mayPass || this.#isLost || (this.#isRetiring && this.remainingMs === 0)) throw error;
        await new Promise<void>((resolve) => this.#options.clock.after(SETTLE_PAUSE_MS, resolve));
      }
    }
  }
}

function unconfirmedOf({ openLedger: { view, queue } }: LedgerEngine): Transaction[] {
  const open = Array.from(view.transactions, ({ transaction }) => transaction);
  return [...open, ...queue.all().map(({ transaction }) => transaction)];
}

/** If the database lost its last ledgers, or has none, a member that has them writes them again. */
export async function publishMissing({
  shared,
  own,
  epoch,
  randomBytes,
  forms,
  form,
}: Pick<LeadOptions, 'shared' | 'own' | 'randomBytes' | 'forms'> & {
  readonly epoch: number;
  /** The form that the leader writes. */
  readonly form: number;
}): Promise<void> {
  const last = (await shared.log.range())?.last;
  if (last === undefined && own.ledgerRange() !== undefined) await publishChainValues(shared, own, epoch, randomBytes);
  for (const ledger of own.tail(last?.ledgerIndex ?? 0))
    await shared.log.append(ledger, epoch, forms.encode(ledger, form));
}
