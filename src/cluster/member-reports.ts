/** Reports this member's state to the database regularly, for `weir cluster status` and for the choice of the ledger form. */
import type { ClusterMember, ClusterStore } from '../storage/shared/cluster-store.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import type { ClusterNode } from './cluster-node.ts';
import type { Membership } from './membership.ts';

const REPORT_MS = 1_000;

export interface MemberReportsOptions {
  readonly shared: ClusterStore;
  readonly clock: Clock;
  readonly member: ClusterMember;
  readonly node: ClusterNode;
  readonly membership: Membership;
  readonly version: string;
  readonly readsLedgerVersion: number;
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
    await this.#options.shared.members.leave(this.#options.member.id).catch(() => {});
  }

  /** Sends one report at a time. After a failure the next report replaces it. */
  #report(): void {
    const { shared, member, node, membership, version, readsLedgerVersion } = this.#options;
    this.#reporting ??= shared.members
      .report({
        ...member,
        version,
        role: membership.role,
        epoch: membership.news.epoch,
        ledgerIndex: node.validated.ledgerIndex,
        readsLedgerVersion,
      })
      .catch(() => {})
      .finally(() => {
        this.#reporting = undefined;
      });
  }
}
