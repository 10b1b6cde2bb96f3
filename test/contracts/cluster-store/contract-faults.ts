/** The part of the contract about connections that end: which error is thrown, and whether the outcome is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClusterStore, Term } from '../../../src/storage/shared/cluster-store.ts';
import { bytesOf, hashOf } from '../store/contract-ledgers.ts';
import {
  type CreateCluster,
  type CutMoment,
  clusterOf,
  LONG_MS,
  lead,
  memberOf,
  termOf,
} from './cluster-under-test.ts';
import { sharedLedger } from './shared-ledgers.ts';

/** A write, and a check by another member whether it took effect. */
interface CutWrite {
  readonly name: string;
  readonly write: (store: ClusterStore, term: Term) => Promise<unknown>;
  readonly tookPlace: (other: ClusterStore) => Promise<boolean>;
}

const WRITES: readonly CutWrite[] = [
  {
    name: 'append',
    write: (store, term) => store.log.append(sharedLedger(1), term),
    tookPlace: async (other) => (await other.log.range()) !== undefined,
  },
  {
    name: 'add',
    write: (store, term) => store.submissions.add([{ id: hashOf('a'), body: bytesOf('a') }], term),
    tookPlace: async (other) => (await other.submissions.all()).length > 0,
  },
  {
    name: 'take',
    write: (store) => store.lease.take(memberOf('one'), LONG_MS),
    tookPlace: async (other) => (await other.lease.read()).epoch === 2,
  },
];

/** Registers the tests for a backend. */
export function testFaults(createCluster: CreateCluster): void {
  for (const moment of ['before', 'after'] as const) {
    for (const { name, write, tookPlace } of WRITES) {
      test(`reports the outcome of ${name} as unknown if the connection ends ${moment} it`, async (t) => {
        const { stores, cutNext } = await clusterOf(t, createCluster, 2);
        const [one, other] = stores as [ClusterStore, ClusterStore];
        const term = await lead(one, 'one');
        cutNext(one, moment);
        const error = await write(one, term).then(
          () => assert.fail('it was answered'),
          (reason: Error) => reason,
        );
        assert.ok(namesFor(moment).includes(error.name), String(error));
        assert.equal(await settled(other, tookPlace, moment), moment === 'after');
        // The next call connects again, and the term is unchanged.
        const next = name === 'take' ? await lead(one, 'one') : term;
        await one.submissions.remove([hashOf('a')], next);
      });
    }
  }

  test('rejects calls after it is closed', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const store = stores[0]!;
    await store.close();
    await store.close();
    await assert.rejects(store.log.range(), { name: 'UnreachableError' });
    await assert.rejects(store.log.append(sharedLedger(1), termOf('one', 1)), { name: 'UnreachableError' });
  });
}

/** If nothing was written, a backend may know that. */
function namesFor(moment: CutMoment): readonly string[] {
  return moment === 'after' ? ['UnknownOutcomeError'] : ['UnknownOutcomeError', 'UnreachableError'];
}

/** The backend may notice the end of the connection later, and finish the statement in progress. */
async function settled(
  other: ClusterStore,
  tookPlace: (other: ClusterStore) => Promise<boolean>,
  moment: CutMoment,
): Promise<boolean> {
  for (let look = 0; look < 50 && moment === 'after'; look++) if (await tookPlace(other)) return true;
  return tookPlace(other);
}
