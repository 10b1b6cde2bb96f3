/** The contract of the lease: its holder, its duration and its epoch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClusterStore, LeaseState } from '../../../src/storage/shared/cluster-store.ts';
import {
  type CreateCluster,
  clusterOf,
  holderOf,
  LONG_MS,
  lead,
  memberOf,
  reportOf,
  takeAs,
  termOf,
} from './cluster-under-test.ts';
import { sharedLedger } from './shared-ledgers.ts';

/** Shorter than a test, and longer than a statement. */
const SHORT_MS = 150;
/** Another process may report with a name after this time. */
const NAME_MS = 3_100;
const NOT_HELD = {
  epoch: 0,
  holder: undefined,
  remainingMs: 0,
  isVoid: false,
  isReplicated: false,
  recoverFrom: undefined,
};

/** The lease without the server's incarnation. */
async function readFrom({ lease }: ClusterStore): Promise<Omit<LeaseState, 'incarnation'>> {
  const { incarnation: _, ...state } = await lease.read();
  return state;
}

/** Registers the tests for a backend. */
export function testLease(createCluster: CreateCluster): void {
  testHolder(createCluster);
  testEpochs(createCluster);
  testDecision(createCluster);
}

function testHolder(createCluster: CreateCluster): void {
  test('has no holder at first', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const [store] = stores as [(typeof stores)[0]];
    assert.deepEqual(await readFrom(store), NOT_HELD);
    assert.equal(await store.lease.renew(termOf('one', 0), LONG_MS, 0), false);
    assert.equal(await store.lease.renew(termOf('one', 1), LONG_MS, 0), false);
    await store.lease.release(termOf('one', 0));
    assert.equal((await store.lease.read()).epoch, 0);
  });

  test('is given to one member, whom all see, until it runs out', async (t) => {
    const { stores, passMs } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    assert.equal(await takeAs(one, 'one', LONG_MS), 1);
    assert.equal(await takeAs(other, 'other', LONG_MS), undefined);
    const { epoch, holder, remainingMs } = await other.lease.read();
    assert.deepEqual({ epoch, holder }, { epoch: 1, holder: holderOf('one') });
    assert.ok(remainingMs > LONG_MS / 2 && remainingMs <= LONG_MS, `${remainingMs}`);
    assert.equal(await one.lease.renew(termOf('one', 1), SHORT_MS, 0), true);
    await passMs(SHORT_MS * 2);
    assert.deepEqual(await readFrom(other), { ...NOT_HELD, epoch: 1, holder: holderOf('one') });
    assert.equal(await takeAs(other, 'other', LONG_MS), 2);
    assert.equal(await one.lease.renew(termOf('one', 1), LONG_MS, 0), false);
    assert.deepEqual((await one.lease.read()).holder, holderOf('other'));
  });

  test('is renewed only with its last term, also after it ran out if no member took it', async (t) => {
    const { stores, passMs } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    assert.equal(await takeAs(one, 'one', SHORT_MS), 1);
    await passMs(SHORT_MS * 2);
    assert.equal(await one.lease.renew(termOf('one', 2), LONG_MS, 0), false);
    assert.equal(await one.lease.renew(termOf('other', 1), LONG_MS, 0), false);
    assert.equal(await one.lease.renew(termOf('one', 1), LONG_MS, 0), true);
    assert.equal(await takeAs(other, 'other', LONG_MS), undefined);
  });

  test('is free at once when it is released, by its last term alone', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    const first = await lead(one, 'one');
    await one.lease.release(termOf('one', 7));
    await other.lease.release(termOf('other', 1));
    assert.equal(await takeAs(other, 'other', LONG_MS), undefined);
    await one.lease.release(first);
    assert.deepEqual(await readFrom(other), { ...NOT_HELD, epoch: 1 });
    // A late renewal does not restore the lease.
    assert.equal(await one.lease.renew(first, LONG_MS, 0), false);
    assert.equal(await takeAs(other, 'other', LONG_MS), 2);
    await one.lease.release(first);
    assert.deepEqual((await one.lease.read()).holder, holderOf('other'));
  });

  test('is given only on the server that the member names', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const [{ lease, members }] = stores as [(typeof stores)[0]];
    await members.report(reportOf('one'));
    const { incarnation } = await lease.read();
    assert.equal(await lease.take(memberOf('one'), LONG_MS, 0, 'another server'), undefined);
    assert.equal(await lease.take(memberOf('one'), LONG_MS, 0, incarnation), 1);
  });

  test('has expired if it ends later than a lease can: the clock was set back', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    await lead(one, 'one');
    assert.ok((await other.lease.read(LONG_MS)).remainingMs > 0);
    assert.equal((await other.lease.read(LONG_MS / 2)).remainingMs, 0);
    assert.equal(await takeAs(other, 'other', LONG_MS), undefined);
    assert.equal(await takeAs(other, 'other', LONG_MS / 2), 2);
  });
}

function testEpochs(createCluster: CreateCluster): void {
  test('is taken again by the process that has it, with another epoch, and at its new address', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const [store] = stores as [(typeof stores)[0]];
    const first = await lead(store, 'one');
    const moved = { ...memberOf('one'), address: 'elsewhere.example:1' };
    assert.equal(await store.lease.take(moved, LONG_MS), 2);
    assert.deepEqual((await store.lease.read()).holder, { id: 'one', address: 'elsewhere.example:1' });
    assert.equal(await store.lease.renew(first, LONG_MS, 0), false);
  });

  test('is not given to another process of the same name', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const [store] = stores as [(typeof stores)[0]];
    await lead(store, 'one');
    assert.equal(await store.lease.take({ ...memberOf('one'), token: 'another' }, LONG_MS), undefined);
  });

  test('is given only to the process that reported last with its name, when the name is its own again too', async (t) => {
    const { stores, passMs } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    assert.equal(await one.lease.take(memberOf('one'), LONG_MS), undefined, 'it has not reported');
    await one.members.report(reportOf('one'));
    const second = { ...memberOf('one'), token: 'another' };
    assert.equal(await other.members.report({ ...reportOf('one'), ...second }), false);
    assert.equal(await other.lease.take(second, LONG_MS), undefined, 'its report was refused');
    await passMs(NAME_MS);
    assert.equal(await other.members.report({ ...reportOf('one'), ...second }), true);
    assert.equal(await one.lease.take(memberOf('one'), LONG_MS), undefined, 'another process has its name');
    await passMs(NAME_MS);
    assert.equal(await one.lease.take(memberOf('one'), LONG_MS), undefined, 'it has not reported since');
    assert.equal(await takeAs(one, 'one', LONG_MS), 1);
    assert.equal(await other.lease.take(second, LONG_MS), undefined);
  });

  test('is given to one of several members that take it at the same time', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 4);
    for (const round of [1, 2, 3, 4, 5]) {
      const epochs = await Promise.all(stores.map((store, at) => takeAs(store, `${at}`, LONG_MS)));
      const winners = epochs.flatMap((epoch, at) => (epoch === undefined ? [] : [{ epoch, at }]));
      assert.deepEqual(
        winners.map(({ epoch }) => epoch),
        [round],
      );
      const { at } = winners[0]!;
      assert.deepEqual((await stores[0]!.lease.read()).holder, holderOf(`${at}`));
      await stores[at]!.lease.release(termOf(`${at}`, round));
    }
  });

  test('never has an epoch twice, nor one that its taker has seen', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const takes = Array.from({ length: 5 }, () => takeAs(stores[0]!, 'one', LONG_MS));
    assert.deepEqual((await Promise.all(takes)).toSorted(), [1, 2, 3, 4, 5]);
    assert.equal(await stores[0]!.lease.take(memberOf('one'), LONG_MS, 40), 41);
    assert.equal(await stores[0]!.lease.take(memberOf('one'), LONG_MS, 7), 42);
  });

  test('records the last confirmed index that its holder reports', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    const term = await lead(one, 'one');
    for (const index of [1, 2]) await one.log.append(sharedLedger(index), term);
    assert.equal((await other.log.range())?.confirmedIndex, 1);
    await one.lease.renew(term, LONG_MS, 2);
    assert.equal((await other.log.range())?.confirmedIndex, 2);
  });

  test('is not renewed if the log lacks a ledger that its holder appended', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const [store] = stores as [(typeof stores)[0]];
    const term = await lead(store, 'one');
    assert.equal(await store.lease.renew(term, LONG_MS, 0, 1), false);
    for (const index of [1, 2]) await store.log.append(sharedLedger(index), term);
    assert.equal(await store.lease.renew(term, LONG_MS, 1, 2), true);
    assert.equal(await store.lease.renew(term, LONG_MS, 1, 3), false);
  });
}

function testDecision(createCluster: CreateCluster): void {
  test('is given only to the member that the operator names, and the running lease ends', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [(typeof stores)[0], (typeof stores)[0]];
    const term = await lead(one, 'one');
    await one.lease.recover('other');
    assert.deepEqual(await readFrom(one), { ...NOT_HELD, epoch: 1, recoverFrom: 'other' });
    assert.equal(await one.lease.renew(term, LONG_MS, 0), false);
    await assert.rejects(one.log.append(sharedLedger(1), term), { name: 'FencedError' });
    assert.equal(await takeAs(one, 'one', LONG_MS), undefined);
    assert.equal(await takeAs(other, 'other', LONG_MS), 2);
    assert.equal((await one.lease.read()).recoverFrom, undefined);
  });
}
