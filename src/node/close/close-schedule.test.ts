import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestClock } from '../../../test/support/test-clock.ts';
import {
  type CloseRule,
  closeEvery,
  createCloseSchedule,
  INSTANT_CLOSE,
  type LedgerCloser,
  MANUAL_CLOSE,
} from './close-schedule.ts';

const EMPTY = '0'.repeat(64);
const FULL = 'A'.repeat(64);

/** Counts closes; each ends when `finish` is called. */
class FakeNode {
  closes = 0;
  finish: (error?: Error) => void = () => {};
  ensureRecentLedger = () => Promise.resolve();
  /** What a close leaves in the open ledger, and what the closed one held. */
  readonly openLedger = { view: { transactionCount: 0 } };
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
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));

function scheduled(rule: CloseRule) {
  const node = new FakeNode();
  const clock = new TestClock();
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const schedule = createCloseSchedule({ rule, node: node as unknown as LedgerCloser, clock, onFailure });
  return { node, clock, failures, schedule };
}

const instant = () => scheduled(INSTANT_CLOSE);

describe('closing after submissions', () => {
  test('closes again for what came while a ledger closed', async () => {
    const { node, schedule } = instant();
    schedule.noteApplied?.();
    await turn();
    schedule.noteApplied?.();
    schedule.noteApplied?.();
    await turn();
    assert.equal(node.closes, 1);
    node.finish();
    await turn();
    assert.equal(node.closes, 2);
  });

  test('reports a close that failed and tries again by itself, each time later', async () => {
    const { node, schedule, clock, failures } = instant();
    node.openLedger.view.transactionCount = 1;
    schedule.noteApplied?.();
    const delaysMs: number[] = [];
    for (let count = 1; count <= 10; count++) {
      await turn();
      assert.equal(node.closes, count);
      node.finish(new Error('disk full'));
      await turn();
      schedule.noteApplied?.();
      await turn();
      assert.equal(node.closes, count, 'a submission does not hasten it');
      delaysMs.push(...clock.dueInMs);
      clock.advanceMs(delaysMs.at(-1)!);
    }
    assert.deepEqual(delaysMs, [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
    assert.deepEqual(failures, Array(10).fill(new Error('disk full')));
    await turn();
    node.openLedger.view.transactionCount = 0;
    node.finish();
    await turn();
    schedule.noteApplied?.();
    await turn();
    assert.equal(node.closes, 12, 'then it closes at once again');
    node.finish(new Error('disk full'));
    await turn();
    assert.deepEqual(clock.dueInMs, [100]);
  });

  test('does not try again if the ledger was closed meanwhile', async () => {
    const { node, schedule, clock } = instant();
    schedule.noteApplied?.();
    await turn();
    node.finish(new Error('disk full'));
    await turn();
    clock.advanceMs(100);
    await turn();
    assert.equal(node.closes, 1);
    schedule.noteApplied?.();
    await turn();
    assert.equal(node.closes, 2);
  });

  test('closes again for what moved up into the open ledger, but not without end', async () => {
    const { node, schedule } = instant();
    node.openLedger.view.transactionCount = 3;
    schedule.noteApplied?.();
    await turn();
    node.finish();
    await turn();
    assert.equal(node.closes, 2);
    node.transactionHash = EMPTY;
    node.finish();
    await turn();
    assert.equal(node.closes, 2, 'a ledger that took nothing in is the last');
  });

  test('tries no more once it is stopped', async () => {
    const { node, schedule, clock } = instant();
    schedule.noteApplied?.();
    await turn();
    node.finish(new Error('disk full'));
    await turn();
    await schedule.stop();
    assert.deepEqual(clock.dueInMs, []);
    schedule.noteApplied?.();
    await turn();
    assert.equal(node.closes, 1);
  });

  test('stops after the last close', async () => {
    const { node, schedule } = instant();
    schedule.noteApplied?.();
    await turn();
    let isStopped = false;
    const stopping = schedule.stop().then(() => {
      isStopped = true;
    });
    await turn();
    assert.equal(isStopped, false);
    node.finish();
    await stopping;
  });
});

describe('closing by a timer', () => {
  test('closes at each interval, one at a time, until it is stopped', async () => {
    const { node, schedule, clock, failures } = scheduled(closeEvery(100));
    clock.advanceMs(1000);
    assert.equal(node.closes, 0, 'it has not started');
    await schedule.start();
    clock.advanceMs(99);
    assert.equal(node.closes, 0);
    clock.advanceMs(301);
    assert.equal(node.closes, 1);
    node.finish(new Error('disk full'));
    await turn();
    clock.advanceMs(100);
    assert.equal(node.closes, 2);
    assert.equal(failures.length, 1);
    let isStopped = false;
    const stopping = schedule.stop().then(() => {
      isStopped = true;
    });
    await turn();
    assert.equal(isStopped, false, 'a close is under way');
    node.finish();
    await stopping;
    clock.advanceMs(500);
    assert.equal(node.closes, 2);
  });

  test('closes a ledger first if the last one is too old, and starts even if that fails', async () => {
    for (const rule of [closeEvery(100), INSTANT_CLOSE]) {
      const { node, schedule, failures } = scheduled(rule);
      node.ensureRecentLedger = () => Promise.reject(new Error('disk full'));
      await schedule.start();
      assert.deepEqual(failures, [new Error('disk full')]);
      await schedule.stop();
    }
  });
});

test('nothing closes ledgers that are closed by hand', async () => {
  const { node, schedule, clock } = scheduled(MANUAL_CLOSE);
  node.ensureRecentLedger = () => Promise.reject(new Error('must not be called'));
  await schedule.start();
  schedule.noteApplied?.();
  await turn();
  clock.advance(86_400);
  assert.equal(node.closes, 0);
  await schedule.stop();
});
