/** What every `ClusterStore` promises, as one suite that every backend runs. */
import { describe } from 'node:test';
import type { CreateCluster } from './cluster-under-test.ts';
import { testFaults } from './contract-faults.ts';
import { testLease } from './contract-lease.ts';
import { testSharedLog } from './contract-shared-log.ts';
import { testSharedValues } from './contract-shared-values.ts';

/** Registers the suite for a backend; `createCluster` makes an empty one each time. */
export function clusterStoreContract(name: string, createCluster: CreateCluster): void {
  describe(`what a cluster shares in ${name}: the lease`, () => testLease(createCluster));
  describe(`what a cluster shares in ${name}: the log`, () => testSharedLog(createCluster));
  describe(`what a cluster shares in ${name}: beside the log`, () => testSharedValues(createCluster));
  describe(`what a cluster shares in ${name}: when connections end`, () => testFaults(createCluster));
}
