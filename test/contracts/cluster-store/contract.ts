/** The contract of `ClusterStore`, as a suite that every backend runs. */
import { describe } from 'node:test';
import type { CreateCluster } from './cluster-under-test.ts';
import { testFaults } from './contract-faults.ts';
import { testLease } from './contract-lease.ts';
import { testSharedLog } from './contract-shared-log.ts';
import { testSharedValues } from './contract-shared-values.ts';

/** Registers the suite for a backend; `createCluster` creates an empty cluster for each test. */
export function clusterStoreContract(name: string, createCluster: CreateCluster): void {
  describe(`the cluster store in ${name}: the lease`, () => testLease(createCluster));
  describe(`the cluster store in ${name}: the log`, () => testSharedLog(createCluster));
  describe(`the cluster store in ${name}: other values`, () => testSharedValues(createCluster));
  describe(`the cluster store in ${name}: when connections end`, () => testFaults(createCluster));
}
