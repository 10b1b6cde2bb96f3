/** A member's state in the cluster, for `server_info`, `/health` and `/metrics`. */
import type { LedgerNode } from '../node/ledger-node.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { MemberFacts, MemberFigure } from '../rpc/method/context.ts';
import type { Membership } from './membership.ts';

export interface MemberStatusOptions {
  readonly name: string;
  readonly node: Pick<LedgerNode, 'validated'>;
  readonly membership: Membership;
  /** Durability of the database, by its own settings, as far as it is known. */
  readonly durability: () => string;
  readonly followerCount: () => number;
  /** The last ledger that the archive is known to have; undefined without an archive. */
  readonly archivedIndex?: (() => number | undefined) | undefined;
}

/** A takeover should be faster than this. */
const TROUBLE_AFTER_SECONDS = 10;

export class MemberStatus implements MemberFacts {
  readonly name: string;
  readonly #options: MemberStatusOptions;

  constructor(options: MemberStatusOptions) {
    this.name = options.name;
    this.#options = options;
  }

  facts(): JsonObject {
    const { membership, durability } = this.#options;
    const { role, news, leaseRemainingMs } = membership;
    return {
      node: this.name,
      role,
      epoch: news.epoch,
      leader: this.#leader(),
      ledgers_behind: this.#ledgersBehind(),
      seconds_behind: membership.secondsBehind,
      ...(leaseRemainingMs === undefined ? {} : { lease_remaining_ms: Math.round(leaseRemainingMs) }),
      ...this.#archived(),
      durability: durability(),
    };
  }

  #archived(): JsonObject {
    const ledger = this.#options.archivedIndex?.();
    return ledger === undefined ? {} : { archived_ledger: ledger };
  }

  figures(): readonly MemberFigure[] {
    const { membership, followerCount } = this.#options;
    const isLeading = membership.role === 'leader';
    return [
      figure('weir_cluster_leads', 'Whether this node leads: 1 or 0', isLeading ? 1 : 0),
      figure('weir_cluster_epoch', 'The epoch of the lease that this node knows of', membership.news.epoch),
      figure('weir_cluster_lag_ledgers', 'Ledgers of the log that this node lacks', this.#ledgersBehind()),
      figure(
        'weir_cluster_lag_seconds',
        'For how long this node has not been at the end of the log',
        membership.secondsBehind,
      ),
      figure(
        'weir_cluster_lease_remaining_seconds',
        'How long the lease surely runs; 0 on a follower',
        (membership.leaseRemainingMs ?? 0) / 1000,
      ),
      figure('weir_cluster_takeovers', 'How often this node took the lead', membership.takeovers),
      figure(
        'weir_cluster_archived_ledger',
        'The last ledger that the archive is known to have',
        this.#options.archivedIndex?.() ?? 0,
      ),
      figure('weir_cluster_followers', 'Followers that are connected to this node', isLeading ? followerCount() : 0),
    ];
  }

  /** The problem, for the operator; undefined if there is none. */
  problem(): string | undefined {
    const { membership } = this.#options;
    const problem = membership.problem();
    if (problem !== undefined) return problem;
    const { secondsBehind, secondsWithoutLeader } = membership;
    if (secondsBehind > TROUBLE_AFTER_SECONDS) return `this node has been behind the log for ${secondsBehind} s`;
    if (secondsWithoutLeader > TROUBLE_AFTER_SECONDS)
      return `no node has led the cluster for ${secondsWithoutLeader} s`;
    return undefined;
  }

  /** Why this member cannot take submissions itself; undefined if it can. */
  leadProblem(): string | undefined {
    if (this.#options.membership.role === 'leader') return undefined;
    const leader = this.#leader();
    return leader === null ? 'no node leads the cluster' : `this node does not lead, ${leader} does`;
  }

  /** Why clients should read elsewhere: this member serves ledgers that others do not, or lacks ledgers. */
  readProblem(): string | undefined {
    const { membership } = this.#options;
    if (membership.role === 'apart' || membership.role === 'damaged') return membership.problem();
    const behind = this.#ledgersBehind();
    // Without a leader no node has more that could be read.
    const isBehind = behind > 0 && membership.news.leader !== undefined;
    return isBehind && membership.secondsBehind > TROUBLE_AFTER_SECONDS
      ? `this node lacks ${behind} ledgers, for ${membership.secondsBehind} s`
      : undefined;
  }

  #leader(): string | null {
    const { role, news } = this.#options.membership;
    return role === 'leader' ? this.name : (news.leader?.id ?? null);
  }

  #ledgersBehind(): number {
    const { membership, node } = this.#options;
    return Math.max(0, membership.knownEnd - node.validated.ledgerIndex);
  }
}

function figure(name: string, help: string, value: number): MemberFigure {
  return { name, help, value };
}
