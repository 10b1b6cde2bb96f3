/** The part of the contract about values beside the log: submissions, values of the chain, snapshots, members. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  ClusterStore,
  MemberReport,
  SnapshotInfo,
  SubmissionRecord,
  Term,
} from '../../../src/storage/shared/cluster-store.ts';
import { bytesOf, hashOf } from '../store/contract-ledgers.ts';
import { type CreateCluster, clusterOf, lead, memberOf, reportOf, termOf } from './cluster-under-test.ts';

type Store = ClusterStore;

const FENCED = { name: 'FencedError' };

/** Registers the tests for a backend. */
export function testSharedValues(createCluster: CreateCluster): void {
  testSubmissions(createCluster);
  testChain(createCluster);
  testSnapshots(createCluster);
  testMembers(createCluster);
}

function recordOf(name: string): SubmissionRecord {
  return { id: hashOf(name), body: bytesOf(`body of ${name}`) };
}

async function submissionsIn(store: Store): Promise<string[]> {
  return (await store.submissions.all()).map(({ id, body }) => `${id} ${Buffer.from(body)}`);
}

function testSubmissions(createCluster: CreateCluster): void {
  const textsOf = (names: readonly string[]) => names.map((name) => `${hashOf(name)} body of ${name}`);

  test('keeps submissions in the order of arrival, each once, until they are removed', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    const term = await lead(one, 'one');
    assert.deepEqual(await submissionsIn(other), []);
    await one.submissions.add(['d', 'b', 'c'].map(recordOf), term);
    await one.submissions.add([{ id: hashOf('b'), body: bytesOf('other') }, recordOf('a'), recordOf('a')], term);
    await one.submissions.add([], term);
    assert.deepEqual(await submissionsIn(other), textsOf(['d', 'b', 'c', 'a']));
    await one.submissions.remove([hashOf('b'), hashOf('unknown')], term);
    await one.submissions.remove([], term);
    assert.deepEqual(await submissionsIn(other), textsOf(['d', 'c', 'a']));
    // A submission that is added again goes to the end.
    await one.submissions.add([recordOf('b')], term);
    assert.deepEqual(await submissionsIn(other), textsOf(['d', 'c', 'a', 'b']));
  });

  test('accepts many submissions, also at the same time', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const store = stores[0]!;
    const term = await lead(store, 'one');
    const names = Array.from({ length: 600 }, (_, at) => `${at}`);
    await store.submissions.add(names.slice(0, 500).map(recordOf), term);
    await Promise.all(names.slice(490).map((name) => store.submissions.add([recordOf(name)], term)));
    const found = await submissionsIn(store);
    assert.deepEqual(found.slice(0, 500), textsOf(names.slice(0, 500)));
    assert.deepEqual(found.toSorted(), textsOf(names).toSorted());
    await store.submissions.remove(names.map(hashOf), term);
    assert.deepEqual(await submissionsIn(store), []);
  });

  test('lets only the leader change submissions', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    const first = await lead(one, 'one');
    await one.submissions.add([recordOf('kept')], first);
    await one.lease.release(first);
    const second = await lead(other, 'other');
    for (const term of [
      termOf('one', 0),
      first,
      { ...second, epoch: second.epoch + 1 },
      { ...second, token: 'another' },
    ]) {
      await assert.rejects(one.submissions.add([recordOf('new')], term), FENCED);
      await assert.rejects(one.submissions.remove([hashOf('kept')], term), FENCED);
    }
    assert.deepEqual(await submissionsIn(one), textsOf(['kept']));
    await other.submissions.remove([hashOf('kept')], second);
  });

  test('checks the epoch of each of several submissions that arrive together', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const store = stores[0]!;
    const first = await lead(store, 'one');
    await store.lease.release(first);
    const second = await lead(store, 'one');
    const outcomesOf = async (...records: readonly (readonly [name: string, term: Term])[]) => {
      const added = records.map(([name, term]) => store.submissions.add([recordOf(name)], term));
      return (await Promise.allSettled(added)).map(({ status }) => status);
    };
    assert.deepEqual(await outcomesOf(['a', first], ['b', first], ['c', second]), [
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    assert.deepEqual(await outcomesOf(['d', second], ['e', second], ['f', first]), [
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    assert.deepEqual(await submissionsIn(store), textsOf(['c', 'd', 'e']));
  });
}

function testChain(createCluster: CreateCluster): void {
  test('stores the values of a new chain once, from the leader', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    assert.deepEqual(await one.chain.read(), new Map());
    const values = new Map([
      ['network', '12 – réseau'],
      ['marker key', 'AB'.repeat(40)],
    ]);
    await assert.rejects(one.chain.found(values, termOf('one', 0)), FENCED);
    const term = await lead(one, 'one');
    await assert.rejects(one.chain.found(values, termOf('one', 2)), FENCED);
    assert.deepEqual(await other.chain.read(), new Map());
    await one.chain.found(values, term);
    assert.deepEqual(await other.chain.read(), values);
    // A member whose call had an unknown outcome may repeat it.
    await one.chain.found(values, term);
    const others = [new Map([['network', '5']]), new Map([...values, ['more', '']]), new Map([...values].slice(1))];
    for (const wrong of others) await assert.rejects(one.chain.found(wrong, term), { name: 'StoreError' });
    assert.deepEqual(await other.chain.read(), values);
  });
}

async function* partsOf(texts: readonly string[], error?: Error): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytesOf(text);
  if (error !== undefined) throw error;
}

async function textOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all).toString();
}

function testSnapshots(createCluster: CreateCluster): void {
  const infoOf = (ledgerIndex: number, texts: readonly string[]): SnapshotInfo => ({
    ledgerIndex,
    hash: hashOf(`${ledgerIndex}`),
    bytes: Buffer.byteLength(texts.join('')),
  });

  test('returns the newest snapshot to all members, and keeps the last two', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    assert.equal(await other.snapshots.newest(), undefined);
    const large = 'large '.repeat(100_000);
    const contents = new Map([
      [10, ['first', ' ', 'one']],
      [20, [large, large]],
      [30, ['third']],
    ]);
    for (const [ledgerIndex, texts] of contents) {
      await one.snapshots.put(infoOf(ledgerIndex, texts), partsOf(texts));
      assert.deepEqual(await other.snapshots.newest(), infoOf(ledgerIndex, texts));
      assert.equal(await textOf(other.snapshots.read(ledgerIndex)), texts.join(''));
    }
    assert.equal(await textOf(other.snapshots.read(20)), large + large);
    for (const gone of [10, 25]) await assert.rejects(textOf(other.snapshots.read(gone)), { name: 'StoreError' });
  });

  test('has notes of snapshots elsewhere, and keeps the last two of both kinds', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    await one.snapshots.put(infoOf(10, ['first']), partsOf(['first']));
    const noted = { ...infoOf(20, ['second']), elsewhere: { directory: '/copies/20', digest: hashOf('20') } };
    await one.snapshots.put(noted);
    assert.deepEqual(await other.snapshots.newest(), noted);
    assert.equal(await textOf(other.snapshots.read(10)), 'first');
    await one.snapshots.put(infoOf(30, ['third']), partsOf(['third']));
    assert.deepEqual(await other.snapshots.newest(), infoOf(30, ['third']));
    await assert.rejects(textOf(other.snapshots.read(10)), { name: 'StoreError' });
  });

  test('stores no snapshot whose parts fail, and accepts it the next time', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    const info = infoOf(5, ['half', ' whole']);
    await assert.rejects(one.snapshots.put(info, partsOf(['half'], new Error('disk'))), /disk/);
    assert.equal(await other.snapshots.newest(), undefined);
    await assert.rejects(textOf(other.snapshots.read(5)), { name: 'StoreError' });
    await one.snapshots.put(info, partsOf(['half', ' whole']));
    assert.equal(await textOf(other.snapshots.read(5)), 'half whole');
    // The same snapshot again, from a member that has not seen it.
    await other.snapshots.put(info, partsOf(['half ', 'whole']));
    assert.equal(await textOf(one.snapshots.read(5)), 'half whole');
  });
}

function testMembers(createCluster: CreateCluster): void {
  test('lists the members, with their last report', async (t) => {
    const { stores, passMs } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    assert.deepEqual(await one.members.list(), []);
    await one.members.report(reportOf('one', 1));
    assert.equal(await other.members.report(reportOf('other', 2)), true);
    await passMs(400);
    await one.members.report(reportOf('one', 9));
    const listed = (await other.members.list()).toSorted((a, b) => a.id.localeCompare(b.id));
    const listedAs = ({ token: _, ...report }: MemberReport) => ({ ...report, isKnown: true, isHere: true });
    assert.deepEqual(
      listed.map(({ ageMs: _, ...report }) => report),
      [listedAs(reportOf('one', 9)), listedAs(reportOf('other', 2))],
    );
    assert.ok(listed[0]!.ageMs >= 0 && listed[1]!.ageMs >= 350, JSON.stringify(listed));
    await one.members.leave(memberOf('other'));
    await one.members.leave(memberOf('unknown'));
    await one.members.leave({ id: 'one', token: 'another' });
    assert.deepEqual(
      new Map((await one.members.list()).map(({ id, role, ledgerIndex }) => [id, [role, ledgerIndex]])),
      new Map([
        ['one', ['leader', 9]],
        ['other', ['left', 2]],
      ]),
    );
  });

  test('counts a report only for the server that its member knew', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const store = stores[0]!;
    const isHere = async () => (await store.members.list())[0]!.isHere;
    const { incarnation } = await store.lease.read();
    await store.members.report({ ...reportOf('one', 1), incarnation: '0' });
    assert.equal(await isHere(), false);
    await store.members.report({ ...reportOf('one', 1), incarnation });
    assert.equal(await isHere(), true);
  });

  test('accepts reports of one process at a time for a name', async (t) => {
    const { stores, passMs } = await clusterOf(t, createCluster, 2);
    const [one, other] = stores as [Store, Store];
    const second = { ...reportOf('one', 5), token: 'another' };
    assert.equal(await one.members.report(reportOf('one', 1)), true);
    assert.equal(await other.members.report(second), false);
    await passMs(3_100);
    assert.equal(await other.members.report(second), true);
    assert.equal(await one.members.report(reportOf('one', 2)), false);
    assert.equal((await one.members.list())[0]!.ledgerIndex, 5);
    await other.members.leave(second);
    assert.equal(await one.members.report(reportOf('one', 2)), true);
  });

  test('lists the members that reported within a minute before the last lease ends', async (t) => {
    const { stores } = await clusterOf(t, createCluster, 1);
    const store = stores[0]!;
    await store.members.report(reportOf('one', 1));
    const isKnown = async () => (await store.members.list())[0]!.isKnown;
    await store.lease.take(memberOf('one'), 30_000);
    assert.equal(await isKnown(), true);
    await store.lease.take(memberOf('one'), 70_000);
    assert.equal(await isKnown(), false);
  });
}
