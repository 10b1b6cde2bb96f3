import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Env } from '../../test/support/env.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../protocol/amounts/amount-math.ts';
import { LedgerAge } from './ledger-age.ts';

test('the age of a ledger counts from its close, for any close time and across jumps of the clock', async () => {
  const env = await Env.create();
  const closedAtMs = (RIPPLE_EPOCH_OFFSET_SECONDS + env.node.validated.closeTimeSeconds) * 1000;
  const { clock } = env;
  const setTo = (nowMs: number) => clock.jump((nowMs - clock.nowMs()) / 1000);
  setTo(closedAtMs + 50_000);
  const sources = { node: env.node, clock };
  const age = new LedgerAge(sources);
  assert.equal(age.seconds, 50, 'at the start it comes from the clock');
  clock.advance(7);
  clock.jump(-3_600);
  assert.equal(age.seconds, 57);
  await env.node.acceptLedger(env.node.validated.closeTimeSeconds + 1_000_000);
  assert.equal(age.seconds, 0);
  clock.advance(2.5);
  clock.jump(86_400);
  assert.equal(age.seconds, 2.5);
  setTo(closedAtMs);
  assert.equal(new LedgerAge(sources).seconds, 0, 'never negative');
  await env.stop();
});
