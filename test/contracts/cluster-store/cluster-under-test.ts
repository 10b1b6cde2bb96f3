/** The input of the contract's tests: an empty cluster store, and members that connect to it. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ClusterStore, MemberProcess, MemberReport, Term } from '../../../src/storage/shared/cluster-store.ts';
import { hashOf } from '../store/contract-ledgers.ts';

/** When a connection ends: before the write takes effect, or after it and before its answer. */
export type CutMoment = 'before' | 'after';

export interface ClusterUnderTest {
  /** Opens the store for another member. */
  readonly open: () => Promise<ClusterStore>;
  /** Advances the backend's clock. */
  readonly passMs: (milliseconds: number) => Promise<void>;
  /** Ends the connection of a store during its next write, once. The store connects again afterwards. */
  readonly cutNext: (store: ClusterStore, moment: CutMoment) => void;
  /** Closes resources that `open` does not close. */
  readonly end?: () => Promise<void>;
}

export type CreateCluster = () => Promise<ClusterUnderTest>;

/** Longer than any test takes, even on a slow machine. */
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

/** Opens an empty cluster with these members; everything is closed when the test ends. */
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

export function reportOf(name: string, ledgerIndex = 0): MemberReport {
  return {
    ...memberOf(name),
    role: ledgerIndex > 5 ? 'leader' : 'catching up',
    epoch: 3,
    ledgerIndex,
    hash: hashOf(`${ledgerIndex}`),
    reachedEpoch: 2,
    version: '1.2.3',
    readsLedgerVersion: 1,
  };
}

/** Reports a member, and takes the lease for it. */
export async function takeAs(store: ClusterStore, name: string, durationMs: number): Promise<number | undefined> {
  assert.ok(await store.members.report(reportOf(name)));
  return store.lease.take(memberOf(name), durationMs);
}

/** Takes the lease for longer than the test lasts. */
export async function lead(store: ClusterStore, name: string): Promise<Term> {
  const epoch = await takeAs(store, name, LONG_MS);
  if (epoch === undefined) throw new Error(`${name} did not get the lease`);
  return termOf(name, epoch);
}
