/** The state of a cluster, as its database shows it, and what is wrong with it. */
import type { ClusterStore, LeaseState, ListedMember, LogEnd } from '../../storage/shared/cluster-store.ts';

const REPORTED_WITHIN_MS = 60_000;
/** Members report every second. */
const SILENT_AFTER_MS = 5_000;

interface NodeStatus {
  readonly node: string;
  readonly role: string;
  readonly ledger_index: number;
  readonly hash: string;
  readonly ledgers_behind: number;
  /** True for the leader itself. */
  readonly reaches_leader: boolean;
  readonly heard_ms_ago: number;
  readonly address: string;
  readonly version: string;
}

export interface ClusterStatus {
  readonly epoch: number;
  readonly leader: string | null;
  readonly lease_remaining_ms: number;
  readonly first_ledger: number | null;
  readonly last_ledger: number | null;
  readonly last_hash: string | null;
  /** Which server it is: another one after a failover or a restore. */
  readonly database: string;
  readonly durability: string;
  readonly problems: readonly string[];
  readonly nodes: readonly NodeStatus[];
}

export async function readStatus(shared: ClusterStore): Promise<ClusterStatus> {
  const lease = await shared.lease.read();
  const listed = await shared.members.list();
  const range = await shared.log.range();
  const last = range?.last;
  const members = listed.filter(({ role, ageMs, isKnown, isHere, ledgerIndex }) => {
    const mayHaveMore = !isHere || ledgerIndex > (last?.ledgerIndex ?? 0);
    return role === 'left' ? isKnown && mayHaveMore : isKnown || ageMs <= REPORTED_WITHIN_MS;
  });
  const leader = lease.remainingMs > 0 ? (lease.holder?.id ?? null) : null;
  const nodes = members.map((member) => ({
    node: member.id,
    role: member.role,
    ledger_index: member.ledgerIndex,
    hash: member.hash,
    ledgers_behind: Math.max(0, (last?.ledgerIndex ?? 0) - member.ledgerIndex),
    reaches_leader: member.id === leader || (leader !== null && member.reachedEpoch === lease.epoch),
    heard_ms_ago: Math.round(member.ageMs),
    address: member.address,
    version: member.version,
  }));
  return {
    epoch: lease.epoch,
    leader,
    lease_remaining_ms: Math.round(lease.remainingMs),
    first_ledger: range?.first.ledgerIndex ?? null,
    last_ledger: last?.ledgerIndex ?? null,
    last_hash: last?.hash ?? null,
    database: lease.incarnation,
    durability: shared.durability,
    problems: [...leaseProblems(lease), ...members.flatMap((member) => memberProblems(member, lease, last))],
    nodes: nodes.sort((a, b) => (a.node < b.node ? -1 : 1)),
  };
}

function leaseProblems({ isVoid, recoverFrom }: LeaseState): string[] {
  const problems: string[] = [];
  if (isVoid)
    problems.push('the database is another server than when the lease was taken: nodes compare their ledgers');
  if (recoverFrom !== undefined) problems.push(`the cluster waits for ${recoverFrom}, by the operator's decision`);
  return problems;
}

function memberProblems(member: ListedMember, lease: LeaseState, last: LogEnd | undefined): string[] {
  const { id, role, ageMs, ledgerIndex, isHere, reachedEpoch, epoch } = member;
  const end = last?.ledgerIndex ?? 0;
  if (ledgerIndex > end) return [`${id} has ledger ${ledgerIndex}, and the log ends with ${end}`];
  if (role === 'apart') return [`${id} has other ledgers than the log: move its data directory away`];
  if (role === 'damaged') return [`${id} has damaged data: it serves no ledger until it has built them again`];
  if (!isHere) return [`${id} has not reported since the database is this server`];
  if (ageMs > SILENT_AFTER_MS) return [`${id} has not reported for ${Math.round(ageMs / 1000)} s`];
  const isCutOff = epoch === lease.epoch && lease.remainingMs > 0 && lease.holder?.id !== id && reachedEpoch !== epoch;
  return isCutOff ? [`${id} does not reach the leader at ${lease.holder?.address}`] : [];
}
