import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transaction } from '../protocol/transaction.ts';
import { closeAfterSubmissions, startCloseTimer } from './close-schedule.ts';
import type { LedgerNode, SubmitOutcome } from './ledger-node.ts';

/** Counts closes; each ends when `finish` is called. */
class FakeNode {
  closes = 0;
  applied = true;
  stopped = false;
  finish: (error?: Error) => void = () => {};
  readonly networkId = 7;

  acceptLedger(): Promise<void> {
    this.closes += 1;
    return new Promise((resolve, reject) => {
      this.finish = (error) => (error === undefined ? resolve() : reject(error));
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

function instant(failures: unknown[] = []): { fake: FakeNode; node: LedgerNode } {
  const fake = new FakeNode();
  return { fake, node: closeAfterSubmissions(fake as unknown as LedgerNode, (error) => failures.push(error)) };
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

  test('reports a close that failed and goes on', async () => {
    const failures: unknown[] = [];
    const { fake, node } = instant(failures);
    node.submit(transaction);
    await turn();
    fake.finish(new Error('disk full'));
    await turn();
    assert.deepEqual(failures, [new Error('disk full')]);
    node.submit(transaction);
    await turn();
    assert.equal(fake.closes, 2);
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
