import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { TestClock } from '../../test/support/test-clock.ts';
import { type LeaseTable, UnreachableError } from '../storage/shared/cluster-store.ts';
import { LeaseKeeper } from './lease-keeper.ts';

const TERMS = { durationMs: 3_000, renewalMs: 1_000 };

describe('a lease that is held', () => {
  let clock: TestClock;
  let keeper: LeaseKeeper;
  /** What the table answers next. */
  let answer: () => Promise<boolean>;
  let renewals: number;
  let events: string[];

  /** Lets answers arrive. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  async function pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      clock.advanceMs(100);
      await settle();
    }
  }

  beforeEach(() => {
    clock = new TestClock();
    renewals = 0;
    events = [];
    answer = async () => true;
    const term = { epoch: 4, token: 'one' };
    const renew: LeaseTable['renew'] = async (...renewed) => {
      assert.deepEqual(renewed, [term, 3_000, 7, 8]);
      renewals += 1;
      return answer();
    };
    keeper = new LeaseKeeper({
      ...{ term, acquiredAtMs: clock.elapsedMs(), terms: TERMS, clock, table: { renew } as LeaseTable },
      confirmedIndex: () => 7,
      appendedIndex: () => 8,
      onLost: () => events.push('lost'),
      onResumed: () => events.push('resumed'),
    });
  });

  test('is renewed in time', async () => {
    await pass(10_000);
    assert.equal(renewals, 10);
    assert.ok(keeper.remainingMs >= 2_000);
    assert.deepEqual(events, []);
  });

  test('counts from before it was asked for, however long the answer takes', async () => {
    const late = Promise.withResolvers<boolean>();
    answer = () => late.promise;
    await pass(2_500);
    late.resolve(true);
    await settle();
    assert.equal(keeper.remainingMs, 1_500);
  });

  test('is renewed each second as the requests are sent, also where an answer was long on its way', async () => {
    const late = Promise.withResolvers<boolean>();
    answer = () => late.promise;
    await pass(1_600);
    answer = async () => true;
    late.resolve(true);
    await settle();
    await pass(400);
    assert.equal(renewals, 2);
    assert.equal(keeper.remainingMs, 3_000);
  });

  test('expires while the database cannot be reached, and continues if no other member took it', async () => {
    answer = async () => {
      throw new UnreachableError('no way');
    };
    await pass(3_000);
    assert.equal(keeper.remainingMs, 0);
    assert.deepEqual(events, []);
    answer = async () => true;
    await pass(300);
    assert.ok(keeper.remainingMs > 2_500);
    assert.deepEqual(events, ['resumed']);
  });

  test('is lost when another member has it', async () => {
    answer = async () => false;
    await pass(1_000);
    assert.deepEqual(events, ['lost']);
  });

  test('is not renewed any more once it is stopped', async () => {
    keeper.stop();
    assert.equal(keeper.remainingMs, 0);
    await pass(5_000);
    assert.equal(renewals, 0);
  });
});
