/** What the contract's tests run on: something that a cluster shares, empty at first, and machines that reach it. */
import type { TestContext } from 'node:test';
import type { ClusterStore, MemberProcess, Term } from '../../../src/storage/shared/cluster-store.ts';

/** When a connection ends: before what was sent took place, or after it and before its answer. */
export type CutMoment = 'before' | 'after';

export interface ClusterUnderTest {
  /** Another machine's way to it. */
  readonly open: () => Promise<ClusterStore>;
  /** Lets time pass by the backend's clock. */
  readonly passMs: (milliseconds: number) => Promise<void>;
  /**
   * Has the connection of a store end in the middle of the next thing that it writes, once. The store reaches the backend
   * again afterwards.
   */
  readonly cutNext: (store: ClusterStore, moment: CutMoment) => void;
  /** Closes what `open` does not. */
  readonly end?: () => Promise<void>;
}

export type CreateCluster = () => Promise<ClusterUnderTest>;

/** Longer than any test takes, also on a slow machine. */
export const LONG_MS = 60_000;

export function memberOf(name: string): MemberProcess {
  return { id: name, address: `${name}.example:7000`, token: `token of ${name}` };
}

/** The holder of a lease, as members read it. */
export function holderOf(name: string): Pick<MemberProcess, 'id' | 'address'> {
  const { id, address } = memberOf(name);
  return { id, address };
}

export function termOf(name: string, epoch: number): Term {
  return { epoch, token: memberOf(name).token };
}

/** An empty cluster with so many machines; all is closed when the test ends. */
export async function clusterOf(
  t: TestContext,
  createCluster: CreateCluster,
  count: number,
): Promise<ClusterUnderTest & { readonly stores: readonly ClusterStore[] }> {
  const cluster = await createCluster();
  const stores = await Promise.all(Array.from({ length: count }, () => cluster.open()));
  t.after(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await cluster.end?.();
  });
  return { ...cluster, stores };
}

/** Takes the lease for as long as the test lasts. */
export async function lead(store: ClusterStore, name: string): Promise<Term> {
  const epoch = await store.lease.take(memberOf(name), LONG_MS);
  if (epoch === undefined) throw new Error(`${name} did not get the lease`);
  return termOf(name, epoch);
}
