/** What more nodes bring to those who read, where each node has a fixed part of a processor. */
import { accountIdToAddress } from '../../src/crypto/address.ts';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { loadByWrk } from '../cores/wrk.ts';
import { CONNECTIONS, jsonRpc } from '../http-load.ts';
import { PaymentWorld } from '../payment-world.ts';
import { type BenchCluster, withCluster } from './bench-cluster.ts';
import { openBudgets } from './processor-budget.ts';

const MOST_NODES = 3;
const SHARE = 0.2;
const SECONDS = 5;
const QUICK_SECONDS = 2;
const WARM_UP_SECONDS = 3;
const RUNS = 3;

export const clusterReads: Benchmark = {
  name: 'cluster-reads',
  question:
    `account_info per second from 1, 2 and 3 nodes of a cluster together, ${CONNECTIONS} connections to each, for ` +
    `${SECONDS} s. The kernel limits each node to ${SHARE} of a processor; database and clients are not limited.`,
  async measure({ isQuick }) {
    const budgets = openBudgets();
    if (budgets === undefined) throw new Error('control groups of processors cannot be had here');
    try {
      budgets.comeFirst();
      return await withCluster(MOST_NODES, ['--close-interval', '1000'], async (cluster) => {
        const bodies = readBodies();
        await readsOf(cluster, MOST_NODES, bodies, WARM_UP_SECONDS);
        for (const { pid } of cluster.nodes) budgets.give(pid!, SHARE);
        const measured: Measurement[] = [];
        for (let count = 1; count <= MOST_NODES; count++) {
          const runs: number[] = [];
          for (let run = 0; run < (isQuick ? 1 : RUNS); run++) {
            runs.push(await readsOf(cluster, count, bodies, isQuick ? QUICK_SECONDS : SECONDS));
          }
          measured.push({ what: `account_info, ${count} nodes`, unit: 'a second', runs });
        }
        return measured;
      });
    } finally {
      budgets.close();
    }
  },
};

function readBodies(): string[] {
  return new PaymentWorld().payers.map(({ id }) =>
    jsonRpc('account_info', { account: accountIdToAddress(id), ledger_index: 'validated' }),
  );
}

async function readsOf(
  { nodes }: BenchCluster,
  count: number,
  bodies: readonly string[],
  seconds: number,
): Promise<number> {
  const loads = nodes.slice(0, count).map(({ port, pid }) => {
    return loadByWrk({ server: { port, pid: pid! }, connections: CONNECTIONS, bodies, seconds });
  });
  return (await Promise.all(loads)).reduce((sum, { perSecond }) => sum + perSecond, 0);
}
