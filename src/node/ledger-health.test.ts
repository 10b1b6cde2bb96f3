import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../test/support/env.ts';
import { DROPS_PER_XRP } from '../protocol/amounts/amount-math.ts';
import { type CloseRule, closeEvery, INSTANT_CLOSE, MANUAL_CLOSE } from './close/close-schedule.ts';
import { LedgerHealth } from './ledger-health.ts';

describe('the health of a ledger', () => {
  let env: Env;
  beforeEach(async () => {
    env = await Env.create();
  });
  const healthOf = (closing: CloseRule) => new LedgerHealth(env.node, closing, env.clock);

  test('is good until closes fail to come for longer than the schedule allows', async () => {
    const health = healthOf(closeEvery(4000));
    env.clock.advanceMs(22_000);
    assert.equal(health.problem(), undefined);
    env.clock.advanceMs(1);
    assert.equal(health.problem(), 'no ledger closed for 22 s');
    await env.close();
    assert.equal(health.problem(), undefined);
    assert.equal(health.secondsSinceClose, 0);
  });

  test('does not depend on time where closes are made by hand', () => {
    const health = [healthOf(MANUAL_CLOSE), healthOf(INSTANT_CLOSE)];
    env.clock.advanceMs(1e9);
    assert.deepEqual(
      health.map((one) => one.problem()),
      [undefined, undefined],
    );
  });

  test('is bad after any failed close, until one succeeds', async () => {
    const health = healthOf(MANUAL_CLOSE);
    const { store } = env.node;
    store.append = () => Promise.reject(new Error('disk full'));
    await assert.rejects(env.node.acceptLedger());
    assert.equal(health.problem(), 'the last close failed: disk full');
    Reflect.deleteProperty(store, 'append');
    await env.close();
    assert.equal(health.problem(), undefined);
  });

  test('is bad while a close does not end', async () => {
    const health = healthOf(MANUAL_CLOSE);
    const { store } = env.node;
    const { promise, resolve } = Promise.withResolvers<void>();
    const { append } = store;
    store.append = (...args) => promise.then(() => append.apply(store, args));
    const closed = env.close();
    await new Promise(setImmediate);
    env.clock.advance(60);
    assert.equal(health.problem(), undefined);
    env.clock.advance(1);
    assert.equal(health.problem(), 'a close has not ended for 61 s');
    resolve();
    await closed;
    assert.equal(health.problem(), undefined);
  });

  test('is bad after a close that failed before there was a ledger to store', async () => {
    const health = healthOf(MANUAL_CLOSE);
    const late = party('late');
    const fields = { TransactionType: 'AccountSet', Sequence: env.node.openLedger.view.ledgerIndex };
    env.submit(late, fields, 'terNO_ACCOUNT');
    const amount = 1000n * DROPS_PER_XRP;
    env.submit(MASTER, { TransactionType: 'Payment', Destination: late.id, Amount: amount }, 'tesSUCCESS');
    const stopFailing = env.node.onProposed(() => {
      throw new Error('a bug');
    });
    await assert.rejects(env.node.acceptLedger(), /a bug/);
    assert.equal(health.problem(), 'the last close failed: a bug');
    stopFailing();
    await env.close();
    assert.equal(health.problem(), undefined);
    assert.equal(env.account(late)!.Sequence, fields.Sequence + 1, 'and what it had taken up is not lost');
  });

  test('is bad while the clock is behind the last ledger, where ledgers are dated by it', async () => {
    env = await Env.create({ closing: { kind: 'manual', parentAgeLimitSeconds: 4 } });
    const health = healthOf(INSTANT_CLOSE);
    await env.close();
    const start = env.node.validated.closeTimeSeconds;
    env.clock.jump(-60);
    assert.equal(health.problem(), undefined, 'clocks differ a little');
    env.clock.jump(-86_400);
    const problem =
      'the clock of this machine is 86460 s behind the last ledger: ledgers close, but their time stands still';
    assert.equal(health.problem(), problem);
    await env.node.acceptLedger();
    assert.equal(env.node.validated.closeTimeSeconds, start);
    assert.equal(health.problem(), problem);
    env.clock.jump(86_460);
    assert.equal(health.problem(), undefined);
    await env.node.acceptLedger(start + 7 * 86_400);
    assert.equal(health.problem(), undefined, 'a requested close time does not count as a problem');
  });

  test('does not suffer from a close time that cannot be', async () => {
    const health = healthOf(MANUAL_CLOSE);
    await assert.rejects(env.node.acceptLedger(1), RangeError);
    assert.equal(health.problem(), undefined);
  });
});
