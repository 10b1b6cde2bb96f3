import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { LedgerClock } from './ledger-clock.ts';

test('an unchanged clock moves ahead with a close time, and is never behind the machine', () => {
  const clock = new LedgerClock({ nowMs: () => 5_000 }, new MemoryStore());
  clock.resetTo(4_000);
  assert.equal(clock.nowMs(), 5_000);
  clock.resetTo(7_000);
  assert.equal(clock.nowMs(), 7_000);
  assert.ok(!clock.isMoved);
});
