/** The contract's part about the lease: who has it, for how long, and what its epoch is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CreateCluster, clusterOf, LONG_MS, lead, memberOf } from './cluster-under-test.ts';

/** Short, and yet no moment. */
const SHORT_MS = 150;

/** Registers the tests for a backend. */
export function testLease(createCluster: CreateCluster): void {
  testHolder(createCluster);
  testEpochs(createCluster);
}

function testHolder(createCluster: CreateCluster): void {
  test('has no holder at first', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const [store] = stores as [(typeof stores)[0]];
    assert.deepEqual(await store.lease.read(), { epoch: 0, holder: undefined, remainingMs: 0 });
    assert.equal(await store.lease.renew(0, LONG_MS), false);
    assert.equal(await store.lease.renew(1, LONG_MS), false);
    await store.lease.release(0);
    assert.equal((await store.lease.read()).epoch, 0);
  });

  test('is given to one member, whom all see, until it runs out', async (t) => {
    const { stores, passMs } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    assert.equal(await one.lease.take(memberOf('one'), LONG_MS), 1);
    assert.equal(await other.lease.take(memberOf('other'), LONG_MS), undefined);
    const { epoch, holder, remainingMs } = await other.lease.read();
    assert.deepEqual({ epoch, holder }, { epoch: 1, holder: memberOf('one') });
    assert.ok(remainingMs > LONG_MS / 2 && remainingMs <= LONG_MS, `${remainingMs}`);
    assert.equal(await one.lease.renew(1, SHORT_MS), true);
    await passMs(SHORT_MS * 2);
    assert.deepEqual(await other.lease.read(), { epoch: 1, holder: memberOf('one'), remainingMs: 0 });
    assert.equal(await other.lease.take(memberOf('other'), LONG_MS), 2);
    assert.equal(await one.lease.renew(1, LONG_MS), false);
    assert.deepEqual((await one.lease.read()).holder, memberOf('other'));
  });

  test('is renewed only with its last epoch, also after it ran out if no member took it', async (t) => {
    const { stores, passMs } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    assert.equal(await one.lease.take(memberOf('one'), SHORT_MS), 1);
    await passMs(SHORT_MS * 2);
    assert.equal(await one.lease.renew(2, LONG_MS), false);
    assert.equal(await one.lease.renew(1, LONG_MS), true);
    assert.equal(await other.lease.take(memberOf('other'), LONG_MS), undefined);
  });

  test('is free at once when it is given back, by its last epoch alone', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    assert.equal(await lead(one, 'one'), 1);
    await one.lease.release(7);
    assert.equal(await other.lease.take(memberOf('other'), LONG_MS), undefined);
    await one.lease.release(1);
    assert.deepEqual(await other.lease.read(), { epoch: 1, holder: undefined, remainingMs: 0 });
    // A renewal that was late does not bring it back.
    assert.equal(await one.lease.renew(1, LONG_MS), false);
    assert.equal(await other.lease.take(memberOf('other'), LONG_MS), 2);
    await one.lease.release(1);
    assert.deepEqual((await one.lease.read()).holder, memberOf('other'));
  });
}

function testEpochs(createCluster: CreateCluster): void {
  test('is taken anew by the member that has it, with another epoch, and at its new address', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const [store] = stores as [(typeof stores)[0]];
    assert.equal(await lead(store, 'one'), 1);
    const moved = { id: 'one', address: 'elsewhere.example:1' };
    assert.equal(await store.lease.take(moved, LONG_MS), 2);
    assert.deepEqual((await store.lease.read()).holder, moved);
    assert.equal(await store.lease.renew(1, LONG_MS), false);
  });

  test('goes to one of those who want it at the same time', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 4);
    for (const round of [1, 2, 3, 4, 5]) {
      const epochs = await Promise.all(stores.map((store, at) => store.lease.take(memberOf(`${at}`), LONG_MS)));
      const winners = epochs.flatMap((epoch, at) => (epoch === undefined ? [] : [{ epoch, at }]));
      assert.deepEqual(
        winners.map(({ epoch }) => epoch),
        [round],
      );
      assert.deepEqual((await stores[0]!.lease.read()).holder, memberOf(`${winners[0]!.at}`));
      await stores[winners[0]!.at]!.lease.release(round);
    }
  });

  test('never gives an epoch twice, even for several requests of one member at once', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const takes = Array.from({ length: 5 }, () => stores[0]!.lease.take(memberOf('one'), LONG_MS));
    assert.deepEqual((await Promise.all(takes)).toSorted(), [1, 2, 3, 4, 5]);
  });
}
