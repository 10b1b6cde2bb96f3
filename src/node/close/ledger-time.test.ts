import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { FaultyStore } from '../../../test/simulation/faulty-store.ts';
import { channelKeys, funding, redemption, request, tfClose } from '../../../test/support/channel-ledger.ts';
import { Env, party } from '../../../test/support/env.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import { payChanKeylet } from '../../protocol/entries/keylets.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { channelKeylet } from '../../transactions/channels/payment-channel.ts';
import { type CloseRule, closeEvery, INSTANT_CLOSE, MANUAL_CLOSE } from './close-schedule.ts';
import { LedgerClock } from './ledger-clock.ts';
import { LedgerTime } from './ledger-time.ts';

const NOW = 800_000_003;

/** A part of a second before that time. */
function clockAndTime(rule: CloseRule) {
  const clock = { ms: (NOW + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000 - 900, nowMs: () => clock.ms };
  return { clock, time: new LedgerTime(new LedgerClock(clock, new MemoryStore()), rule) };
}

/** A ledger that is this many seconds older than the clock. */
const aged = (seconds: number) =>
  ({ closeTimeSeconds: NOW - seconds, closeTimeResolutionSeconds: 10, closeFlags: 0, ledgerIndex: 9 }) as LedgerHeader;

describe('the time of the ledger', () => {
  test('allows a ledger to be as old as the close interval, five seconds where submissions close it', () => {
    const limits = [20, 1000, 4000, 4001, 86_400_000].map((intervalMs) => closeEvery(intervalMs).parentAgeLimitSeconds);
    assert.deepEqual(limits, [1, 1, 4, 5, 86_400]);
    assert.equal(clockAndTime(INSTANT_CLOSE).time.oldestParentSeconds(false, aged(0)), NOW - 5);
    const { time } = clockAndTime(closeEvery(4000));
    assert.equal(time.oldestParentSeconds(false, aged(0)), NOW - 4);
    assert.equal(time.oldestParentSeconds(true, aged(0)), NOW);
    assert.equal(clockAndTime(MANUAL_CLOSE).time.oldestParentSeconds(false, aged(0)), 0);
  });

  test('is the clock rounded up to the second, and never before the last ledger', () => {
    const { time } = clockAndTime(closeEvery(4000));
    assert.equal(time.closeTimeAfter(aged(1000)), NOW);
    assert.equal(time.closeTimeAfter(aged(0)), NOW);
    assert.equal(time.closeTimeAfter(aged(-50)), NOW + 50);
    assert.deepEqual([time.nowSeconds(aged(1000)), time.nowSeconds(aged(-50))], [NOW, NOW + 50]);
  });

  test("is the reference's where ledgers close by hand: rounded, and later than the last ledger", () => {
    const { time } = clockAndTime(MANUAL_CLOSE);
    assert.equal(time.closeTimeAfter(aged(1000)), 800_000_000);
    assert.equal(time.closeTimeAfter(aged(-50)), NOW + 51);
    assert.equal(time.nowSeconds(aged(1000)), NOW - 1000);
  });

  test('continues from a time that it was set to, until it is set to one that the clock has passed', () => {
    const { clock, time } = clockAndTime(closeEvery(4000));
    time.continueFrom(NOW + 1000);
    assert.equal(time.clockSeconds, NOW + 1000);
    clock.ms += 5000;
    assert.equal(time.closeTimeAfter(aged(-1000)), NOW + 1005);
    assert.equal(time.oldestParentSeconds(false, aged(0)), NOW + 1001);
    time.continueFrom(NOW + 1);
    assert.equal(time.clockSeconds, NOW + 5);
  });

  test('lets a settle delay begin now if ledgers close by hand, unless the time is given by hand', () => {
    const { clock, time } = clockAndTime(MANUAL_CLOSE);
    // Rounding to ten seconds may date a later ledger five seconds ahead of the clock.
    assert.equal(time.oldestParentSeconds(true, aged(0)), NOW + 7);
    time.continueFrom(NOW - 1000);
    assert.equal(time.oldestParentSeconds(true, aged(0)), 0);
    time.continueFrom(undefined);
    assert.equal(time.oldestParentSeconds(true, aged(0)), NOW + 7);
    const moved = new LedgerClock(clock, new MemoryStore());
    moved.restore({ ...moved.state(), isFrozen: true });
    assert.equal(new LedgerTime(moved, MANUAL_CLOSE).oldestParentSeconds(true, aged(0)), 0);
  });

  test('is late for a close if clients may have been unable to submit for a while', () => {
    const { time } = clockAndTime(closeEvery(4000));
    assert.deepEqual([time.isCloseLate(aged(8)), time.isCloseLate(aged(9))], [false, true]);
    assert.equal(clockAndTime(MANUAL_CLOSE).time.isCloseLate(aged(1e6)), false);
  });
});

const PAYER = party('payer');
const PAYEE = party('payee');
const LIMIT_SECONDS = 4;
const SETTLE_SECONDS = 20;
const HOUR_SECONDS = 3600;
const PAYMENT = { TransactionType: 'Payment', Destination: PAYEE.id, Amount: 1n };

describe('a request to close a channel while ledgers close by hand', () => {
  let env: Env;
  let channelId: Hash256;
  const channel = () => env.node.openLedger.view.read(channelKeylet(channelId));
  const open = async () => {
    await env.fund(1000, PAYER, PAYEE);
    channelId = payChanKeylet(PAYER.id, PAYEE.id, env.account(PAYER)!.Sequence).key;
    const terms = { Destination: PAYEE.id, Amount: 1000n, SettleDelay: 12, PublicKey: channelKeys.publicKey };
    env.submit(PAYER, { TransactionType: 'PaymentChannelCreate', ...terms }, 'tesSUCCESS');
    await env.close();
  };
  beforeEach(async () => {
    env = await Env.create({ isTestBench: true });
    await open();
  });

  test('gives the payee the whole settle delay, however old the ledger before is', async () => {
    for (const idleSeconds of [0.3, 9.2, HOUR_SECONDS]) {
      env.clock.advanceMs(idleSeconds * 1000);
      const asked = env.clock.nowMs();
      await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
      await env.node.acceptLedger();
      // A claim in the last moment, after a ledger that rounding may date ahead of the clock.
      env.clock.advanceMs(11_900);
      await env.node.acceptLedger();
      assert.ok(env.clock.nowMs() < asked + 12_000);
      const drops = channel()!.Balance + 1n;
      await env.submitFresh(PAYEE, redemption(channelId, drops), 'tesSUCCESS');
      assert.equal(channel()?.Balance, drops);
      env.clock.advance(HOUR_SECONDS);
      await env.node.acceptLedger();
      await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
      assert.equal(channel(), undefined);
      await open();
    }
  });

  test('does not set an expiration that only an old ledger allows', async () => {
    env.clock.advance(HOUR_SECONDS);
    const Expiration = env.node.validated.closeTimeSeconds + 12;
    await env.submitFresh(PAYER, funding(channelId, 1n, { Expiration }), 'tecNO_PERMISSION');
  });

  test('closes no ledger if the time is given by hand, or for a simulation', async () => {
    const asks = async (count: number) => {
      const { ledgerIndex } = env.node.validated;
      await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
      assert.equal(env.node.validated.ledgerIndex, ledgerIndex + count);
    };
    env.clock.advance(HOUR_SECONDS);
    const { ledgerIndex } = env.node.validated;
    assert.equal((await env.node.simulate(env.sign(PAYER, request(channelId, tfClose)))).result, 'tesSUCCESS');
    assert.equal(env.node.validated.ledgerIndex, ledgerIndex);
    await asks(1);
    await env.node.acceptLedger(env.node.validated.closeTimeSeconds + 1);
    env.clock.advance(1000);
    await asks(0);
    await env.node.acceptLedger();
    await open();
    env.clock.advance(1000);
    await env.node.bench!.clock.freeze();
    await asks(0);
  });
});

describe('a request to close a channel', () => {
  let store: FaultyStore;
  let env: Env;
  let channelId: Hash256;
  beforeEach(async () => {
    store = new FaultyStore();
    env = await Env.create({ store, closing: { kind: 'manual', parentAgeLimitSeconds: LIMIT_SECONDS } });
    await env.fund(1000, PAYER, PAYEE);
    channelId = payChanKeylet(PAYER.id, PAYEE.id, env.account(PAYER)!.Sequence).key;
    const terms = {
      Destination: PAYEE.id,
      Amount: 1000n,
      SettleDelay: SETTLE_SECONDS,
      PublicKey: channelKeys.publicKey,
    };
    env.submit(PAYER, { TransactionType: 'PaymentChannelCreate', ...terms }, 'tesSUCCESS');
    await env.close();
  });

  const channel = () => env.node.openLedger.view.read(channelKeylet(channelId));
  const ledgerOf = (id: Hash256) => store.transactionLocation(id)?.ledgerIndex;
  const ids = () => Array.from(env.node.openLedger.view.transactions, ({ transaction }) => transaction.id);

  test('begins a ledger that is not older than it, after all that came before it', async () => {
    env.clock.advanceMs(2_100);
    await env.submitFresh(PAYER, PAYMENT, 'tesSUCCESS');
    const [payment] = ids();
    const first = env.node.openLedger.view.ledgerIndex;
    await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
    assert.equal(ledgerOf(payment!), first);
    // A part of a second would be missing if it were rounded down.
    const rounded = env.nowSeconds + 1;
    assert.equal(env.node.validated.closeTimeSeconds, rounded);
    assert.equal(channel()?.Expiration, rounded + SETTLE_SECONDS);
    await env.submitFresh(PAYER, funding(channelId, 1n, { Expiration: rounded + SETTLE_SECONDS }), 'tesSUCCESS');
    assert.equal(env.node.validated.ledgerIndex, first, 'there is one such ledger a second');
  });

  test('of the payee, who closes at once, makes no ledger of its own', async () => {
    const before = env.node.validated.ledgerIndex;
    env.clock.advance(1);
    await env.submitFresh(PAYEE, redemption(channelId, 5n, { flags: tfClose }), 'tesSUCCESS');
    assert.equal(env.node.validated.ledgerIndex, before);
  });

  test('that was held waits for the next ledger when it gets in later', async () => {
    const sequence = env.account(PAYER)!.Sequence;
    await env.submitFresh(PAYER, { ...request(channelId, tfClose), Sequence: sequence + 1 }, 'terPRE_SEQ');
    env.clock.advance(LIMIT_SECONDS);
    await env.submitFresh(PAYER, PAYMENT, 'tesSUCCESS');
    const [payment, asked] = ids();
    const gotIn = env.nowSeconds;
    await env.close();
    assert.equal(ledgerOf(asked!), ledgerOf(payment!)! + 1);
    assert.ok(channel()!.Expiration! >= gotIn + SETTLE_SECONDS);
  });

  test('is in the very ledger whose time is given by hand', async () => {
    await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
    const [asked] = ids();
    env.clock.advance(HOUR_SECONDS);
    const { ledgerIndex } = await env.node.acceptLedger(env.nowSeconds + 1);
    assert.equal(ledgerOf(asked!), ledgerIndex);
  });
});
