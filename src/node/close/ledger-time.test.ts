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
    assert.equal(clockAndTime(INSTANT_CLOSE).time.oldestParentSeconds(false), NOW - 5);
    const { time } = clockAndTime(closeEvery(4000));
    assert.equal(time.oldestParentSeconds(false), NOW - 4);
    assert.equal(time.oldestParentSeconds(true), NOW);
    assert.equal(clockAndTime(MANUAL_CLOSE).time.oldestParentSeconds(true), 0);
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
    time.setTo(NOW + 1000);
    assert.equal(time.clockSeconds, NOW + 1000);
    clock.ms += 5000;
    assert.equal(time.closeTimeAfter(aged(-1000)), NOW + 1005);
    assert.equal(time.oldestParentSeconds(false), NOW + 1001);
    time.setTo(NOW + 1);
    assert.equal(time.clockSeconds, NOW + 5);
  });

  test('distinguishes a close in time from a late one', () => {
    const { time } = clockAndTime(closeEvery(4000));
    assert.deepEqual([time.isCloseInTime(aged(5)), time.isCloseInTime(aged(6))], [true, false]);
    assert.deepEqual([time.isCloseLate(aged(8)), time.isCloseLate(aged(9))], [false, true]);
    const { time: manual } = clockAndTime(MANUAL_CLOSE);
    assert.deepEqual([manual.isCloseInTime(aged(1e6)), manual.isCloseLate(aged(1e6))], [true, false]);
  });
});

const PAYER = party('payer');
const PAYEE = party('payee');
const LIMIT_SECONDS = 4;
const SETTLE_SECONDS = 20;
const HOUR_SECONDS = 3600;
const PAYMENT = { TransactionType: 'Payment', Destination: PAYEE.id, Amount: 1n };

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
