/** `weir cluster`: the nodes of a cluster, from its database. */
import { StoreError } from '../../storage/ledger-store.ts';
import { PostgresArchive } from '../../storage/postgres/postgres-archive.ts';
import { openPostgresClusterStore } from '../../storage/postgres/postgres-cluster-store.ts';
import { NO_ROW_KEYS } from '../../storage/postgres/secret-check.ts';
import { type ClusterStore, UnreachableError } from '../../storage/shared/cluster-store.ts';
import { CommandError } from '../../util/command-error.ts';
import { textTable } from '../terminal/text-table.ts';
import { parseClusterOptions } from './cluster-options.ts';
import { type ClusterStatus, readStatus } from './cluster-status.ts';

const NO_LEADER = 1;
const PROBLEMS = 2;

/** Runs the command; gives its exit code. Rejects with a `CommandError`. */
export async function cluster(args: readonly string[], print: (text: string) => void): Promise<number> {
  const command = parseClusterOptions(args);
  try {
    if (command.word === 'prepare') return await prepare(command.url, print);
    const shared = await openPostgresClusterStore(command.url, undefined, { mayBegin: false });
    try {
      if (command.word === 'recover') return await recover(shared, command.from, print);
      return showStatus(await readStatus(shared), command.isJson, print);
    } finally {
      await shared.close();
    }
  } catch (error) {
    if (error instanceof UnreachableError || error instanceof StoreError) throw new CommandError(error.message);
    throw error;
  }
}

function showStatus(status: ClusterStatus, isJson: boolean, print: (text: string) => void): number {
  print(isJson ? JSON.stringify(status, undefined, 2) : describe(status));
  if (status.leader === null) return NO_LEADER;
  return status.problems.length === 0 ? 0 : PROBLEMS;
}

async function prepare(url: string, print: (text: string) => void): Promise<number> {
  const archive = new PostgresArchive(url, NO_ROW_KEYS);
  try {
    await archive.range();
  } finally {
    await archive.close();
  }
  print('The tables are ready. Nodes can connect as users with the role weir_member.');
  return 0;
}

async function recover(shared: ClusterStore, from: string, print: (text: string) => void): Promise<number> {
  const { leader, nodes } = await readStatus(shared);
  if (leader !== null) throw new CommandError(`${leader} leads the cluster: there is nothing to decide`);
  const node = nodes.find((one) => one.node === from);
  if (node === undefined) throw new CommandError(`no node ${from} has reported in the last minute: start it first`);
  if (node.role === 'apart') throw new CommandError(`${from} has other ledgers than the log: choose another node`);
  const lost = nodes.filter(({ ledger_index }) => ledger_index > node.ledger_index);
  await shared.lease.recover(from);
  print(`${from} leads next, with ledgers up to ${node.ledger_index} (${node.hash}) or the end of the log.`);
  for (const other of lost)
    print(`Lost: ledgers ${node.ledger_index + 1} to ${other.ledger_index} of ${other.node}, unless the log has them.`);
  return 0;
}

const HEADINGS = ['NODE', 'ROLE', 'LEDGER', 'BEHIND', 'LINK', 'HEARD', 'ADDRESS', 'VERSION'];

function describe(status: ClusterStatus): string {
  const rows = status.nodes.map((node) => [
    node.node,
    node.role,
    String(node.ledger_index),
    String(node.ledgers_behind),
    node.reaches_leader ? 'yes' : 'no',
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
  const problems = status.problems.map((problem) => `PROBLEM: ${problem}`);
  const database = `Database: server ${status.database}, ${status.durability}`;
  return [lead, log, database, ...problems, '', textTable([HEADINGS, ...rows])].join('\n');
}
