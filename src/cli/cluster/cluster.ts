/** `weir cluster status`: the nodes of a cluster, from its database. */
import { StoreError } from '../../storage/ledger-store.ts';
import { PostgresArchive } from '../../storage/postgres/postgres-archive.ts';
import { openPostgresClusterStore } from '../../storage/postgres/postgres-cluster-store.ts';
import { type ClusterStore, UnreachableError } from '../../storage/shared/cluster-store.ts';
import { CommandError } from '../../util/command-error.ts';
import { textTable } from '../terminal/text-table.ts';
import { parseClusterOptions } from './cluster-options.ts';

const REPORTED_WITHIN_MS = 60_000;

interface NodeStatus {
  readonly node: string;
  readonly role: string;
  readonly ledger_index: number;
  readonly ledgers_behind: number;
  readonly heard_ms_ago: number;
  readonly address: string;
  readonly version: string;
}

interface ClusterStatus {
  readonly epoch: number;
  readonly leader: string | null;
  readonly lease_remaining_ms: number;
  readonly first_ledger: number | null;
  readonly last_ledger: number | null;
  readonly last_hash: string | null;
  readonly durability: string;
  readonly nodes: readonly NodeStatus[];
}

/** Runs the command; gives its exit code. Rejects with a `CommandError`. */
export async function cluster(args: readonly string[], print: (text: string) => void): Promise<number> {
  const { command, url, isJson } = parseClusterOptions(args);
  if (command === 'prepare') {
    await withErrors(() => prepare(url));
    print('The tables are ready. Nodes can connect as users with the role weir_member.');
    return 0;
  }
  const status = await withErrors(() => readStatus(url));
  print(isJson ? JSON.stringify(status, undefined, 2) : describe(status));
  return status.leader === null ? 1 : 0;
}

async function prepare(url: string): Promise<void> {
  const archive = new PostgresArchive(url);
  try {
    await archive.range();
  } finally {
    await archive.close();
  }
}

async function readStatus(url: string): Promise<ClusterStatus> {
  const shared = await openPostgresClusterStore(url, undefined, { mayBegin: false });
  try {
    return await statusOf(shared);
  } finally {
    await shared.close();
  }
}

async function withErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof StoreError) throw new CommandError(error.message);
    throw error;
  }
}

async function statusOf(shared: ClusterStore): Promise<ClusterStatus> {
  const { lease, log, members } = shared;
  const { epoch, holder, remainingMs } = await lease.read();
  const range = await log.range();
  const last = range?.last.ledgerIndex ?? 0;
  const nodes = (await members.list())
    .filter(({ ageMs }) => ageMs <= REPORTED_WITHIN_MS)
    .map((member) => ({
      node: member.id,
      role: member.role,
      ledger_index: member.ledgerIndex,
      ledgers_behind: Math.max(0, last - member.ledgerIndex),
      heard_ms_ago: Math.round(member.ageMs),
      address: member.address,
      version: member.version,
    }));
  return {
    epoch,
    leader: remainingMs > 0 ? (holder?.id ?? null) : null,
    lease_remaining_ms: Math.round(remainingMs),
    first_ledger: range?.first.ledgerIndex ?? null,
    last_ledger: range?.last.ledgerIndex ?? null,
    last_hash: range?.last.hash ?? null,
    durability: shared.durability,
    nodes: nodes.sort((a, b) => (a.node < b.node ? -1 : 1)),
  };
}

const HEADINGS = ['NODE', 'ROLE', 'LEDGER', 'BEHIND', 'HEARD', 'ADDRESS', 'VERSION'];

function describe(status: ClusterStatus): string {
  const rows = status.nodes.map((node) => [
    node.node,
    node.role,
    String(node.ledger_index),
    String(node.ledgers_behind),
    `${(node.heard_ms_ago / 1000).toFixed(1)} s ago`,
    node.address,
    node.version,
  ]);
  const lead =
    status.leader === null
      ? `No leader (epoch ${status.epoch})`
      : `${status.leader} leads (epoch ${status.epoch}, lease ${(status.lease_remaining_ms / 1000).toFixed(1)} s)`;
  const log =
    status.last_ledger === null
      ? 'The log is empty'
      : `The log has ledgers ${status.first_ledger} to ${status.last_ledger} (${status.last_hash})`;
  return [lead, log, `Durability: ${status.durability}`, '', textTable([HEADINGS, ...rows])].join('\n');
}
