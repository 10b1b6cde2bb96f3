/**
 * Submissions in a cluster, compared with one node that has its own disk and a submission journal: rate, latency, and
 * the lag of followers. Also the time in which a new or returning member reads the whole log.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterKeys, readSecret } from '../../src/cli/cluster/cluster-secret.ts';
import { LedgerFollower } from '../../src/cluster/ledger-follower.ts';
import { decodeClosedLedger } from '../../src/ledger/closed-ledger-codec.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { openPostgresClusterStore } from '../../src/storage/postgres/postgres-cluster-store.ts';
import type { ClusterProcess } from '../../test/support/cluster/cluster-process.ts';
import { HttpClient } from '../../test/support/http-client.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import { type Benchmark, type Measurement, percentile } from '../benchmark.ts';
import { CONNECTIONS } from '../http-load.ts';
import { PaymentWorld } from '../payment-world.ts';
import { submissionBody } from '../submission-load.ts';
import { type BenchCluster, genesisWords, validatedIndex, withCluster } from './bench-cluster.ts';
import { openBudgets, type ProcessorBudgets } from './processor-budget.ts';

const PAYMENTS = 6_000;
const QUICK_PAYMENTS = 2_000;
const RUNS = 3;
const WORDS = ['--close-interval', '1000', '--durable-submit'];
/**
 * Part of a processor for each node, if control groups are available: without a limit, one node would have more of the
 * machine than each of three.
 */
const SHARE = 0.35;
const SAMPLE_MS = 20;
const MEGABYTE = 1e6;

/** The values of a run by measured operation. */
type Figures = Map<string, { readonly unit: string; readonly value: number }>;

export const clusterWrites: Benchmark = {
  name: 'cluster-writes',
  question:
    `${PAYMENTS} signed payments over ${CONNECTIONS} connections with --durable-submit and a ledger each second, ` +
    'submitted to one node alone, to the leader of three nodes, and to a follower. PostgreSQL flushes each commit. ' +
    `Each node has ${SHARE} of a processor, where the system allows it. The lag is the difference between the ` +
    'ledgers that leader and follower report meanwhile. Last, an empty node reads the log from its beginning.',
  async measure({ isQuick }) {
    const runs: Figures[] = [];
    const count = isQuick ? QUICK_PAYMENTS : PAYMENTS;
    const budgets = openBudgets();
    budgets?.comeFirst();
    try {
      for (let run = 0; run < (isQuick ? 1 : RUNS); run++) runs.push(await runOnce(count, budgets));
    } finally {
      budgets?.close();
    }
    return [...runs[0]!.keys()].map((what): Measurement => {
      return { what, unit: runs[0]!.get(what)!.unit, runs: runs.map((figures) => figures.get(what)!.value) };
    });
  },
};

async function runOnce(count: number, budgets: ProcessorBudgets | undefined): Promise<Figures> {
  const figures: Figures = new Map();
  const alone = await submissionsAlone(count, budgets);
  figures.set('submit, one node alone', { unit: 'a second', value: alone });
  await withCluster(3, WORDS, async (cluster) => {
    const { leader, nodes } = cluster;
    const follower = nodes.find((node) => node !== leader)!;
    for (const { pid } of nodes) budgets?.give(pid!, SHARE);
    const world = new PaymentWorld();
    const lag = sampleLag(leader, follower);
    const toLeader = await submitRate(leader.port, world, count);
    const toFollower = await submitRate(follower.port, world, count);
    const samples = await lag.end();
    figures.set('submit, leader of three', { unit: 'a second', value: toLeader });
    figures.set('submit, leader of three against one alone', { unit: 'times', value: toLeader / alone });
    figures.set('submit, follower of three', { unit: 'a second', value: toFollower });
    figures.set('submit, follower of three against one alone', { unit: 'times', value: toFollower / alone });
    figures.set('lag of a follower, p50', { unit: 'ms', value: percentile(samples, 0.5) });
    figures.set('lag of a follower, p99', { unit: 'ms', value: percentile(samples, 0.99) });
    await measureCatchUp(cluster, figures);
  });
  return figures;
}

async function submissionsAlone(count: number, budgets: ProcessorBudgets | undefined): Promise<number> {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-bench-'));
  const server = await ServerProcess.start(['--data', directory, ...WORDS, ...genesisWords(directory)]);
  try {
    budgets?.give(server.pid, SHARE);
    return await submitRate(server.port, new PaymentWorld(), count);
  } finally {
    await server.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Payments of one payer are sent one after another, those of different payers in parallel. */
async function submitRate(port: number, world: PaymentWorld, count: number): Promise<number> {
  const bodies = world.sign(count).map(submissionBody);
  const client = new HttpClient(port, CONNECTIONS);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < bodies.length) {
      const { result } = JSON.parse((await client.post(bodies[next++]!)).toString());
      const outcome = result.engine_result ?? result.error;
      if (outcome !== 'tesSUCCESS' && outcome !== 'terQUEUED') throw new Error(`a payment failed: ${outcome}`);
    }
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - startMs) / 1000;
  client.close();
  return count / seconds;
}

/**
 * Lag between the leader's and a follower's new validated ledger, in milliseconds, measured by a client that polls
 * both.
 */
function sampleLag(
  leader: Pick<ClusterProcess, 'ask'>,
  follower: Pick<ClusterProcess, 'ask'>,
): { end(): Promise<number[]> } {
  let isOver = false;
  const seen = async (node: Pick<ClusterProcess, 'ask'>): Promise<Map<number, number>> => {
    const firstSeenMs = new Map<number, number>();
    while (!isOver) {
      const index = await validatedIndex(node);
      if (!firstSeenMs.has(index)) firstSeenMs.set(index, performance.now());
      await sleep(SAMPLE_MS);
    }
    return firstSeenMs;
  };
  const both = Promise.all([seen(leader), seen(follower)]);
  return {
    async end() {
      isOver = true;
      const [byLeader, byFollower] = await both;
      return [...byLeader].slice(1).flatMap(([index, atMs]) => {
        const thereMs = byFollower.get(index);
        return thereMs === undefined ? [] : Math.max(0, thereMs - atMs);
      });
    },
  };
}

async function measureCatchUp({ databaseUrl, directory, postgres }: BenchCluster, figures: Figures): Promise<void> {
  const shared = await openPostgresClusterStore(
    databaseUrl,
    await clusterKeys(databaseUrl, readSecret(path.join(directory, 'secret'))),
  );
  const own = openLmdbStore(path.join(directory, 'new member'));
  const follower = new LedgerFollower({
    ...{ own, log: shared.log, decode: decodeClosedLedger },
    ...{ confirmed: () => undefined, onFollowed: () => {} },
  });
  const startMs = performance.now();
  await follower.catchUp();
  const seconds = (performance.now() - startMs) / 1000;
  const last = follower.last!.ledgerIndex;
  await own.close();
  await shared.close();
  const text = 'SELECT sum(body_bytes)::float8 AS bytes, sum(transaction_count)::int AS count FROM weir.ledgers';
  const { bytes, count } = (await postgres.query(databaseUrl, text)).rows[0] as { bytes: number; count: number };
  figures.set('an empty member follows the log', { unit: 'ledgers a second', value: last / seconds });
  figures.set('the same, transactions', { unit: 'a second', value: count / seconds });
  figures.set('the same, bytes of the log', { unit: 'MB a second', value: bytes / MEGABYTE / seconds });
}
