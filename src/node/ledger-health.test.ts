import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Env } from '../../test/support/env.ts';
import { LedgerHealth } from './ledger-health.ts';

describe('the health of a ledger', () => {
  let env: Env;
  let nowMs: number;
  beforeEach(async () => {
    env = await Env.create();
    nowMs = 0;
  });
  const healthOf = (intervalMs: number | undefined) => new LedgerHealth(env.node, intervalMs, () => nowMs);

  test('is good until closes fail to come for longer than the schedule allows', async () => {
    const health = healthOf(4000);
    nowMs = 22_000;
    assert.equal(health.problem(), undefined);
    nowMs = 22_001;
    assert.equal(health.problem(), 'no ledger closed for 22 s');
    await env.close();
    assert.equal(health.problem(), undefined);
    assert.equal(health.secondsSinceClose, 0);
  });

  test('does not depend on time where closes are made by hand', () => {
    const health = [healthOf(undefined), healthOf(0)];
    nowMs = 1e9;
    assert.deepEqual(
      health.map((one) => one.problem()),
      [undefined, undefined],
    );
  });

  test('is bad after a failed close, whoever asked for it, until one succeeds', async () => {
    const health = healthOf(undefined);
    const { store } = env.node;
    store.commit = () => Promise.reject(new Error('disk full'));
    await assert.rejects(env.node.acceptLedger());
    assert.equal(health.problem(), 'the last close failed: disk full');
    Reflect.deleteProperty(store, 'commit');
    await env.close();
    assert.equal(health.problem(), undefined);
  });

  test('does not suffer from a close time that cannot be', async () => {
    const health = healthOf(undefined);
    await assert.rejects(env.node.acceptLedger(1), RangeError);
    assert.equal(health.problem(), undefined);
  });
});
