/** Which events webhooks send for what happens in ledgers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mptIssuanceId } from '../../src/protocol/entries/keylets.ts';
import { AccountSetFlags, TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { channelKeys, redemption, request, tfClose } from '../support/channel-ledger.ts';
import { MASTER, party } from '../support/env.ts';
import { HookedLedger, type SentEvent, settingsFor, webhookEnv } from '../support/hooked-ledger.ts';
import { tokens, USD } from '../support/token-ledger.ts';

const [issuer, alice, bob] = ['issuer', 'alice', 'bob'].map((name) => party(name)) as [
  ReturnType<typeof party>,
  ReturnType<typeof party>,
  ReturnType<typeof party>,
];
const types = (events: readonly SentEvent[]) => events.map(({ type }) => type);

/** The parts of an event's data that differ between events. */
function facts({ data }: SentEvent): JsonObject {
  const { hash: _, transaction_index: __, ledger_index: ___, ledger_hash: ____, network_id: _____, ...rest } = data;
  return rest;
}

async function hookedLedger(...watched: Parameters<typeof settingsFor>[0]): Promise<HookedLedger> {
  const env = await webhookEnv({}, issuer, alice, bob);
  return HookedLedger.create(env, [settingsFor(watched)]);
}

const trust = (limit: string, flags = 0) => ({
  TransactionType: 'TrustSet',
  LimitAmount: tokens(limit, issuer.id),
  Flags: flags,
});

describe('a webhook of a payment', () => {
  test('has the delivered amount, the tags and the ledger', async () => {
    const hooked = await hookedLedger(alice);
    const { id } = hooked.env.sign(bob, {
      TransactionType: 'Payment',
      Destination: alice.id,
      Amount: 5n,
      DestinationTag: 7,
    });
    hooked.env.submit(bob, { TransactionType: 'Payment', Destination: alice.id, Amount: 5n, DestinationTag: 7 });
    hooked.env.submit(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: 6n });
    const events = await hooked.close();
    const { ledgerIndex, hash } = hooked.env.node.validated;
    assert.equal(events.length, 1);
    assert.deepEqual(events[0]!.data, {
      account: alice.address,
      sender: bob.address,
      amount: '5',
      destination_tag: 7,
      transaction_type: 'Payment',
      hash: id,
      transaction_index: events[0]!.data.transaction_index!,
      ledger_index: ledgerIndex,
      ledger_hash: hash,
      network_id: 0,
    });
    assert.match(events[0]!.id, /^[0-9a-f]{32}$/);
    assert.equal(events[0]!.timestamp.length, '2026-01-01T00:00:00Z'.length);
  });

  test('of tokens has what was delivered, which may be less than the amount', async () => {
    const hooked = await hookedLedger(bob);
    const { env } = hooked;
    env.submit(issuer, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple });
    await hooked.close();
    for (const holder of [alice, bob]) env.submit(holder, trust('100'), 'tesSUCCESS');
    await hooked.close();
    env.submit(issuer, { TransactionType: 'Payment', Destination: alice.id, Amount: tokens('30', issuer.id) });
    await hooked.close();
    const pay = { TransactionType: 'Payment', Destination: bob.id, Amount: tokens('50', issuer.id) };
    env.submit(alice, { ...pay, SendMax: tokens('50', issuer.id) });
    assert.deepEqual(await hooked.close(), []);
    const { tfPartialPayment } = TransactionFlags.Payment;
    env.submit(alice, { ...pay, SendMax: tokens('50', issuer.id), Flags: tfPartialPayment });
    const [event] = await hooked.close();
    assert.deepEqual(event?.data.amount, { currency: 'USD', issuer: issuer.address, value: '30' });
    assert.match(JSON.stringify(event?.data.shortfalls), /"partial_payment".*delivered 30 USD .* of 50 USD/);
  });

  test('of a multi-purpose token names it', async () => {
    const hooked = await hookedLedger(alice, issuer);
    const { env } = hooked;
    const { tfMPTRequireAuth, tfMPTCanTransfer } = TransactionFlags.MPTokenIssuanceCreate;
    const id = mptIssuanceId(env.account(issuer)!.Sequence, issuer.id);
    env.submit(
      issuer,
      { TransactionType: 'MPTokenIssuanceCreate', Flags: tfMPTRequireAuth | tfMPTCanTransfer },
      'tesSUCCESS',
    );
    await hooked.close();
    env.submit(alice, { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: id }, 'tesSUCCESS');
    const asked = await hooked.close();
    assert.deepEqual(types(asked), ['mpt.authorization_asked']);
    assert.deepEqual(facts(asked[0]!), { account: issuer.address, holder: alice.address, mpt_issuance_id: id });
    env.submit(issuer, { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: id, Holder: alice.id }, 'tesSUCCESS');
    assert.deepEqual(await hooked.close(), []);
    env.submit(
      issuer,
      { TransactionType: 'Payment', Destination: alice.id, Amount: { mptIssuanceId: id, value: 9n } },
      'tesSUCCESS',
    );
    const [paid] = await hooked.close();
    assert.deepEqual(paid?.data.amount, { mpt_issuance_id: id, value: '9' });
  });
});

describe('a webhook of a trust line', () => {
  test('announces each line that is opened towards the account, once', async () => {
    const hooked = await hookedLedger(issuer);
    hooked.env.submit(alice, trust('100'), 'tesSUCCESS');
    hooked.env.submit(issuer, { TransactionType: 'TrustSet', LimitAmount: tokens('5', bob.id) }, 'tesSUCCESS');
    const events = await hooked.close();
    assert.deepEqual(types(events), ['trust_line.opened']);
    const { line_id, ...rest } = facts(events[0]!);
    assert.match(String(line_id), /^[0-9A-F]{64}$/);
    const opened = { account: issuer.address, currency: 'USD', limit: '100', authorized: false };
    assert.deepEqual(rest, { ...opened, peer: alice.address });
    hooked.env.submit(alice, trust('200'), 'tesSUCCESS');
    assert.deepEqual(await hooked.close(), []);
    hooked.env.submit(
      bob,
      { TransactionType: 'TrustSet', LimitAmount: { ...tokens('1', issuer.id), currency: USD } },
      'tesSUCCESS',
    );
    assert.deepEqual(types(await hooked.close()), ['trust_line.opened'], 'the issuer had created this entry');
  });

  test('asks for authorization if the issuer requires it and has not given it before', async () => {
    const hooked = await hookedLedger(issuer);
    const { env } = hooked;
    env.submit(issuer, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfRequireAuth }, 'tesSUCCESS');
    await hooked.close();
    const { tfSetfAuth } = TransactionFlags.TrustSet;
    env.submit(
      issuer,
      { TransactionType: 'TrustSet', LimitAmount: tokens('0', bob.id), Flags: tfSetfAuth },
      'tesSUCCESS',
    );
    assert.deepEqual(await hooked.close(), []);
    for (const holder of [alice, bob]) env.submit(holder, trust('100'), 'tesSUCCESS');
    const events = await hooked.close();
    const of = (who: typeof alice) => events.filter(({ data }) => data.peer === who.address);
    assert.deepEqual(types(of(alice)), ['trust_line.opened', 'trust_line.authorization_asked']);
    assert.deepEqual(types(of(bob)), ['trust_line.opened']);
    assert.equal(of(bob)[0]?.data.authorized, true);
  });
});

describe('webhooks of a payment channel', () => {
  const open = (more: object = {}) => ({
    TransactionType: 'PaymentChannelCreate',
    Destination: bob.id,
    Amount: 1_000_000n,
    SettleDelay: 7200,
    PublicKey: channelKeys.publicKey,
    ...more,
  });

  test('follow its life for the payee', async () => {
    const hooked = await hookedLedger(bob);
    const { env } = hooked;
    env.submit(alice, open(), 'tesSUCCESS');
    const [opened, ...others] = await hooked.close();
    assert.deepEqual(others, []);
    assert.equal(opened?.type, 'channel.opened');
    const { channel_id: id } = opened.data as { channel_id: string };
    const channel = { account: bob.address, channel_id: id, source: alice.address, amount: '1000000' };
    assert.deepEqual(facts(opened), { ...channel, settle_delay: 7200, public_key: channelKeys.publicKey });
    env.submit(bob, redemption(id, 400_000n), 'tesSUCCESS');
    const redeemed = await hooked.close();
    assert.deepEqual(redeemed.map(facts), [{ ...channel, balance: '400000', redeemed: '400000' }]);
    await env.submitFresh(alice, request(id, tfClose), 'tesSUCCESS');
    const asked = await hooked.close();
    assert.deepEqual(types(asked), ['channel.close_requested']);
    const { expiration } = asked[0]!.data as { expiration: number };
    assert.ok(expiration >= env.node.validated.parentCloseTimeSeconds + 7200);
    assert.deepEqual(await hooked.close(expiration - 3601), []);
    const expiring = await hooked.close(expiration - 3600);
    assert.deepEqual(expiring.map(facts), [
      { account: bob.address, channel_id: id, source: alice.address, expiration, seconds_left: 3600 },
    ]);
    assert.deepEqual(await hooked.close(), [], 'once');
    await hooked.close(expiration + 1);
    await env.submitFresh(alice, request(id, tfClose), 'tesSUCCESS');
    assert.deepEqual(types(await hooked.close()), ['channel.closed']);
  });

  test('say that a claim on an expired channel was not paid', async () => {
    const hooked = await hookedLedger(bob);
    const { env } = hooked;
    const CancelAfter = env.node.validated.closeTimeSeconds + 100;
    env.submit(alice, open({ CancelAfter }), 'tesSUCCESS');
    const { channel_id: id } = (await hooked.close())[0]!.data as { channel_id: string };
    await hooked.close(CancelAfter + 1);
    env.submit(bob, redemption(id, 400_000n), 'tesSUCCESS');
    const [closed, ...others] = await hooked.close();
    assert.deepEqual([closed?.type, others], ['channel.closed', []]);
    const shortfalls = closed!.data.shortfalls as { code: string; text: string }[];
    assert.deepEqual(
      shortfalls.map(({ code }) => code),
      ['channel_expired'],
    );
    assert.match(shortfalls[0]!.text, /^The channel had expired at \S+Z and was closed: 0\.4 XRP were not paid to /);
  });

  test('come again if the end moves away and comes near again', async () => {
    const hooked = await hookedLedger(bob);
    const { env } = hooked;
    const now = env.node.validated.closeTimeSeconds;
    env.submit(alice, open({ CancelAfter: now + 10_000 }), 'tesSUCCESS');
    env.submit(alice, open({ CancelAfter: now + 3_000 }), 'tesSUCCESS');
    const [first, second, expiring] = await hooked.close();
    assert.deepEqual(types([first!, second!, expiring!]), ['channel.opened', 'channel.opened', 'channel.expiring']);
    assert.equal(expiring?.data.cancel_after, now + 3_000);
    const { channel_id: id } = (first!.data.cancel_after === now + 10_000 ? first : second)!.data as {
      channel_id: string;
    };
    const end = (Expiration: number) => ({
      TransactionType: 'PaymentChannelFund',
      Channel: id,
      Amount: 1n,
      Expiration,
    });
    await env.submitFresh(alice, end(now + 7_300), 'tesSUCCESS');
    assert.deepEqual(types(await hooked.close()), ['channel.close_requested']);
    assert.deepEqual(types(await hooked.close(now + 3_800)), ['channel.expiring']);
    await env.submitFresh(alice, end(now + 11_100), 'tesSUCCESS');
    assert.deepEqual(types(await hooked.close()), [], 'a later end is no request to close');
    assert.deepEqual(
      types(await hooked.close(now + 6_400)),
      ['channel.expiring'],
      'cancel_after is before the expiration',
    );
  });
});

describe('the events of an endpoint', () => {
  test('are those of its accounts and its types only, in the order of the ledger', async () => {
    const env = await webhookEnv({}, issuer, alice, bob);
    const settings = settingsFor([alice], { events: new Set(['payment.received']) });
    const hooked = await HookedLedger.create(env, [settings]);
    for (let amount = 1n; amount <= 5n; amount++)
      for (const to of [alice, bob])
        env.submit(MASTER, { TransactionType: 'Payment', Destination: to.id, Amount: amount });
    env.submit(bob, trust('3'));
    const events = await hooked.close();
    assert.deepEqual(
      events.map(({ data }) => data.amount),
      ['1', '2', '3', '4', '5'],
    );
    const indexes = events.map(({ data }) => data.transaction_index as number);
    assert.deepEqual(
      indexes,
      indexes.toSorted((a, b) => a - b),
    );
  });
});
