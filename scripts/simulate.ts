/**
 * Deterministic simulation from the command line: `npm run simulate -- --seed 1 --runs 1000`. Each run has the next seed;
 * every tenth is run twice and must come out the same. A failure is made short, printed, and ends it all. With `--wild` the
 * runs have transactions of every type, whose results are not predicted; with `--cluster` they are of three machines with a
 * common log; with `--explore N` such machines have each fault, and each two faults, for N seconds, in all settings or in those
 * whose name has the word of `--setting`; with `--faults 1` they have one fault each; `--processes 2` share the settings.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type ClusterRunOutcome, runCluster } from '../test/simulation/cluster/cluster-run.ts';
import { explore } from '../test/simulation/cluster/explore.ts';
import { planOf, runPlan, shorten } from '../test/simulation/run-plan.ts';
import type { RunFigures } from '../test/simulation/simulation.ts';
import { runWild } from '../test/simulation/wild-run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '100' },
    wild: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    explore: { type: 'string' },
    setting: { type: 'string', default: '' },
    faults: { type: 'string', default: '2' },
    processes: { type: 'string', default: '1' },
    process: { type: 'string', default: '0' },
  },
});
const [firstSeed, runs] = [Number(values.seed), Number(values.runs)];
const REPEAT_EVERY = 10;
const NUMBERS = ['submissions', 'ledgers', 'transactions', 'questions', 'faults', 'restarts'] as const;

const totals = { actions: 0, submissions: 0, ledgers: 0, transactions: 0, questions: 0, faults: 0, restarts: 0 };
const clusterTotals = { faults: 0, ledgers: 0, epochs: 0, acknowledged: 0, answers: 0, virtualSeconds: 0 };
const results = new Map<string, number>();
const run = values.cluster ? runClusterSeed : values.wild ? runWildSeed : runSeed;
process.once('unhandledRejection', (error) => {
  throw error;
});
const startedMs = performance.now();
if (values.explore !== undefined) {
  const others = startOthers();
  const share = { process: Number(values.process), of: Number(values.processes) };
  const options = { setting: values.setting, seed: firstSeed, mostFaults: Number(values.faults), share };
  console.log(JSON.stringify(await explore(Number(values.explore), options)));
  await Promise.all(others);
  process.exit();
}
for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
  if (!(await run(seed))) {
    process.exitCode = 1;
    break;
  }
}
report();

/** Starts the other processes of an exploration. */
function startOthers(): Promise<unknown>[] {
  if (values.process !== '0') return [];
  const numbers = Array.from({ length: Number(values.processes) - 1 }, (_, at) => at + 1);
  return numbers.map(async (number) => {
    const words = [...process.argv.slice(1), '--process', String(number)];
    const [code] = await once(spawn(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
    if (code !== 0) process.exit(1);
  });
}

async function runSeed(seed: number): Promise<boolean> {
  const plan = planOf(seed);
  const outcome = await runPlan(plan);
  count(plan.length, outcome.figures);
  if (outcome.failure !== undefined) {
    const { plan: short, error } = await shorten(outcome.failure);
    console.error(error);
    console.error(`seed ${seed} failed; ${short.length} of its ${plan.length} actions are enough:`);
    for (const action of short) console.error(`  ${JSON.stringify(action, textOfBigint)}`);
    console.error(`again: npm run simulate -- --seed ${seed} --runs 1`);
    return false;
  }
  if (seed % REPEAT_EVERY !== 0) return true;
  const { hash } = await runPlan(plan);
  if (hash !== outcome.hash) console.error(`seed ${seed} came out as ${outcome.hash} and then as ${hash}`);
  return hash === outcome.hash;
}

async function runWildSeed(seed: number): Promise<boolean> {
  try {
    const { hash, submissions, ledgers, results: found } = await runWild(seed);
    totals.submissions += submissions;
    totals.ledgers += ledgers;
    for (const [result, times] of found) results.set(result, (results.get(result) ?? 0) + times);
    return seed % REPEAT_EVERY !== 0 || (await runWild(seed)).hash === hash;
  } catch (error) {
    console.error(error);
    console.error(`again: npm run simulate -- --wild --seed ${seed} --runs 1`);
    return false;
  }
}

async function runClusterSeed(seed: number): Promise<boolean> {
  try {
    const outcome = await runCluster(seed);
    countCluster(outcome);
    if (seed % REPEAT_EVERY !== 0) return true;
    const { hash, happened } = await runCluster(seed);
    if (hash === outcome.hash && happened === outcome.happened) return true;
    console.error(`seed ${seed} came out in two ways`);
  } catch (error) {
    console.error(error);
  }
  console.error(`again: npm run simulate -- --cluster --seed ${seed} --runs 1`);
  return false;
}

function countCluster({ faults, ledgers, epochs, clients, virtualSeconds }: ClusterRunOutcome): void {
  clusterTotals.ledgers += ledgers;
  clusterTotals.epochs += epochs;
  clusterTotals.acknowledged += clients.acknowledged;
  clusterTotals.answers += clients.read;
  clusterTotals.virtualSeconds += virtualSeconds;
  for (const [kind, times] of faults) {
    clusterTotals.faults += times;
    results.set(kind, (results.get(kind) ?? 0) + times);
  }
}

function count(actions: number, figures: RunFigures): void {
  totals.actions += actions;
  for (const name of NUMBERS) totals[name] += figures[name];
  for (const [result, times] of figures.results) results.set(result, (results.get(result) ?? 0) + times);
}

function report(): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(
    `seeds ${firstSeed} to ${firstSeed + runs - 1} in ${seconds} s: ${JSON.stringify(values.cluster ? clusterTotals : totals)}`,
  );
  const byCount = [...results].sort((one, other) => other[1] - one[1]);
  console.log(byCount.map(([result, times]) => `${result} ${times}`).join(', '));
}

function textOfBigint(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
