import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { CommitFault, FaultyStore } from '../../../test/simulation/faulty-store.ts';
import { Env, MASTER, party } from '../../../test/support/env.ts';
import { LAST_EXACT_CLOSE_TIME_SECONDS } from '../../ledger/ledger-header.ts';
import { ClockChangeError } from './clock-control.ts';
import { type CloseRule, closeEvery, INSTANT_CLOSE, MANUAL_CLOSE } from './close-schedule.ts';

const HOUR_SECONDS = 3600;
const PAYMENT = { TransactionType: 'Payment', Destination: party('payee').id, Amount: 1_000_000_000n };

describe('the clock of a test bench', () => {
  let store: FaultyStore;
  let env: Env;
  const start = async (closing: CloseRule = MANUAL_CLOSE) => {
    env = await Env.create({ store, closing, isTestBench: true });
  };
  beforeEach(() => {
    store = new FaultyStore();
  });
  const closeTime = () => env.node.validated.closeTimeSeconds;

  test('dates ledgers that a timer closes; the timer goes by the machine', async () => {
    await start(closeEvery(4000));
    const before = closeTime();
    await env.node.bench!.clock.change({ advance: HOUR_SECONDS, isFrozen: true });
    const { ledgerIndex } = env.node.validated;
    for (const index of [1, 2]) {
      env.clock.advance(4);
      await setImmediate();
      assert.deepEqual([env.node.validated.ledgerIndex, closeTime()], [ledgerIndex + index, before + HOUR_SECONDS]);
    }
    await env.node.bench!.clock.resume();
    env.clock.advance(4);
    await setImmediate();
    assert.equal(closeTime(), before + HOUR_SECONDS + 4);
    await env.stop();
  });

  test('dates the ledger that a submission closes, and the one that the submission needs before', async () => {
    await start(INSTANT_CLOSE);
    const before = closeTime();
    await env.node.bench!.clock.advance(HOUR_SECONDS);
    await env.submitFresh(MASTER, PAYMENT, 'tesSUCCESS');
    assert.equal(
      env.node.openLedger.view.parentCloseTimeSeconds,
      before + HOUR_SECONDS,
      'it met a ledger of the new time',
    );
    await env.stop();
    assert.equal(closeTime(), before + HOUR_SECONDS);
  });

  test('is moved after what is open got into a ledger, where ledgers close by themselves', async () => {
    await start({ kind: 'manual', parentAgeLimitSeconds: 5 });
    const before = closeTime();
    env.submit(MASTER, PAYMENT, 'tesSUCCESS');
    await env.node.bench!.clock.advance(HOUR_SECONDS);
    assert.deepEqual([closeTime(), env.node.openLedger.view.transactionCount], [before, 0]);
  });

  test('stays as it is if that ledger cannot be closed', async () => {
    await start({ kind: 'manual', parentAgeLimitSeconds: 5 });
    env.submit(MASTER, PAYMENT, 'tesSUCCESS');
    store.prepare('refused', () => {});
    await assert.rejects(env.node.bench!.clock.advance(HOUR_SECONDS), CommitFault);
    assert.equal(env.node.bench!.clock.read().isMoved, false);
  });

  test('closes what is open where ledgers close by hand, and then a ledger of the new time', async () => {
    await start();
    env.submit(MASTER, PAYMENT, 'tesSUCCESS');
    const { ledgerIndex, closeTimeSeconds: before } = env.node.validated;
    const { seconds } = await env.node.bench!.clock.advance(HOUR_SECONDS);
    assert.equal(env.node.store.header(ledgerIndex + 1)!.closeTimeSeconds, before + 1, 'with the payment');
    assert.deepEqual([env.node.validated.ledgerIndex, closeTime()], [ledgerIndex + 2, seconds]);
    assert.ok(seconds >= before + 1 + HOUR_SECONDS);
    await env.node.bench!.clock.change({ rate: 2, isFrozen: true });
    assert.equal(env.node.validated.ledgerIndex, ledgerIndex + 2, 'only a move forward closes one');
  });

  test('shows what it showed if the ledger of the new time cannot be closed', async () => {
    await start();
    const { seconds } = env.node.bench!.clock.read();
    store.prepare('refused', () => {});
    await assert.rejects(env.node.bench!.clock.advance(HOUR_SECONDS), CommitFault);
    assert.equal(env.node.bench!.clock.read().seconds, seconds);
  });

  test('lets ledgers closed by hand be a second apart while it stands still', async () => {
    await start();
    const { seconds: first, nextCloseSeconds } = await env.node.bench!.clock.change({
      advance: HOUR_SECONDS,
      isFrozen: true,
    });
    assert.equal(nextCloseSeconds, first + 1);
    for (const later of [1, 2, 3]) {
      await env.node.acceptLedger();
      assert.equal(closeTime(), first + later);
    }
    const { seconds } = await env.node.bench!.clock.advance(HOUR_SECONDS);
    assert.ok(seconds >= first + 3 + HOUR_SECONDS, 'an hour after the last ledger');
  });

  test('moves ahead with a requested close time, and never back', async () => {
    await start({ kind: 'manual', parentAgeLimitSeconds: 5 });
    const before = closeTime();
    await env.node.bench!.clock.change({ advance: HOUR_SECONDS, isFrozen: true });
    await env.node.acceptLedger(before + 10);
    assert.equal(env.node.bench!.clock.read().seconds, before + HOUR_SECONDS);
    await env.node.acceptLedger(before + 2 * HOUR_SECONDS);
    assert.equal(env.node.bench!.clock.read().seconds, before + 2 * HOUR_SECONDS);
  });

  test('is moved by whole seconds only, and what is open stays open otherwise', async () => {
    await start({ kind: 'manual', parentAgeLimitSeconds: 5 });
    env.submit(MASTER, PAYMENT, 'tesSUCCESS');
    const { clock } = env.node.bench!;
    const { seconds } = clock.read();
    for (const wrong of [1.5, Number.NaN, Number.POSITIVE_INFINITY, '60' as unknown as number]) {
      await assert.rejects(clock.advance(wrong), { name: 'ClockChangeError', field: 'advance' });
    }
    for (const wrong of [seconds + 1.5, Number.NaN, String(seconds + 60) as unknown as number]) {
      await assert.rejects(clock.set(wrong), { name: 'ClockChangeError', field: 'set' });
    }
    await assert.rejects(clock.setRate('2' as unknown as number), { name: 'ClockChangeError', field: 'rate' });
    assert.equal(clock.read().isMoved, false);
    assert.equal(env.node.openLedger.view.transactionCount, 1);
  });

  test('is set back by a revert alone', async () => {
    await start({ kind: 'manual', parentAgeLimitSeconds: 5 });
    const snapshot = await env.weir.snapshot();
    const { seconds } = env.node.bench!.clock.read();
    await env.node.bench!.clock.change({ advance: HOUR_SECONDS, rate: 60, isFrozen: true });
    await assert.rejects(env.node.bench!.clock.set(seconds), ClockChangeError);
    await env.weir.revert(snapshot);
    env.clock.advance(2);
    const { seconds: restored, rate, isFrozen } = env.node.bench!.clock.read();
    assert.deepEqual([restored, rate, isFrozen], [seconds + 2, 1, false]);
  });

  test('goes at its own rate, by the machine, and stops at the latest time there is', async () => {
    await start({ kind: 'manual', parentAgeLimitSeconds: 5 });
    const { seconds } = await env.node.bench!.clock.setRate(0.5);
    env.clock.advance(10);
    assert.equal(env.node.bench!.clock.read().seconds, seconds + 5);
    await env.node.bench!.clock.setRate(1_000_000);
    env.clock.advance(HOUR_SECONDS);
    assert.equal(env.node.bench!.clock.read().seconds, LAST_EXACT_CLOSE_TIME_SECONDS);
    await env.node.acceptLedger();
    await env.node.acceptLedger();
    assert.equal(closeTime(), LAST_EXACT_CLOSE_TIME_SECONDS);
    await assert.rejects(env.node.bench!.clock.advance(1), /'advance' leads beyond/);
  });
});
