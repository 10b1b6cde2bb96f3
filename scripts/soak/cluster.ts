/**
 * `npm run soak -- cluster --faults 500`: three nodes and a PostgreSQL, each in its own process, with 16 writers, 16 readers
 * and 4 readers of past ledgers, under one fault after the other. The first node keeps all ledgers, the others forget old
 * ones. Fails if an acknowledged submission is missing or was applied twice, if two nodes have different ledgers or
 * different answers about the past, if a session goes back, if balances differ from an independent count, if data are
 * damaged, or if the cluster does not recover.
 *
 * `--only` names faults, separated by commas; no fault begins after `--minutes`; `--close-interval` is in milliseconds;
 * `--pace 0.5` makes faults of variable length half as long; `--threads 1` or `0,1,2` sets the workers of the nodes;
 * `--acknowledge 1` is that of the nodes; `--think` is the usual pause of a client, in milliseconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import '../test-tools.ts';
import { LEAST_LEDGERS } from '../../src/storage/history-rule.ts';
import { ACKNOWLEDGED, COMPILED, FAULT_NAMES, type FaultName } from '../../test/support/cluster/cluster-chaos.ts';
import { ClusterSoak } from '../../test/support/cluster/cluster-soak.ts';
import { compileLibrary } from '../../test/support/cluster/preloaded-library.ts';
import { reportText } from '../../test/support/cluster/soak-report.ts';
import { runWeir } from '../../test/support/run-weir.ts';
import { SeededRandom } from '../../test/support/seeded-random.ts';

const CLIENTS = 16;
const PAST_READERS = 4;
const SHOWN_EVERY = 10;

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
    pace: { type: 'string', default: '1' },
    'close-interval': { type: 'string', default: '1000' },
    threads: { type: 'string' },
    acknowledge: { type: 'string', default: '1' },
    think: { type: 'string', default: '60' },
  },
});
const [faults, seed] = [Number(values.faults), Number(values.seed)];
const lastMs = Number(values.minutes) * 60_000;
const directory = mkdtempSync(path.join(tmpdir(), 'weir-soak-cluster-'));
const slowDisk = compileLibrary('slow-disk', directory);
if (slowDisk === undefined) console.log(`without a compiler there is no ${COMPILED.join(', ')}`);
const acknowledge = Number(values.acknowledge);
const possible = FAULT_NAMES.filter(
  (name) => (slowDisk !== undefined || !COMPILED.includes(name)) && (acknowledge > 0 || !ACKNOWLEDGED.includes(name)),
);
const names = (values.only?.split(',') as FaultName[] | undefined) ?? possible;
const startedMs = performance.now();

const soak = await ClusterSoak.start({
  ...{ directory, seed, writers: CLIENTS, readers: CLIENTS, pastReaders: PAST_READERS, thinkMs: Number(values.think) },
  ...{ closeIntervalMs: Number(values['close-interval']), pace: Number(values.pace) },
  ...{ keepsSession: true, isDurable: true },
  ...{ acknowledge, slowDisk, history: LEAST_LEDGERS, threads: values.threads?.split(',').map(Number) },
});
try {
  await soak.begin();
  console.log(`seed ${seed}: ${faults} faults, in ${directory}`);
  await strikeAll();
  console.log(reportText(await soak.finish()));
  console.log(`${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
} catch (error) {
  console.error(error);
  console.error(soak.logs(), await soak.situation());
  process.exitCode = 1;
} finally {
  await soak.stop();
}
if (process.exitCode !== 1) await verifyData();
if (process.exitCode !== 1) rmSync(directory, { recursive: true });

/** Causes each fault about equally often, in an order from the seed. */
async function strikeAll(): Promise<void> {
  const random = new SeededRandom(seed);
  let left: FaultName[] = [];
  for (let count = 1; count <= faults && performance.now() - startedMs < lastMs; count++) {
    if (left.length === 0) left = [...names];
    const [name] = left.splice(random.below(left.length), 1) as [FaultName];
    await soak.strike(name).catch((error) => {
      throw new Error(`fault ${count} (${name})`, { cause: error });
    });
    if (count % SHOWN_EVERY === 0) {
      console.log(`${count} faults in ${((performance.now() - startedMs) / 1000).toFixed(0)} s, the last one: ${name}`);
    }
  }
}

async function verifyData(): Promise<void> {
  for (const { name, data } of soak.nodes) {
    const { code, stdout, stderr } = await runWeir('verify', '--deep', '--data', data);
    if (code !== 0) {
      console.error(`the data of ${name} are damaged: ${stdout}${stderr}`);
      process.exitCode = 1;
    }
  }
}
