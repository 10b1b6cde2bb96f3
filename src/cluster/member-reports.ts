/**
 * Reports this member's state to the database regularly: for the choice of the next leader and of the ledger form, and for `weir
 * cluster status`. The reports also show that a name is in use (docs/cluster-protocol.md, rule 4).
 */
import { StoreError } from '../storage/ledger-store.ts';
import type { ClusterStore, LogEnd, MemberProcess, MemberReport, MemberRole } from '../storage/shared/cluster-store.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import type { ClusterNode } from './cluster-node.ts';
import type { KeptRecords } from './kept-records.ts';
import type { Membership } from './membership.ts';

const REPORT_MS = 1_000;
/** A new process waits so long for its name: longer than reports of a process that has ended keep it. */
const NAME_WAIT_MS = 5_000;
const NAME_RETRY_MS = 500;

export interface MemberReportsOptions {
  readonly shared: ClusterStore;
  readonly clock: Clock;
  readonly member: MemberProcess;
  readonly node: ClusterNode;
  readonly membership: Membership;
  readonly kept: KeptRecords | undefined;
  /** The epoch of the leader that the link has reached; 0 if none. */
  readonly reachedEpoch: () => number;
  readonly version: string;
  readonly readsLedgerVersion: number;
}

export interface NameOptions {
  readonly shared: ClusterStore;
  readonly clock: Clock;
  readonly member: MemberProcess;
  readonly version: string;
  readonly readsLedgerVersion: number;
  /** The last ledger on the own disk; undefined without one. */
  readonly end: LogEnd | undefined;
}

/**
 * Reports that this process begins. Rejects with a `StoreError` if another running process has its name, or with an error of the
 * store.
 */
export async function claimName(options: NameOptions): Promise<void> {
  const { shared, clock, member } = options;
  for (const endMs = clock.elapsedMs() + NAME_WAIT_MS; ; ) {
    const { incarnation } = await shared.lease.read();
    if (await shared.members.report({ ...firstReport(options, 'catching up'), incarnation })) return;
    if (clock.elapsedMs() >= endMs) throw new StoreError(refusalOf(member.id));
    await new Promise<void>((resolve) => void clock.after(NAME_RETRY_MS, resolve));
  }
}

function refusalOf(name: string): string {
  return (
    `another running node of the cluster has the name ${name}, or the cluster waits for more ledgers of the earlier node of ` +
    'this name: choose another --node-name'
  );
}

/** Reports that this process does not start, since its ledgers belong to another chain: no member waits for them. */
export async function reportApart(options: NameOptions): Promise<void> {
  await options.shared.members.report(firstReport(options, 'apart')).catch(() => {});
}

function firstReport({ member, version, readsLedgerVersion, end }: NameOptions, role: MemberRole): MemberReport {
  const { ledgerIndex, hash } = end ?? { ledgerIndex: 0, hash: '' };
  return { ...member, ledgerIndex, hash, role, epoch: 0, reachedEpoch: 0, version, readsLedgerVersion };
}

export class MemberReports {
  readonly #options: MemberReportsOptions;
  #timer: ClockTimer | undefined;
  #reporting: Promise<void> | undefined;

  constructor(options: MemberReportsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#report();
    this.#timer = this.#options.clock.every(REPORT_MS, () => this.#report());
    this.#timer.unref();
  }

  /** Removes this member's report. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#reporting;
    await this.#options.shared.members.leave(this.#options.member).catch(() => {});
  }

  /** Sends one report at a time. After a failure the next report replaces it. */
  #report(): void {
    const { shared, member, node, membership, version, reachedEpoch, readsLedgerVersion } = this.#options;
    const { ledgerIndex, hash } = this.#options.kept?.end ?? node.validated;
    this.#reporting ??= shared.members
      .report({
        ...member,
        ...{ ledgerIndex, hash, version, readsLedgerVersion },
        role: membership.role,
        epoch: membership.news.epoch,
        reachedEpoch: reachedEpoch(),
        incarnation: membership.incarnation,
      })
      .then(
        (isAccepted) => membership.noteName(!isAccepted),
        () => {},
      )
      .finally(() => {
        this.#reporting = undefined;
      });
  }
}
