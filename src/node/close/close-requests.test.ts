/** Requests to close a channel meet ledgers that are old, closes that come late, and disks that fail. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { CommitFault, FaultyStore } from '../../../test/simulation/faulty-store.ts';
import { channelKeys, funding, redemption, request, tfClose } from '../../../test/support/channel-world.ts';
import { Env, party } from '../../../test/support/env.ts';
import { payChanKeylet } from '../../protocol/entries/keylets.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { channelKeylet } from '../../transactions/channels/payment-channel.ts';
import { LedgerTooOldError } from '../open-ledger/submission-line.ts';

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
    env = await Env.create({ store, parentAgeLimitSeconds: LIMIT_SECONDS });
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

  const channel = () => env.node.openView.read(channelKeylet(channelId));
  const ledgerOf = (id: Hash256) => store.transactionLocation(id)?.ledgerIndex;
  const ids = () => Array.from(env.node.openView.transactions, ({ transaction }) => transaction.id);

  test('begins a ledger of its own second, after all that came before it', async () => {
    env.clock.advance(3);
    await env.submitFresh(PAYER, PAYMENT, 'tesSUCCESS');
    const [payment] = ids();
    const first = env.node.openView.ledgerIndex;
    await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
    assert.equal(ledgerOf(payment!), first);
    assert.equal(env.node.validated.closeTimeSeconds, env.nowSeconds);
    assert.equal(channel()?.Expiration, env.nowSeconds + SETTLE_SECONDS);
    await env.submitFresh(PAYER, funding(channelId, 1n, { Expiration: env.nowSeconds + SETTLE_SECONDS }), 'tesSUCCESS');
    assert.equal(env.node.validated.ledgerIndex, first, 'there is one such ledger a second');
  });

  test('that names an end before the settle delay is over is refused, however old the ledger was', async () => {
    const early = env.node.validated.closeTimeSeconds + SETTLE_SECONDS;
    env.clock.advance(LIMIT_SECONDS);
    await env.submitFresh(PAYER, funding(channelId, 1n, { Expiration: early }), 'tecNO_PERMISSION');
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

  test('gives the whole time from a close that came late; claims that came in time are paid', async () => {
    await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
    await env.submitFresh(PAYEE, redemption(channelId, 5n), 'tesSUCCESS');
    const [asked, claimed] = ids();
    // The machine sleeps.
    env.clock.advance(HOUR_SECONDS);
    await env.node.acceptLedger();
    assert.equal(ledgerOf(asked!), ledgerOf(claimed!)! + 1);
    assert.equal(channel()?.Expiration, env.nowSeconds + SETTLE_SECONDS);
    assert.equal(channel()?.Balance, 5n);
    env.clock.advance(SETTLE_SECONDS);
    await env.submitFresh(PAYEE, redemption(channelId, 6n), 'tesSUCCESS');
    await env.node.acceptLedger();
    assert.equal(channel()?.Balance, 6n);
  });

  test('gives the whole time after a disk that failed', async () => {
    await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
    env.clock.advance(HOUR_SECONDS);
    store.prepare('refused', () => {});
    await assert.rejects(env.submitFresh(PAYEE, redemption(channelId, 5n)), LedgerTooOldError);
    assert.equal(ids().length, 1, 'nothing was applied to the old ledger');
    env.clock.advance(1);
    await env.submitFresh(PAYEE, redemption(channelId, 5n), 'tesSUCCESS');
    await env.node.acceptLedger();
    assert.equal(channel()?.Balance, 5n);
    assert.equal(channel()?.Expiration, env.nowSeconds + SETTLE_SECONDS);
  });

  test('is in the very ledger whose time is given by hand', async () => {
    await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
    const [asked] = ids();
    env.clock.advance(HOUR_SECONDS);
    const { ledgerIndex } = await env.node.acceptLedger(env.nowSeconds + 1);
    assert.equal(ledgerOf(asked!), ledgerIndex);
  });

  test('keeps its place when the second of two closes fails', async () => {
    await env.submitFresh(PAYER, request(channelId, tfClose), 'tesSUCCESS');
    const [asked] = ids();
    env.clock.advance(HOUR_SECONDS);
    const off = env.node.onValidated(() => store.prepare('refused', () => {}));
    await assert.rejects(env.node.acceptLedger(), CommitFault);
    off();
    assert.deepEqual(ids(), [asked]);
    await env.node.acceptLedger();
    assert.equal(channel()?.Expiration, env.nowSeconds + SETTLE_SECONDS);
  });
});
