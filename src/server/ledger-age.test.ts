import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Env } from '../../test/support/env.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../protocol/amounts/fees.ts';
import { LedgerAge } from './ledger-age.ts';

test('the age of a ledger counts from its close, whatever the clock and the close time say', async () => {
  const env = await Env.create();
  const closedAtMs = (RIPPLE_EPOCH_OFFSET_SECONDS + env.node.validated.closeTimeSeconds) * 1000;
  let clockMs = closedAtMs + 50_000;
  let nowMs = 1_000;
  const services = { node: env.node, clock: { nowMs: () => clockMs } };
  const age = new LedgerAge({ services, now: () => nowMs });
  assert.equal(age.seconds, 50, 'at the start there is only the clock');
  nowMs += 7_000;
  clockMs -= 3_600_000;
  assert.equal(age.seconds, 57);
  await env.node.acceptLedger(env.node.validated.closeTimeSeconds + 1_000_000);
  assert.equal(age.seconds, 0);
  nowMs += 2_500;
  clockMs += 86_400_000;
  assert.equal(age.seconds, 2.5);
  clockMs = closedAtMs;
  assert.equal(new LedgerAge({ services, now: () => nowMs }).seconds, 0, 'never less than nothing');
  await env.stop();
});
