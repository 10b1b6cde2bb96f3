import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClock } from '../../../test/support/test-clock.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { INSTANT_CLOSE } from './close-schedule.ts';
import { LedgerClock } from './ledger-clock.ts';
import { LedgerTime } from './ledger-time.ts';
import { LedgerTooOldError, RecentLedger } from './recent-ledger.ts';

test('while closes fail there is one attempt a second, and each submission gets the reason', async () => {
  const clock = new TestClock();
  const time = new LedgerTime(new LedgerClock(clock, new MemoryStore()), INSTANT_CLOSE);
  const node = { validated: { closeTimeSeconds: 0 } as LedgerHeader, openLedger: { view: undefined as never } };
  let attempts = 0;
  let failure: Error | undefined = new Error('disk full');
  const close = async () => {
    attempts += 1;
    if (failure !== undefined) throw failure;
    node.validated = { closeTimeSeconds: time.clockSeconds } as LedgerHeader;
  };
  const recent = new RecentLedger({ node, time, clock, close });
  const isTooOld = (error: unknown) => error instanceof LedgerTooOldError && error.cause === failure;
  for (let request = 0; request < 3; request++) await assert.rejects(async () => recent.ensure(), isTooOld);
  assert.equal(attempts, 1);
  clock.advance(1);
  await assert.rejects(async () => recent.ensure(), isTooOld);
  assert.equal(attempts, 2);
  failure = undefined;
  clock.advance(1);
  await recent.ensure();
  assert.deepEqual([attempts, recent.ensure()], [3, undefined]);
});
