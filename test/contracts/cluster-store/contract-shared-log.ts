/** The contract of the shared log: who may append, and what members read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClosedLedger } from '../../../src/ledger/closed-ledger.ts';
import { decodeClosedLedger, encodeClosedLedger } from '../../../src/ledger/closed-ledger-codec.ts';
import type { ClusterStore, Term } from '../../../src/storage/shared/cluster-store.ts';
import { type CreateCluster, clusterOf, LONG_MS, lead, takeAs, termOf } from './cluster-under-test.ts';
import { rivalLedger, sharedLedger, strayLedger } from './shared-ledgers.ts';

const PLENTY_BYTES = 1 << 24;

type Store = ClusterStore;

async function indexesIn(store: Store): Promise<number[]> {
  const all = await store.log.read(0, PLENTY_BYTES);
  return all.map((bytes) => decodeClosedLedger(bytes).header.ledgerIndex);
}

async function lastHash(store: Store): Promise<string | undefined> {
  return (await store.log.range())?.last.hash;
}

/** Registers the tests for a backend. */
export function testSharedLog(createCluster: CreateCluster): void {
  testReads(createCluster);
  testFencing(createCluster);
  testRaces(createCluster);
}

function testReads(createCluster: CreateCluster): void {
  test('returns the appended ledgers to every member, from any index', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    assert.equal(await one.log.range(), undefined);
    assert.deepEqual(await one.log.read(0, PLENTY_BYTES), []);
    const term = await lead(one, 'one');
    const ledgers = [1, 2, 3, 4, 5].map(sharedLedger);
    for (const ledger of ledgers) await one.log.append(ledger, term);
    const expected = ledgers.map((ledger) => encodeClosedLedger(ledger));
    for (const after of [0, 1, 4, 5, 9]) {
      const found = await other.log.read(after, PLENTY_BYTES);
      assert.deepEqual(
        found.map((bytes) => Buffer.from(bytes)),
        expected.slice(after),
      );
    }
    const endOf = ({ header: { ledgerIndex, hash } }: ClosedLedger) => ({ ledgerIndex, hash });
    assert.deepEqual(await other.log.range(), {
      ...{ first: endOf(ledgers[0]!), last: endOf(ledgers[4]!) },
      confirmedIndex: 4,
    });
  });

  test('returns as many ledgers as fit into the limit, but at least one', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const store = stores[0]!;
    const term = await lead(store, 'one');
    for (const index of [1, 2, 3, 4]) await store.log.append(sharedLedger(index), term);
    const length = encodeClosedLedger(sharedLedger(1)).length;
    assert.equal(encodeClosedLedger(sharedLedger(4)).length, length);
    const countFor = async (maximumBytes: number) => (await store.log.read(1, maximumBytes)).length;
    assert.deepEqual(await Promise.all([0, 1, length * 2 - 1, length * 2, length * 9].map(countFor)), [1, 1, 1, 2, 3]);
  });

  test('starts with any ledger index', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const store = stores[0]!;
    const term = await lead(store, 'one');
    for (const index of [700, 701]) await store.log.append(sharedLedger(index), term);
    assert.equal((await store.log.range())?.first.ledgerIndex, 700);
    assert.deepEqual(await indexesIn(store), [700, 701]);
    assert.equal((await store.log.read(700, PLENTY_BYTES)).length, 1);
  });

  test('emits an event for an append, until the listener is removed', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    let events = 0;
    const end = stores[1]!.onAppended(() => events++);
    const term = await lead(stores[0]!, 'one');
    await stores[0]!.log.append(sharedLedger(1), term);
    end();
    const before = events;
    await stores[0]!.log.append(sharedLedger(2), term);
    await stores[1]!.log.range();
    assert.equal(events, before);
  });
}

function testFencing(createCluster: CreateCluster): void {
  test('refuses a ledger that is not the next one, and stores nothing of it', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const store = stores[0]!;
    const term = await lead(store, 'one');
    for (const index of [1, 2]) await store.log.append(sharedLedger(index), term);
    for (const wrong of [sharedLedger(1), sharedLedger(2), rivalLedger(2, 'rival'), sharedLedger(4), strayLedger(3)]) {
      await assert.rejects(store.log.append(wrong, term), { name: 'StoreError' });
    }
    assert.deepEqual(await indexesIn(store), [1, 2]);
    assert.equal(await lastHash(store), sharedLedger(2).header.hash);
    await store.log.append(sharedLedger(3), term);
  });

  test('refuses a writer without the lease, and with an old or unknown epoch', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    const fenced = { name: 'FencedError' };
    for (const term of [termOf('one', 0), termOf('one', 1)])
      await assert.rejects(one.log.append(sharedLedger(1), term), fenced);
    const first = await lead(one, 'one');
    await one.log.append(sharedLedger(1), first);
    await one.lease.release(first);
    const second = await lead(other, 'other');
    for (const term of [
      termOf('one', 0),
      first,
      { ...second, epoch: second.epoch + 1 },
      { ...second, token: 'another' },
    ]) {
      await assert.rejects(one.log.append(sharedLedger(2), term), fenced);
      // A lost lease is reported before any other fault.
      await assert.rejects(one.log.append(sharedLedger(9), term), fenced);
    }
    assert.deepEqual(await indexesIn(one), [1]);
    await other.log.append(sharedLedger(2), second);
    assert.deepEqual(await indexesIn(one), [1, 2]);
  });

  test('accepts a leader whose lease ran out, until another member takes it', async (t) => {
    const { stores, passMs } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    assert.equal(await takeAs(one, 'one', 50), 1);
    await passMs(100);
    await one.log.append(sharedLedger(1), termOf('one', 1));
    assert.equal(await takeAs(other, 'other', LONG_MS), 2);
    await assert.rejects(one.log.append(sharedLedger(2), termOf('one', 1)), { name: 'FencedError' });
  });

  test('refuses the earlier term of a member that took the lease again', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const store = stores[0]!;
    const [first, second] = [await lead(store, 'one'), await lead(store, 'one')];
    await assert.rejects(store.log.append(sharedLedger(1), first), { name: 'FencedError' });
    await store.log.append(sharedLedger(1), second);
  });
}

function testRaces(createCluster: CreateCluster): void {
  test('accepts one of several ledgers that are appended at the same time', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 4);
    const term = await lead(stores[0]!, 'one');
    for (const index of [1, 2, 3]) {
      const rivals = stores.map((_, at) => (index < 3 && at === 0 ? sharedLedger(index) : rivalLedger(index, `${at}`)));
      // The later ledgers have the fixed parent, so the first ledger is appended first.
      const outcomes = await Promise.allSettled(rivals.map((ledger, at) => appendAfter(stores[at]!, ledger, term, at)));
      const winners = rivals.filter((_, at) => outcomes[at]!.status === 'fulfilled');
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') assert.equal(outcome.reason.name, 'StoreError', String(outcome.reason));
      }
      assert.equal(winners.length, 1);
      assert.equal(await lastHash(stores[3]!), winners[0]!.header.hash);
      if (winners[0]!.header.hash !== sharedLedger(index).header.hash) return;
    }
  });

  test('refuses appends of the old leader after the lease was taken', async (t) => {
    const { stores, passMs } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    let next = 1;
    for (let round = 0; round < 5; round++) {
      const epoch = await takeAs(one, 'one', 50);
      assert.ok(epoch !== undefined);
      const term = termOf('one', epoch);
      await passMs(100);
      const appended: number[] = [];
      const writing = appendUntilFenced(one, term, next, appended);
      const taken = await takeBetweenWrites(other);
      const seen = await other.log.range();
      const last = seen?.last.ledgerIndex ?? 0;
      await other.log.append(sharedLedger(last + 1), taken);
      await writing;
      assert.equal(appended.at(-1) ?? last, last, 'what was there after the taking is all that there is');
      assert.equal((await other.log.range())?.last.ledgerIndex, last + 1);
      next = last + 2;
      await other.lease.release(taken);
    }
    assert.deepEqual(
      await indexesIn(one),
      Array.from({ length: next - 1 }, (_, at) => at + 1),
    );
  });
}

/** The later appends start at the same moment or slightly later, which depends on the machine. */
async function appendAfter(store: Store, ledger: ClosedLedger, term: Term, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve();
  await store.log.append(ledger, term);
}

/** Taking the lease does not wait for a write in progress. */
async function takeBetweenWrites(store: Store): Promise<Term> {
  for (;;) {
    const taken = await takeAs(store, 'other', LONG_MS);
    if (taken !== undefined) return termOf('other', taken);
  }
}

async function appendUntilFenced(store: Store, term: Term, from: number, appended: number[]): Promise<void> {
  for (let index = from; ; index++) {
    try {
      await store.log.append(sharedLedger(index), term);
    } catch (error) {
      assert.equal((error as Error).name, 'FencedError', String(error));
      return;
    }
    appended.push(index);
  }
}
