/**
 * `npm run soak -- patroni --faults 9`: the cluster of `examples/cluster` under a small load of durable submissions, on each node and
 * through HAProxy, while the primary of PostgreSQL fails: PostgreSQL is killed, or its whole machine with Patroni, or the primary
 * is changed as planned. Fails if an acknowledged submission is missing or was applied twice, if two nodes have different ledgers,
 * if a session goes back, or if submissions do not continue. Skipped if Patroni, etcd, HAProxy or PostgreSQL are not installed.
 *
 * `--asynchronous`: commits wait for no standby, and the nodes run with `--acknowledge 1`. `--only` names faults, separated by
 * commas. `--pgbouncer` connects the nodes through PgBouncer.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import '../test-tools.ts';
import { LocalCluster, missingPrograms } from '../../examples/cluster/start.mjs';
import type { JsonObject } from '../../src/protocol/values.ts';
import { NoAnswerError } from '../../test/support/cluster/cluster-clients.ts';
import { ClusterTrial, type TrialNode } from '../../test/support/cluster/cluster-trial.ts';
import { PROGRAM } from '../../test/support/program.ts';
import { TIMEOUT_MS, until } from '../../test/support/until.ts';

const CLIENTS = 4;
const ANSWER_MS = 15_000;
const CALM_MS = 3_000;

type Fault = (primary: string) => Promise<void> | void;
const FAULTS: Readonly<Record<string, Fault>> = {
  'kill PostgreSQL': (primary) => cluster.killDatabase(primary, false),
  'kill the machine': (primary) => cluster.killDatabase(primary, true),
  switchover: (primary) => cluster.switchOver(primary),
};

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '9' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    asynchronous: { type: 'boolean', default: false },
    pgbouncer: { type: 'boolean', default: false },
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
    const clients = { writers: CLIENTS, readers: CLIENTS, thinkMs: 200, keepsSession: true };
    trial = new ClusterTrial({ ...clients, seed: Number(values.seed) }, nodes);
    await trial.begin();
    for (let count = 0; count < Number(values.faults); count++) await strike(trial, names[count % names.length]!);
    const { ledgers, transactions, clients: figures } = await trial.judge();
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
  await FAULTS[name]!(primary);
  await until(async () => ![primary, undefined].includes(await cluster.primary()), 'another primary');
  if (name === 'kill the machine') cluster.startDatabase(primary);
  await until(async () => (await cluster.standby()) === primary, 'the former primary is a standby');
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
