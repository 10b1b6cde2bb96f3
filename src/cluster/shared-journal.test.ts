import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import {
  FencedError,
  type SubmissionRecord,
  type SubmissionTable,
  UnknownOutcomeError,
  UnreachableError,
} from '../storage/shared/cluster-store.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { openSharedJournal } from './shared-journal.ts';

const TERM = { epoch: 3, token: 'one' };
const id = (number: number) => number.toString(16).padStart(64, '0').toUpperCase();
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("a leader's journal in the database", () => {
  const clock = new TestClock();
  let kept: Map<string, SubmissionRecord>;
  let calls: string[];
  let fault: Error | undefined;
  let fenced: unknown[];
  /** Happens while something is forgotten. */
  let onRemove: () => void;

  const table: SubmissionTable = {
    all: async () => [...kept.values()],
    async add(records, { epoch }) {
      calls.push(`add ${records.length} at ${epoch}`);
      if (fault !== undefined) throw fault;
      for (const record of records) kept.set(record.id, record);
    },
    async remove(ids, { epoch }) {
      calls.push(`remove ${ids.length} at ${epoch}`);
      const failing = fault;
      onRemove();
      if (failing !== undefined) throw failing;
      for (const one of ids) kept.delete(one);
    },
  };
  const open = () =>
    openSharedJournal(table, TERM, {
      clock,
      acknowledgements: new Acknowledgements(0),
      onFenced: (error) => fenced.push(error),
    });

  beforeEach(() => {
    kept = new Map();
    calls = [];
    fault = undefined;
    fenced = [];
    onRemove = () => {};
  });

  test('has what earlier leaders left, in its order', async () => {
    for (const number of [7, 3]) kept.set(id(number), { id: id(number), body: Buffer.from([number]) });
    const { records } = await open();
    assert.deepEqual(
      [...records],
      [
        [id(7), Buffer.from([7])],
        [id(3), Buffer.from([3])],
      ],
    );
  });

  test('writes together what comes together, and forgets later', async () => {
    const journal = await open();
    await Promise.all([1, 2, 3].map((number) => journal.append(id(number), Buffer.from([number]))));
    assert.deepEqual(calls, ['add 3 at 3']);
    journal.remove(id(1));
    journal.remove(id(2));
    journal.remove(id(9));
    assert.deepEqual([...journal.records.keys()], [id(3)]);
    clock.advanceMs(200);
    await settle();
    assert.deepEqual([...kept.keys()], [id(3)]);
    assert.equal(calls.length, 2);
  });

  test('rejects a record that could not be written, and does not keep it', async () => {
    const journal = await open();
    fault = new UnreachableError('no way');
    await assert.rejects(journal.append(id(1), Buffer.from([1])), UnreachableError);
    assert.equal(journal.records.size, 0);
    fault = undefined;
    await journal.append(id(1), Buffer.from([1]));
    assert.deepEqual([...kept.keys()], [id(1)]);
  });

  test('forgets what may be there though it was said not to be', async () => {
    const journal = await open();
    kept.set(id(1), { id: id(1), body: Buffer.from([1]) });
    fault = new UnknownOutcomeError('the connection ended');
    await assert.rejects(journal.append(id(1), Buffer.from([1])), UnknownOutcomeError);
    await settle();
    fault = undefined;
    clock.advanceMs(200);
    await settle();
    assert.equal(kept.size, 0);
  });

  test('tries again to forget', async () => {
    const journal = await open();
    await journal.append(id(1), Buffer.from([1]));
    await journal.append(id(2), Buffer.from([2]));
    fault = new UnreachableError('no way');
    journal.remove(id(1));
    clock.advanceMs(200);
    await settle();
    assert.equal(kept.size, 2);
    fault = undefined;
    clock.advanceMs(200);
    await settle();
    assert.deepEqual([...kept.keys()], [id(2)]);
  });

  test('writes what came while something could not be forgotten', async () => {
    const journal = await open();
    await journal.append(id(1), Buffer.from([1]));
    journal.remove(id(1));
    fault = new UnreachableError('no way');
    const late: Promise<void>[] = [];
    onRemove = () => {
      fault = undefined;
      onRemove = () => {};
      late.push(journal.append(id(2), Buffer.from([2])));
    };
    clock.advanceMs(200);
    await settle();
    await Promise.all(late);
    assert.equal(late.length, 1);
    assert.deepEqual([...kept.keys()], [id(2)]);
  });

  test('ends the lead rather than write a record again whose removal was not answered', async () => {
    const journal = await open();
    await journal.append(id(1), Buffer.from([1]));
    journal.remove(id(1));
    fault = new UnknownOutcomeError('the connection ended');
    clock.advanceMs(200);
    await settle();
    fault = undefined;
    await journal.append(id(2), Buffer.from([2]));
    assert.deepEqual(fenced, []);
    await assert.rejects(journal.append(id(1), Buffer.from([1])), FencedError);
    assert.equal(fenced.length, 1);
    assert.deepEqual(calls, ['add 1 at 3', 'remove 1 at 3', 'add 1 at 3']);
  });

  test('reports another leader, and refuses records then', async () => {
    const journal = await open();
    fault = new FencedError('another leads');
    await assert.rejects(journal.append(id(1), Buffer.from([1])), FencedError);
    assert.deepEqual(fenced, [fault]);
    await journal.close();
  });

  test('writes nothing after it was closed', async () => {
    const journal = await open();
    const late = journal.append(id(1), Buffer.from([1]));
    await journal.close();
    await assert.rejects(late, FencedError);
    assert.deepEqual(calls, []);
    await assert.rejects(journal.append(id(2), Buffer.from([2])), FencedError);
  });
});
