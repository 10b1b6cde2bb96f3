import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClusterStore } from '../../../src/storage/shared/cluster-store.ts';
import { MemoryCluster } from '../../support/cluster/memory-cluster.ts';
import { type CallFate, MemoryClusterStore } from '../../support/cluster/memory-cluster-store.ts';
import { TestClock } from '../../support/test-clock.ts';
import { LONG_MS, memberOf } from './cluster-under-test.ts';
import { clusterStoreContract } from './contract.ts';
import { sharedLedger } from './shared-ledgers.ts';

clusterStoreContract('memory', async () => {
  const clock = new TestClock();
  const cluster = new MemoryCluster(clock);
  const cuts = new Map<ClusterStore, CallFate>();
  return {
    async open() {
      const fateOf = (): CallFate => {
        const fate = cuts.get(store);
        cuts.delete(store);
        return fate ?? {};
      };
      const store = new MemoryClusterStore({ cluster, clock, fateOf });
      return store;
    },
    passMs: async (milliseconds) => clock.advanceMs(milliseconds),
    cutNext: (store, moment) => void cuts.set(store, { ending: `cut ${moment}` }),
  };
});

function clusterWith(fate: CallFate) {
  const clock = new TestClock();
  const cluster = new MemoryCluster(clock);
  const store = new MemoryClusterStore({ cluster, clock, fateOf: () => fate });
  return { clock, cluster, store };
}

test('a call takes place when it arrives, and is answered later', async () => {
  const { clock, cluster, store } = clusterWith({ thereMs: 10, backMs: 20 });
  let epoch: number | undefined;
  const taking = store.lease.take(memberOf('one'), LONG_MS).then((taken) => {
    epoch = taken;
  });
  clock.advanceMs(9);
  assert.equal(cluster.lease().epoch, 0);
  clock.advanceMs(1);
  await Promise.resolve();
  assert.deepEqual([cluster.lease().epoch, epoch], [1, undefined]);
  clock.advanceMs(20);
  await taking;
  assert.equal(epoch, 1);
});

test('nothing gets through while a store is cut off, and what is under way then is cut', async () => {
  const { clock, cluster, store } = clusterWith({ backMs: 20 });
  let hints = 0;
  store.onAppended(() => hints++);
  const taking = store.lease.take(memberOf('one'), LONG_MS);
  const reading = store.log.range();
  await Promise.resolve();
  store.isCutOff = true;
  clock.advanceMs(20);
  await assert.rejects(taking, { name: 'UnknownOutcomeError' });
  await assert.rejects(reading, { name: 'UnreachableError' });
  assert.equal(cluster.lease().epoch, 1);
  await assert.rejects(store.log.append(sharedLedger(1), 1), { name: 'UnreachableError' });
  cluster.append(sharedLedger(1), 1);
  clock.advanceMs(20);
  assert.equal(hints, 0);
  store.isCutOff = false;
  cluster.append(sharedLedger(2), 1);
  clock.advanceMs(0);
  assert.equal(hints, 1);
});

test('a call that is refused never arrives', async () => {
  const { cluster, store } = clusterWith({ ending: 'refused' });
  await assert.rejects(store.lease.take(memberOf('one'), LONG_MS), { name: 'UnreachableError' });
  assert.equal(cluster.lease().epoch, 0);
});
