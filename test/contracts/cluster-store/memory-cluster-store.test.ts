import type { ClusterStore } from '../../../src/storage/shared/cluster-store.ts';
import { MemoryCluster } from '../../support/cluster/memory-cluster.ts';
import { type CallOutcome, MemoryClusterStore } from '../../support/cluster/memory-cluster-store.ts';
import { TestClock } from '../../support/test-clock.ts';
import { clusterStoreContract } from './contract.ts';

clusterStoreContract('memory', async () => {
  const clock = new TestClock();
  const cluster = new MemoryCluster(clock);
  const cuts = new Map<ClusterStore, CallOutcome>();
  return {
    async open() {
      const outcomeOf = (): CallOutcome => {
        const outcome = cuts.get(store);
        cuts.delete(store);
        return outcome ?? {};
      };
      const store = new MemoryClusterStore({ cluster, clock, outcomeOf });
      return store;
    },
    passMs: async (milliseconds) => clock.advanceMs(milliseconds),
    cutNext: (store, moment) => void cuts.set(store, { ending: `cut ${moment}` }),
  };
});
