/** A cluster for benchmarks: a PostgreSQL that flushes its commits, and nodes that connect without proxies. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterProcess } from '../../test/support/cluster/cluster-process.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { limitsWords } from '../limits-file.ts';
import { PaymentWorld } from '../payment-world.ts';

export interface BenchCluster {
  readonly nodes: readonly ClusterProcess[];
  /** The leading node. */
  readonly leader: ClusterProcess;
  readonly postgres: TestPostgres;
  readonly databaseUrl: string;
  readonly directory: string;
}

const LOOK_MS = 50;

/** Starts this number of nodes, calls `use` when one of them leads, and stops them. */
export async function withCluster<T>(
  count: number,
  words: readonly string[],
  use: (cluster: BenchCluster) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-bench-cluster-'));
  const secretFile = path.join(directory, 'secret');
  writeFileSync(secretFile, 'a secret of all members\n', { mode: 0o600 });
  const all = [...words, ...genesisWords(directory)];
  const postgres = await startPostgres({ isDurable: true });
  const nodes: ClusterProcess[] = [];
  try {
    const databaseUrl = await postgres.createDatabase();
    for (let number = 1; number <= count; number++) {
      const options = { name: `node-${number}`, directory, secretFile, databaseUrl, words: all, isDirect: true };
      nodes.push(await ClusterProcess.create(options));
    }
    await Promise.all(nodes.map((node) => node.start()));
    const leader = await leaderOf(nodes, postgres, databaseUrl);
    return await use({ nodes, leader, postgres, databaseUrl, directory });
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function leaderOf(
  nodes: readonly ClusterProcess[],
  postgres: TestPostgres,
  databaseUrl: string,
): Promise<ClusterProcess> {
  for (;;) {
    const { rows } = await postgres.query(databaseUrl, 'SELECT holder_id FROM weir.lease');
    const leader = nodes.find(({ name }) => name === rows[0]?.holder_id);
    const answer = await leader?.ask('ledger', { ledger_index: 'current' });
    if (leader !== undefined && answer?.status === 'success') return leader;
    await sleep(LOOK_MS);
  }
}

/** Index of the last validated ledger of a node. */
export async function validatedIndex(node: Pick<ClusterProcess, 'ask'>): Promise<number> {
  return Number((await node.ask('ledger', { ledger_index: 'validated' })).ledger_index);
}

/**
 * Arguments of `weir start` for a chain whose first ledger has the payers. Each node has no workers, because several
 * nodes share the processors of the machine.
 */
export function genesisWords(directory: string): string[] {
  const file = path.join(directory, 'genesis.json');
  const { entries } = new PaymentWorld().genesis;
  writeFileSync(file, JSON.stringify({ entries: Object.fromEntries(entries!) }));
  return ['--threads', '0', '--genesis', file, ...limitsWords(directory)];
}
