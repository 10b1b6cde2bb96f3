/** The payee's channel watch during outages, in the last second, with full ledgers, a thousand channels, and killed at every step. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keepConnected } from '../../src/channel-watch/keep-connected.ts';
import type { WatchEvent } from '../../src/channel-watch/watch-events.ts';
import type { EnvOptions } from '../support/env.ts';
import { MASTER } from '../support/env.ts';
import { claimOf, keep, WatchedLedger, type WatchedLedgerOptions } from '../support/watched-ledger.ts';

const XRP = 1_000_000n;
/** A ledger that is full after a few transactions, with a short queue. */
const SMALL_LEDGER: EnvOptions = {
  queue: { minimumTxnInLedger: 5, ledgersInQueue: 4, minimumQueueSize: 20, normalConsensusIncreasePercent: 0 },
};

async function onLedger(options: WatchedLedgerOptions, story: (ledger: WatchedLedger) => Promise<void>): Promise<void> {
  const ledger = await WatchedLedger.create(options);
  try {
    await story(ledger);
  } finally {
    await ledger.end();
  }
}

async function paid(ledger: WatchedLedger, id: string): Promise<bigint> {
  return BigInt((await ledger.channel(id)).Balance);
}

async function assertNothingTwice(ledger: WatchedLedger, count: number): Promise<void> {
  const redemptions = await ledger.redemptions();
  assert.deepEqual(
    redemptions.filter(({ result }) => result !== 'tesSUCCESS'),
    [],
  );
  assert.equal(redemptions.length, count);
}

for (const isPlain of [false, true]) {
  describe(`a payer who closes at the worst moment, beside ${isPlain ? 'a plain server' : 'Weir'}`, () => {
    test('during an outage: the claim is redeemed after the reconnection', () =>
      onLedger({ isPlain }, async (ledger) => {
        const [id, gone] = [await ledger.open(10n * XRP), await ledger.open(10n * XRP)];
        const run = await ledger.start();
        await keep(run, id, 4n * XRP);
        await keep(run, gone, 4n * XRP);
        ledger.cut();
        // The channel is known already, so a claim is accepted without a server too.
        await keep(run, id, 5n * XRP);
        const unknown = await run.watch.takeClaim(claimOf('CD'.repeat(32), XRP));
        assert.equal(unknown.code, 'unreachable');
        ledger.askToClose(id);
        await ledger.close();
        for (let count = 0; count < 5; count++) await ledger.close();
        ledger.isServerUp = true;
        await run.watch.connect();
        await ledger.closeUntilQuiet(run);
        assert.equal(await paid(ledger, id), 5n * XRP);
        assert.equal(await paid(ledger, gone), 0n);
        await assertNothingTwice(ledger, 1);
        const connected = run.named('connected').at(-1)!;
        assert.equal('start_ledger' in connected.facts, !isPlain);
        await run.watch.stop();
      }));

    test('reports a claim as lost if the channel closed while the watch was stopped', () =>
      onLedger({ isPlain }, async (ledger) => {
        const id = await ledger.open(10n * XRP);
        const run = await ledger.start();
        await keep(run, id, 4n * XRP);
        await run.watch.stop();
        ledger.askToClose(id);
        await ledger.close();
        await ledger.close(200);
        ledger.askToClose(id);
        await ledger.close();
        assert.equal(await ledger.channel(id), undefined);
        const later = await ledger.start();
        await ledger.replayed;
        assert.deepEqual(
          later.named('lost').map(({ facts }) => facts.drops),
          [String(4n * XRP)],
        );
        await assertNothingTwice(ledger, 0);
        await later.watch.stop();
      }));
  });
}

describe('time and fees', () => {
  test('a claim gets into the last ledger that can pay it', () =>
    onLedger({}, async (ledger) => {
      const id = await ledger.open(10n * XRP);
      const run = await ledger.start();
      await keep(run, id, 4n * XRP);
      ledger.cut();
      ledger.askToClose(id);
      await ledger.close();
      const { Expiration: end } = await ledger.channel(id);
      // The parent of the next ledger closes exactly at the expiration, when a claim still pays.
      await ledger.close(end - ledger.env.node.validated.closeTimeSeconds);
      assert.equal(ledger.env.node.validated.closeTimeSeconds, end);
      ledger.isServerUp = true;
      await run.watch.connect();
      await ledger.close();
      await run.idle();
      assert.equal(await paid(ledger, id), 4n * XRP);
      await run.watch.stop();
    }));

  test('an expired channel costs no fee, and the loss is reported', () =>
    onLedger({}, async (ledger) => {
      const id = await ledger.open(10n * XRP);
      const run = await ledger.start();
      await keep(run, id, 4n * XRP);
      ledger.cut();
      ledger.askToClose(id);
      await ledger.close();
      await ledger.close(101);
      ledger.isServerUp = true;
      await run.watch.connect();
      await ledger.closeUntilQuiet(run);
      assert.equal(run.named('submitted').length, 0);
      assert.equal(run.named('lost').length, 1);
      assert.equal((await run.watch.takeClaim(claimOf(id, 5n * XRP))).code, 'expired');
      await run.watch.stop();
    }));

  test('the fee for a full ledger and queue rises toward the expiration, up to the allowed maximum', () =>
    onLedger({ env: SMALL_LEDGER }, async (ledger) => {
      const id = await ledger.open(10n * XRP);
      const run = await ledger.start({ maxFeeDrops: 3_000_000n, marginSeconds: 200 });
      await keep(run, id, 4n * XRP);
      ledger.askToClose(id);
      ledger.isQueueFull = true;
      // Other transactions always come first: after each ledger, and directly after the watch has read the fee.
      ledger.onClosed = () => crowd(ledger, 10);
      let isFirst = true;
      ledger.onSubmission = async () => {
        if (isFirst) await crowd(ledger, 3);
        isFirst = false;
      };
      await ledger.close();
      await run.idle();
      assert.match(String(run.named('submitted')[0]!.facts.result), /^telCAN_NOT_QUEUE/);
      ledger.onClosed = () => crowd(ledger, 40);
      // A better claim that arrives now is sent with the raised fee.
      await keep(run, id, 5n * XRP);
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(ledger, id), 5n * XRP);
      const [{ fee } = { fee: '' }] = await ledger.redemptions();
      const fees = run.named('submitted').map(({ facts }) => Number(facts.fee));
      assert.ok(fees.length > 1 && fees.every((one, at) => at === 0 || one >= fees[at - 1]!), fees.join(' '));
      assert.equal(Number(fee), fees.at(-1));
      assert.ok(Number(fee) > fees[0]! && Number(fee) <= 3_000_000, fees.join(' '));
      await assertNothingTwice(ledger, 1);
      await run.watch.stop();
    }));

  test('a patient redemption waits for a lower fee', () =>
    onLedger({ env: SMALL_LEDGER }, async (ledger) => {
      const id = await ledger.open(10n * XRP);
      const run = await ledger.start({ redeemAtDrops: XRP });
      await crowd(ledger, 12);
      await keep(run, id, 4n * XRP);
      await run.idle();
      assert.equal(run.named('submitted').length, 0);
      for (let count = 0; count < 6; count++) await ledger.close();
      await ledger.closeUntilQuiet(run);
      assert.equal(await paid(ledger, id), 4n * XRP);
      assert.ok((await ledger.redemptions()).every(({ fee }) => Number(fee) <= 200));
      await run.watch.stop();
    }));

  test('a claim that is worth less than the fee is not redeemed', () =>
    onLedger({}, async (ledger) => {
      const id = await ledger.open(10n * XRP);
      const run = await ledger.start();
      await keep(run, id, 10n);
      ledger.askToClose(id);
      await ledger.close();
      await ledger.close(60);
      await ledger.closeUntilQuiet(run, 2);
      assert.equal(run.named('submitted').length, 0);
      assert.equal(run.named('warning').filter(({ facts }) => facts.code === 'notWorthTheFee').length, 1);
      await run.watch.stop();
    }));
});

/** Other transactions fill the open ledger and raise its fee. */
async function crowd(ledger: WatchedLedger, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const { drops } = await ledger.call('fee');
    ledger.env.submit(MASTER, { TransactionType: 'AccountSet', Fee: BigInt(drops.open_ledger_fee) }, 'tesSUCCESS');
  }
}

/** More channels than the largest page, which has 400. */
const COUNT = 450;

describe('more channels than a page of account_channels', () => {
  test('are all paid, each once, if all payers ask to close at the same time', () =>
    onLedger({}, async (ledger) => {
      const ids = await ledger.openMany(COUNT, 10n * XRP);
      const run = await ledger.start();
      await Promise.all(ids.map((id, at) => keep(run, id, XRP + BigInt(at))));
      for (const id of ids) ledger.askToClose(id);
      await ledger.close();
      await ledger.closeUntilQuiet(run);
      const balances = await Promise.all(ids.map((id) => paid(ledger, id)));
      assert.deepEqual(
        balances,
        ids.map((_, at) => XRP + BigInt(at)),
      );
      await assertNothingTwice(ledger, COUNT);
      await run.watch.stop();
    }));
});

describe('many channels beside a server whose ledgers are small', () => {
  const queue = { minimumTxnInLedger: 20, ledgersInQueue: 20, normalConsensusIncreasePercent: 20 };
  test('are all paid before the end, each once, and none for more than it must cost', () =>
    onLedger({ env: { queue } }, async (ledger) => {
      const ids: string[] = [];
      while (ids.length < 100) ids.push(...(await ledger.openMany(20, 10n * XRP, { SettleDelay: 1000 })));
      const run = await ledger.start({ marginSeconds: 100_000, maxFeeDrops: 100_000n });
      await Promise.all(ids.map((id) => keep(run, id, 3n * XRP)));
      for (const [at, id] of ids.entries()) {
        ledger.askToClose(id);
        if (at % 20 === 19) await ledger.close(0);
      }
      await ledger.closeUntilQuiet(run);
      await assertNothingTwice(ledger, 100);
      assert.ok((await ledger.redemptions()).every(({ fee }) => Number(fee) <= 100_000));
      const codes = run.named('submitted').map(({ facts }) => String(facts.result));
      assert.deepEqual(
        codes.filter((code) => !['tesSUCCESS', 'terQUEUED', 'terPRE_SEQ'].includes(code)),
        [],
      );
      await run.watch.stop();
    }));
});

describe('a server with outages', () => {
  test('is left alone by a watch that was stopped while it connected', () =>
    onLedger({}, async (ledger) => {
      const run = await ledger.run();
      const connecting = run.watch.connect();
      await run.watch.stop();
      await assert.rejects(connecting, { name: 'LinkError', message: 'stopped' });
      assert.equal(run.watch.isConnected, false);
    }));

  test('is connected to again, with longer and longer pauses', () =>
    onLedger({}, async (ledger) => {
      const id = await ledger.open(10n * XRP);
      const run = await ledger.run();
      const pauses: number[] = [];
      let isStopped = false;
      ledger.cut();
      const sleep = async (milliseconds: number) => {
        pauses.push(milliseconds);
        // The third pause is the last one of the outage. The pause after the connection ends the test.
        if (pauses.length === 3) ledger.isServerUp = true;
        if (pauses.length === 4) isStopped = true;
      };
      const report = (event: WatchEvent) => run.events.push(event);
      const connecting = keepConnected(run.watch, { report, sleep, isStopped: () => isStopped });
      while (!run.watch.isConnected) await new Promise((resolve) => setImmediate(resolve));
      await keep(run, id, XRP);
      ledger.cut();
      await connecting;
      assert.deepEqual(pauses, [500, 1000, 2000, 500]);
      const reported = run.named('disconnected').map(({ message }) => message);
      assert.deepEqual(reported, ['no connection: no server', 'the connection is closed: cut']);
      await run.watch.stop();
    }));
});

test('a failure that repeats is reported once, and the redemption succeeds later', () =>
  onLedger({}, async (ledger) => {
    const id = await ledger.open(10n * XRP);
    const run = await ledger.start();
    await keep(run, id, XRP);
    let failures = 0;
    ledger.onSubmission = async () => {
      failures += 1;
      throw new Error('broken');
    };
    ledger.askToClose(id);
    for (let count = 0; count < 4; count++) {
      await ledger.close();
      await run.idle();
    }
    assert.ok(failures > 1, `${failures} failures`);
    const messages = run.named('warning').map(({ message }) => message);
    assert.deepEqual(messages, ['a request failed and will be repeated: broken']);
    ledger.onSubmission = async () => {};
    await ledger.closeUntilQuiet(run);
    assert.equal(await paid(ledger, id), XRP);
  }));

describe('a kill at any step', () => {
  for (const isPlain of [false, true]) {
    // Beside a plain server the steps are nearly the same, so only every third one is tried.
    const stride = isPlain ? 3 : 1;
    test(`loses no claim and redeems none twice, beside ${isPlain ? 'a plain server' : 'Weir'}`, async (t) => {
      let point = 1;
      for (let isKilled = true; isKilled; point += stride) {
        isKilled = false;
        await onLedger({ isPlain }, async (ledger) => {
          isKilled = await killedAt(ledger, point);
        });
      }
      t.diagnostic(`${point - 1 - stride} points`);
      assert.ok(point > 20, `there were ${point} points`);
    });
  }
});

/**
 * Runs a scenario, kills it at a step, and continues from the files. Returns false if the scenario ends before that
 * step.
 */
async function killedAt(ledger: WatchedLedger, point: number): Promise<boolean> {
  const ids = await ledger.openMany(2, 10n * XRP);
  const first = await ledger.run({}, point);
  const acknowledged = new Map<string, bigint>();
  const take = async (id: string, drops: bigint) => {
    const answer = await first.live(first.watch.takeClaim(claimOf(id, drops)));
    if (answer?.code === 'kept') acknowledged.set(id, drops);
  };
  const closeLedger = async () => {
    // The watch restarts before the next ledger closes, so its transactions may still be in the open ledger.
    if (!first.isDead) await ledger.close();
    await first.idle();
  };
  await first.live(first.watch.connect());
  for (const drops of [XRP, 2n * XRP]) for (const id of ids) await take(id, drops);
  for (const id of ids) ledger.askToClose(id);
  await closeLedger();
  await closeLedger();
  await take(ids[0]!, 3n * XRP);
  await ledger.closeUntilQuiet(first);
  await first.live(first.watch.stop());
  const { isDead } = first;
  first.kill();
  const second = await ledger.start();
  await ledger.close();
  await ledger.closeUntilQuiet(second);
  for (const [id, drops] of acknowledged) {
    const balance = await paid(ledger, id);
    assert.ok(balance >= drops, `point ${point}: ${balance} of ${drops} were paid`);
  }
  const redemptions = await ledger.redemptions();
  const done = redemptions.map(({ channelId, balance }) => `${channelId} ${balance}`);
  assert.equal(new Set(done).size, done.length, `point ${point}: nothing twice`);
  assert.ok(
    redemptions.every(({ result }) => result === 'tesSUCCESS'),
    `point ${point}: no fee for nothing`,
  );
  await second.watch.stop();
  return isDead;
}
