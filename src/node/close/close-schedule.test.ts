import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { LedgerNode, SubmitOutcome } from '../ledger-node.ts';
import { type Alarm, closeAfterSubmissions, startCloseTimer } from './close-schedule.ts';

const EMPTY = '0'.repeat(64);
const FULL = 'A'.repeat(64);

/** Counts closes; each ends when `finish` is called. */
class FakeNode {
  closes = 0;
  applied = true;
  stopped = false;
  finish: (error?: Error) => void = () => {};
  readonly networkId = 7;
  /** What a close leaves in the open ledger, and what the closed one held. */
  readonly openView = { transactionCount: 0 };
  transactionHash = FULL;

  acceptLedger(): Promise<object> {
    this.closes += 1;
    return new Promise((resolve, reject) => {
      this.finish = (error) => {
        if (error === undefined) resolve({ transactionHash: this.transactionHash });
        else reject(error);
      };
    });
  }

  submit(): SubmitOutcome {
    return { applied: this.applied } as SubmitOutcome;
  }

  async stop(): Promise<void> {
    this.stopped = true;
  }
}

const transaction = {} as Transaction;
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));

/** An alarm that rings when the test says so. */
class FakeAlarm {
  readonly delaysMs: number[] = [];
  ring: (() => void) | undefined;

  readonly set: Alarm = (callback, delayMs) => {
    this.delaysMs.push(delayMs);
    this.ring = callback;
    return () => {
      this.ring = undefined;
    };
  };
}

function instant() {
  const fake = new FakeNode();
  const alarm = new FakeAlarm();
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  return { fake, alarm, failures, node: closeAfterSubmissions(fake as unknown as LedgerNode, onFailure, alarm.set) };
}

describe('closing after submissions', () => {
  test('closes after the answer, once for submissions that came together', async () => {
    const { fake, node } = instant();
    assert.equal(node.submit(transaction).applied, true);
    node.submit(transaction);
    assert.equal(fake.closes, 0);
    await turn();
    assert.equal(fake.closes, 1);
  });

  test('closes again for what came while a ledger closed', async () => {
    const { fake, node } = instant();
    node.submit(transaction);
    await turn();
    node.submit(transaction);
    node.submit(transaction);
    await turn();
    assert.equal(fake.closes, 1);
    fake.finish();
    await turn();
    assert.equal(fake.closes, 2);
  });

  test('does not close for a submission that was not applied', async () => {
    const { fake, node } = instant();
    fake.applied = false;
    node.submit(transaction);
    await turn();
    assert.equal(fake.closes, 0);
  });

  test('reports a close that failed and tries again by itself, each time later', async () => {
    const { fake, node, alarm, failures } = instant();
    fake.openView.transactionCount = 1;
    node.submit(transaction);
    for (let count = 1; count <= 10; count++) {
      await turn();
      assert.equal(fake.closes, count);
      fake.finish(new Error('disk full'));
      await turn();
      node.submit(transaction);
      await turn();
      assert.equal(fake.closes, count, 'a submission does not hasten it');
      alarm.ring!();
    }
    assert.deepEqual(alarm.delaysMs, [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
    assert.deepEqual(failures, Array(10).fill(new Error('disk full')));
    await turn();
    fake.openView.transactionCount = 0;
    fake.finish();
    await turn();
    node.submit(transaction);
    await turn();
    assert.equal(fake.closes, 12, 'then it closes at once again');
    fake.finish(new Error('disk full'));
    await turn();
    assert.equal(alarm.delaysMs.at(-1), 100);
  });

  test('does not try again if somebody else closed the ledger', async () => {
    const { fake, node, alarm } = instant();
    node.submit(transaction);
    await turn();
    fake.finish(new Error('disk full'));
    await turn();
    alarm.ring!();
    await turn();
    assert.equal(fake.closes, 1);
    node.submit(transaction);
    await turn();
    assert.equal(fake.closes, 2);
  });

  test('closes again for what moved up into the open ledger, but not without end', async () => {
    const { fake, node } = instant();
    fake.openView.transactionCount = 3;
    node.submit(transaction);
    await turn();
    fake.finish();
    await turn();
    assert.equal(fake.closes, 2);
    fake.transactionHash = EMPTY;
    fake.finish();
    await turn();
    assert.equal(fake.closes, 2, 'a ledger that took nothing in is the last');
  });

  test('tries no more once it is stopped', async () => {
    const { fake, node, alarm } = instant();
    node.submit(transaction);
    await turn();
    fake.finish(new Error('disk full'));
    await turn();
    await node.stop();
    assert.equal(alarm.ring, undefined);
    node.submit(transaction);
    await turn();
    assert.equal(fake.closes, 1);
  });

  test('offers everything else as the node does, and stops after the last close', async () => {
    const { fake, node } = instant();
    assert.equal(node.networkId, 7);
    node.submit(transaction);
    await turn();
    const stopping = node.stop();
    await turn();
    assert.equal(fake.stopped, false);
    fake.finish();
    await stopping;
    assert.equal(fake.stopped, true);
  });
});

describe('the close timer', () => {
  test('closes at each interval, one at a time, until it is stopped', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    const fake = new FakeNode();
    const failures: unknown[] = [];
    const stop = startCloseTimer(fake as unknown as LedgerNode, 100, (error) => failures.push(error));
    context.mock.timers.tick(99);
    assert.equal(fake.closes, 0);
    context.mock.timers.tick(301);
    assert.equal(fake.closes, 1);
    fake.finish(new Error('disk full'));
    await turn();
    context.mock.timers.tick(100);
    assert.equal(fake.closes, 2);
    assert.equal(failures.length, 1);
    fake.finish();
    await turn();
    stop();
    context.mock.timers.tick(500);
    assert.equal(fake.closes, 2);
  });
});
