/**
 * `npm run soak -- patroni --faults 9`: the cluster of `examples/cluster` under a load of durable submissions, on each node and
 * through HAProxy, while the primary of PostgreSQL fails: PostgreSQL is killed, or its whole machine with Patroni, also after the
 * standby received nothing for a while, or the primary is changed as planned. Fails if an acknowledged submission is missing or was applied twice, if two nodes have different ledgers,
 * if a session goes back, or if submissions do not continue. Skipped if Patroni, etcd, HAProxy or PostgreSQL are not installed.
 *
 * `--asynchronous`: commits wait for no standby, and the nodes run with `--acknowledge 1`. `--only` names faults, separated by
 * commas. `--pgbouncer` connects the nodes through PgBouncer. `--writers` is the number of clients that submit, and `--think` the usual
 * pause of a client, in milliseconds.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import '../test-tools.ts';
import pg from 'pg';
import { LocalCluster, missingPrograms } from '../../examples/cluster/start.mjs';
import type { JsonObject } from '../../src/protocol/values.ts';
import { NoAnswerError } from '../../test/support/cluster/cluster-clients.ts';
import { ClusterTrial, type TrialNode } from '../../test/support/cluster/cluster-trial.ts';
import { PROGRAM } from '../../test/support/program.ts';
import { TIMEOUT_MS, until } from '../../test/support/until.ts';

const READERS = 4;
const ANSWER_MS = 15_000;
const CALM_MS = 3_000;
/**
 * How long the standby receives nothing before the primary fails. A synchronous one must be replaced before Patroni lets the primary
 * continue alone (`loop_wait`).
 */
const STALL_MS = { asynchronous: 9_000, synchronous: 1_500 };

/** Returns what the operator does when there is another primary. */
type Fault = (primary: string) => Promise<Repair>;
type Repair = () => Promise<void>;
const NOTHING: Repair = async () => {};
const FAULTS: Readonly<Record<string, Fault>> = {
  'kill PostgreSQL': async (primary) => {
    cluster.killDatabase(primary, false);
    return NOTHING;
  },
  'kill the machine': killMachine,
  switchover: async (primary) => {
    await cluster.switchOver(primary);
    return NOTHING;
  },
  'stalled replication': killStalled,
};

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '9' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    asynchronous: { type: 'boolean', default: false },
    pgbouncer: { type: 'boolean', default: false },
    writers: { type: 'string', default: '4' },
    think: { type: 'string', default: '200' },
  },
});
const names = values.only?.split(',') ?? Object.keys(FAULTS);
const cluster = new LocalCluster({
  weir: [process.execPath, PROGRAM],
  isAsynchronous: values.asynchronous,
  withPgBouncer: values.pgbouncer,
});
const missing = missingPrograms();
if (missing.length > 0) console.log(`skipped: not installed on this machine: ${missing.join(', ')}`);
else await soak();

async function soak(): Promise<void> {
  let trial: ClusterTrial | undefined;
  process.once('SIGINT', () => void cluster.stop().then(() => process.exit(1)));
  try {
    await cluster.start();
    const nodes = [...cluster.nodes, { name: 'HAProxy', url: cluster.url }].map(nodeAt);
    const clients = { writers: Number(values.writers), readers: READERS, thinkMs: Number(values.think) };
    trial = new ClusterTrial({ ...clients, keepsSession: true, seed: Number(values.seed) }, nodes);
    await trial.begin();
    const beganMs = performance.now();
    for (let count = 0; count < Number(values.faults); count++) await strike(trial, names[count % names.length]!);
    const seconds = (performance.now() - beganMs) / 1_000;
    const { ledgers, transactions, clients: figures } = await trial.judge();
    const rate = (figures.acknowledged / seconds).toFixed(0);
    console.log(`${rate} submissions acknowledged a second, failures included`);
    const silence = (figures.longestSilenceMs / 1_000).toFixed(1);
    console.log(
      `${figures.acknowledged} submissions acknowledged, none lost; no reader had no answer for more than ${silence} s`,
    );
    console.log(`${ledgers} ledgers with ${transactions} transactions, the same on all nodes`);
  } catch (error) {
    console.error(error);
    console.error(cluster.logs());
    process.exitCode = 1;
  } finally {
    const clients = trial?.stopClients();
    await cluster.stop();
    await clients;
  }
}

/**
 * Prints the longest time without an acknowledged submission. Ends when the other server is the primary and has a
 * standby.
 */
async function strike(trial: ClusterTrial, name: string): Promise<void> {
  await sleep(CALM_MS);
  const primary = (await cluster.primary())!;
  await trial.nextAcknowledged();
  const gapsMs: number[] = [];
  let isOver = false;
  const watched = watch();
  const repair = await FAULTS[name]!(primary);
  await until(async () => ![primary, undefined].includes(await cluster.primary()), 'another primary');
  await repair();
  await until(async () => (await cluster.standby()) === primary, 'the former primary is a standby');
  await until(hasStandby, 'the standby receives what is written');
  isOver = true;
  await watched;
  console.log(`${name} (${primary}): no submission for ${(Math.max(...gapsMs) / 1_000).toFixed(1)} s`);

  async function watch(): Promise<void> {
    while (!isOver) {
      const sinceMs = performance.now();
      const late = AbortSignal.timeout(TIMEOUT_MS);
      await Promise.race([trial.nextAcknowledged(), once(late, 'abort')]);
      trial.throwFailure();
      if (late.aborted) throw new Error(`after ${name}: no submission was acknowledged for ${TIMEOUT_MS / 1_000} s`);
      gapsMs.push(performance.now() - sinceMs);
    }
  }
}

async function killMachine(primary: string): Promise<Repair> {
  cluster.killDatabase(primary, true);
  return async () => cluster.startDatabase(primary);
}

/** The standby lacks the last commits when the primary fails: it could not connect any more. */
async function killStalled(primary: string): Promise<Repair> {
  await query(primary, 'ALTER ROLE replicator CONNECTION LIMIT 0');
  await query(primary, 'SELECT pg_terminate_backend(pid) FROM pg_stat_replication');
  const { rows } = await query(primary, 'SELECT last_index FROM weir.lease', 'weir');
  await sleep(values.asynchronous ? STALL_MS.asynchronous : STALL_MS.synchronous);
  const end = await query(primary, 'SELECT last_index FROM weir.lease', 'weir');
  cluster.killDatabase(primary, values.asynchronous);
  return async () => {
    const allow = async () => query((await cluster.primary())!, 'ALTER ROLE replicator CONNECTION LIMIT -1');
    await until(
      () =>
        allow().then(
          () => true,
          () => false,
        ),
      'the new primary accepts writes',
    );
    const missing = Number(end.rows[0].last_index) - Number(rows[0].last_index);
    console.log(`the standby could not receive ${missing} ledgers`);
    if (values.asynchronous) cluster.startDatabase(primary);
  };
}

/** True if a standby has all that the primary has written, but for the last moment. */
async function hasStandby(): Promise<boolean> {
  const text =
    "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND coalesce(replay_lag, '0') < interval '1 second'";
  const found = await query((await cluster.primary())!, text).catch(() => undefined);
  return found?.rowCount === 1;
}

/** Runs a statement as the superuser of a server. */
async function query(server: string, text: string, database = 'postgres'): Promise<pg.QueryResult> {
  const url = new URL(cluster.superuserUrl(server));
  url.pathname = database;
  url.password = cluster.environment.PGPASSWORD;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

function nodeAt({ name, url }: { readonly name: string; readonly url: string }): TrialNode {
  return {
    name,
    get log() {
      return cluster.logs();
    },
    ready: async () => {},
    async ask(method, params, timeoutMs = ANSWER_MS) {
      const body = JSON.stringify({ method, params: [params] });
      try {
        const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) });
        return ((await response.json()) as { result: JsonObject }).result;
      } catch (error) {
        throw new NoAnswerError(`${name}: ${(error as Error).message}`);
      }
    },
  };
}
