/** Tests of the facilitator. Each has a ledger of its own in this process, and a journal in a temporary folder. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { createLedger, type Ledger, type LedgerAccount } from '@weir-ledger/weir';
import { Wallet } from 'xrpl';
import { Facilitator, type FacilitatorOptions } from '../src/facilitator.ts';
import { signClaim } from '../src/paying-client.ts';
import type { Claim, Payment, PaymentRequirements } from '../src/x402.ts';

const PRICE = 1000n;
const CHANNEL_DROPS = 1_000_000n;
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
const tfClose = 0x0002_0000;

describe('the facilitator', () => {
  let folder: string;
  let ledger: Ledger;
  let facilitator: Facilitator;
  let payer: LedgerAccount;
  let payee: LedgerAccount;
  let other: LedgerAccount;
  let channelId: string;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'facilitator-'));
    ledger = await createLedger({ accounts: 3, closing: 'instant' });
    [payer, payee, other] = ledger.accounts as [LedgerAccount, LedgerAccount, LedgerAccount];
    channelId = await openChannel(payee);
    facilitator = await start();
  });
  afterEach(async () => {
    await facilitator.close();
    await ledger.stop();
    rmSync(folder, { recursive: true });
  });

  const journal = () => path.join(folder, 'claims.jsonl');

  async function start(options: Partial<FacilitatorOptions> = {}): Promise<Facilitator> {
    const ledgerUrl = await ledger.httpUrl();
    const rest = { journal: journal(), settleAtDrops: 3n * PRICE, minSecondsLeft: HOUR_SECONDS, ...options };
    return Facilitator.open({ ledgerUrl, payee: Wallet.fromSeed(payee.seed), ...rest });
  }

  /** What a crash and a new start do: nothing is completed, and the file is read again. */
  async function restart(options: Partial<FacilitatorOptions> = {}): Promise<void> {
    await facilitator.close();
    facilitator = await start(options);
  }

  async function openChannel(destination: LedgerAccount, SettleDelay = DAY_SECONDS): Promise<string> {
    const { channel_id } = await ledger.submit(payer, {
      TransactionType: 'PaymentChannelCreate',
      Destination: destination.address,
      Amount: String(CHANNEL_DROPS),
      SettleDelay,
      PublicKey: payer.publicKey,
    });
    return String(channel_id);
  }

  const requestClose = () =>
    ledger.submit(payer, { TransactionType: 'PaymentChannelClaim', Channel: channelId, Flags: tfClose });

  const required = (changes: Partial<PaymentRequirements> = {}): PaymentRequirements => ({
    scheme: 'channel',
    network: 'xrpl:0',
    maxAmountRequired: String(PRICE),
    asset: 'XRP',
    payTo: payee.address,
    resource: 'http://127.0.0.1/report',
    description: 'A report',
    maxTimeoutSeconds: 10,
    ...changes,
  });
  const paid = (drops: bigint, changes: Partial<Claim> = {}): Payment => ({
    x402Version: 1,
    scheme: 'channel',
    network: 'xrpl:0',
    payload: { ...signClaim(changes.channelId ?? channelId, drops, payer), ...changes },
  });
  const verify = (payment: unknown, requirements: unknown = required()) => facilitator.verify(payment, requirements);
  const settle = (payment: unknown) => facilitator.settle(payment, required());
  const reasonOf = async (payment: unknown, requirements: unknown = required()) =>
    (await verify(payment, requirements)).invalidReason;
  const balance = async () =>
    BigInt((await ledger.request('account_info', { account: payee.address })).account_data.Balance);
  const paidByChannel = async () =>
    (await ledger.request('account_channels', { account: payer.address })).channels[0]?.balance;

  test('lists the scheme and the network', () => {
    assert.deepEqual(facilitator.supported(), {
      kinds: [{ x402Version: 1, scheme: 'channel', network: 'xrpl:0' }],
    });
  });

  test('counts each claim, and redeems all with one transaction when enough is owed', async () => {
    const before = await balance();
    for (const count of [1n, 2n]) {
      const payment = paid(count * PRICE);
      assert.deepEqual(await verify(payment), { isValid: true, payer: payer.address });
      const settled = { success: true, transaction: '', network: 'xrpl:0', payer: payer.address };
      assert.deepEqual(await settle(payment), settled);
    }
    assert.equal(await balance(), before);
    assert.equal((await verify(paid(3n * PRICE))).isValid, true);
    const { success, transaction } = await settle(paid(3n * PRICE));
    assert.ok(success);
    const { Fee, validated } = (await ledger.request('tx', { transaction })) as { Fee?: string; validated?: boolean };
    assert.equal(validated, true);
    assert.equal(await balance(), before + 3n * PRICE - BigInt(Fee!));
  });

  test('settles a payment once, also later and in parallel', async () => {
    await verify(paid(5n * PRICE));
    const [one, two] = await Promise.all([settle(paid(5n * PRICE)), settle(paid(5n * PRICE))]);
    assert.match(one.transaction, /^[0-9A-F]{64}$/);
    assert.deepEqual(two, one);
    await verify(paid(10n * PRICE));
    const next = await settle(paid(10n * PRICE));
    assert.notEqual(next.transaction, one.transaction);
    await restart();
    assert.deepEqual(await settle(paid(5n * PRICE)), one);
    assert.deepEqual(await settle(paid(10n * PRICE)), next);
    assert.equal(await paidByChannel(), String(10n * PRICE));
  });

  test('refuses a replayed claim, in any spelling', async () => {
    await verify(paid(2n * PRICE));
    assert.equal(await reasonOf(paid(2n * PRICE)), 'invalid_channel_payload_replayed');
    assert.equal(await reasonOf(paid(PRICE)), 'invalid_channel_payload_replayed');
    const { payload, ...rest } = paid(2n * PRICE);
    const lowerCase = { ...payload, channelId: channelId.toLowerCase(), signature: payload.signature.toLowerCase() };
    assert.equal(await reasonOf({ ...rest, payload: lowerCase }), 'invalid_channel_payload_replayed');
    const padded = { ...payload, amount: `0${payload.amount}` };
    assert.equal(await reasonOf({ ...rest, payload: padded }), 'invalid_payload');
  });

  test('refuses a claim that the channel paid before this facilitator began', async () => {
    const { amount, signature, publicKey } = signClaim(channelId, 5n * PRICE, payer);
    await ledger.submit(payee, {
      TransactionType: 'PaymentChannelClaim',
      Channel: channelId,
      Balance: amount,
      Amount: amount,
      Signature: signature,
      PublicKey: publicKey,
    });
    assert.equal(await reasonOf(paid(5n * PRICE)), 'invalid_channel_payload_replayed');
    assert.equal(await reasonOf(paid(6n * PRICE - 1n)), 'invalid_channel_payload_amount');
    assert.equal(await reasonOf(paid(6n * PRICE)), undefined);
  });

  test('refuses a claim that adds less than the price', async () => {
    assert.equal(await reasonOf(paid(PRICE - 1n)), 'invalid_channel_payload_amount');
    await verify(paid(PRICE));
    assert.equal(await reasonOf(paid(2n * PRICE - 1n)), 'invalid_channel_payload_amount');
    assert.equal(await reasonOf(paid(2n * PRICE)), undefined);
  });

  test('refuses a claim for more than the channel holds', async () => {
    assert.equal(await reasonOf(paid(CHANNEL_DROPS + 1n)), 'insufficient_funds');
    assert.equal(await reasonOf(paid(CHANNEL_DROPS)), undefined);
  });

  test('refuses a false signature, another key and another channel', async () => {
    assert.equal(await reasonOf(paid(PRICE, { amount: String(2n * PRICE) })), 'invalid_channel_payload_signature');
    const byOther = signClaim(channelId, PRICE, other);
    assert.equal(await reasonOf({ ...paid(PRICE), payload: byOther }), 'invalid_channel_payload_key');
    assert.equal(await reasonOf(paid(PRICE, { channelId: 'A'.repeat(64) })), 'invalid_channel_payload_channel');
  });

  test('refuses channels and requirements of another payee', async () => {
    const toOther = await openChannel(other);
    assert.equal(await reasonOf(paid(PRICE, { channelId: toOther })), 'invalid_channel_payload_recipient_mismatch');
    assert.equal(await reasonOf(paid(PRICE), required({ payTo: other.address })), 'invalid_payment_requirements');
  });

  test('refuses a channel whose payer can close it too fast', async () => {
    const fast = await openChannel(payee, HOUR_SECONDS - 1);
    assert.equal(await reasonOf(paid(PRICE, { channelId: fast })), 'invalid_channel_payload_settle_delay');
    const slow = await openChannel(payee, HOUR_SECONDS);
    assert.equal(await reasonOf(paid(PRICE, { channelId: slow })), undefined);
  });

  test('refuses malformed payments and requirements', async () => {
    assert.equal(await reasonOf(undefined), 'invalid_payload');
    assert.equal(await reasonOf({ ...paid(PRICE), payload: null }), 'invalid_payload');
    assert.equal(await reasonOf({ ...paid(PRICE), scheme: 'exact' }), 'unsupported_scheme');
    assert.equal(await reasonOf({ ...paid(PRICE), network: 'xrpl:1' }), 'invalid_network');
    assert.equal(await reasonOf({ ...paid(PRICE), x402Version: 2 }), 'invalid_x402_version');
    for (const amount of ['0', '-1', '1e3', '1.5', '9'.repeat(18)]) {
      assert.equal(await reasonOf(paid(PRICE, { amount })), 'invalid_payload', amount);
    }
    for (const wrong of [{ maxAmountRequired: '0' }, { asset: 'USD' }, { maxTimeoutSeconds: 0 }]) {
      assert.equal(await reasonOf(paid(PRICE), required(wrong)), 'invalid_payment_requirements');
    }
  });

  test('takes claims on a closing channel while there is time, then redeems what it owes', async () => {
    await verify(paid(PRICE));
    await requestClose();
    assert.equal(await reasonOf(paid(2n * PRICE)), undefined);
    assert.deepEqual(await facilitator.redeemDue(), { redeemed: [], failed: [] });
    await ledger.clock.advance(DAY_SECONDS - HOUR_SECONDS + 60);
    await ledger.close();
    assert.equal(await reasonOf(paid(3n * PRICE)), 'invalid_channel_payload_expiring');
    const { redeemed, failed } = await facilitator.redeemDue();
    assert.deepEqual(failed, []);
    assert.deepEqual(
      redeemed.map(({ amount }) => amount),
      [String(2n * PRICE)],
    );
    assert.equal((await settle(paid(PRICE))).transaction, redeemed[0]!.hash);
    assert.equal(await paidByChannel(), String(2n * PRICE));
    assert.deepEqual(await facilitator.redeemDue(), { redeemed: [], failed: [] });
  });

  test('refuses claims on an expired channel, and reports that it does not pay', async () => {
    await verify(paid(PRICE));
    await requestClose();
    await ledger.clock.advance(2 * DAY_SECONDS);
    await ledger.close();
    assert.equal(await reasonOf(paid(2n * PRICE)), 'invalid_channel_payload_expiring');
    const { success, errorReason, transaction } = await settle(paid(PRICE));
    assert.deepEqual([success, errorReason, transaction], [false, 'invalid_transaction_state', '']);
    assert.deepEqual(await facilitator.redeemDue(), { redeemed: [], failed: [] });
  });

  test('does not settle a claim that was not verified', async () => {
    assert.equal((await settle(paid(PRICE))).errorReason, 'invalid_channel_payload_not_verified');
    await verify(paid(PRICE));
    assert.equal((await settle(paid(2n * PRICE))).errorReason, 'invalid_channel_payload_not_verified');
    const forged = paid(PRICE - 1n, { signature: paid(PRICE).payload.signature });
    assert.equal((await settle(forged)).errorReason, 'invalid_channel_payload_signature');
  });

  test('accepts one of two parallel requests with the same claim', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(paid(PRICE))));
    assert.equal(answers.filter(({ isValid }) => isValid).length, 1);
  });

  test('accepts parallel claims for increasing totals in their order, and one of two for the same price', async () => {
    const totals = [1n, 2n, 3n, 4n, 5n];
    const increasing = await Promise.all(totals.map((count) => verify(paid(count * PRICE))));
    assert.ok(increasing.every(({ isValid }) => isValid));
    // Both add the price to what was paid before, but only one of them does so after the other.
    const rivals = await Promise.all([verify(paid(6n * PRICE)), verify(paid(6n * PRICE + 1n))]);
    assert.deepEqual(
      rivals.map(({ invalidReason }) => invalidReason),
      [undefined, 'invalid_channel_payload_amount'],
    );
  });

  test('checks each of many parallel requests, also after a refusal', async () => {
    const answers = await Promise.all([verify(paid(PRICE - 1n)), verify(paid(PRICE)), verify(paid(PRICE))]);
    const [replayed, amount] = ['invalid_channel_payload_replayed', 'invalid_channel_payload_amount'];
    assert.deepEqual(
      answers.map(({ invalidReason }) => invalidReason),
      [amount, undefined, replayed],
    );
  });

  test('loses nothing in a restart between verify and settle', async () => {
    await verify(paid(4n * PRICE));
    await restart();
    assert.equal(await reasonOf(paid(4n * PRICE)), 'invalid_channel_payload_replayed');
    const { success, transaction } = await settle(paid(4n * PRICE));
    assert.ok(success && transaction !== '');
    assert.equal(await paidByChannel(), String(4n * PRICE));
  });

  test('ignores the incomplete last line of a journal, and continues after it', async () => {
    await verify(paid(PRICE));
    await facilitator.close();
    appendFileSync(journal(), '{"event":"accepted","channelId":"');
    facilitator = await start();
    assert.equal(await reasonOf(paid(PRICE)), 'invalid_channel_payload_replayed');
    assert.equal(await reasonOf(paid(2n * PRICE)), undefined);
    await restart();
    assert.equal(await reasonOf(paid(2n * PRICE)), 'invalid_channel_payload_replayed');
  });

  describe('with a ledger server that fails', () => {
    let proxy: LedgerProxy;
    beforeEach(async () => {
      proxy = await failingOnce(await ledger.httpUrl());
    });
    afterEach(() => proxy.stop());

    test('sends the same redemption again if it is unknown whether it was sent', async () => {
      await restart({ ledgerUrl: proxy.url });
      for (const when of ['before', 'after'] as const) {
        const drops = (when === 'before' ? 5n : 10n) * PRICE;
        await verify(paid(drops));
        proxy.fail('submit', when);
        await assert.rejects(settle(paid(drops)), /status 503/);
        await restart({ ledgerUrl: proxy.url });
        const { redeemed, failed } = await facilitator.redeemDue();
        assert.deepEqual(failed, []);
        assert.deepEqual(
          redeemed.map(({ amount }) => amount),
          [String(drops)],
        );
        assert.equal((await settle(paid(drops))).transaction, redeemed[0]!.hash);
        assert.equal(await paidByChannel(), String(drops));
      }
    });

    test('does not take a transaction for a payment that found its channel expired', async () => {
      await restart({ ledgerUrl: proxy.url });
      await verify(paid(5n * PRICE));
      await requestClose();
      proxy.fail('submit', 'before');
      await assert.rejects(settle(paid(5n * PRICE)), /status 503/);
      await ledger.clock.advance(2 * DAY_SECONDS);
      await ledger.close();
      const { redeemed, failed } = await facilitator.redeemDue();
      assert.deepEqual(redeemed, []);
      assert.match(failed.map(({ message }) => message).join(), /invalid_transaction_state/);
      assert.equal(await paidByChannel(), undefined);
      assert.equal((await settle(paid(5n * PRICE))).success, false);
    });

    test('counts no claim that it could not check', async () => {
      await restart({ ledgerUrl: proxy.url });
      proxy.fail('channel_verify', 'after');
      await assert.rejects(verify(paid(PRICE)), /status 503/);
      assert.equal(await reasonOf(paid(PRICE)), undefined);
    });
  });
});

/** Stands between the facilitator and a ledger server, and fails before or after the server has done what was requested. */
interface LedgerProxy {
  readonly url: string;
  /** The next request of this method gets status 503, before or after it has reached the server. */
  fail(method: string, when: 'before' | 'after'): void;
  stop(): Promise<void>;
}

async function failingOnce(ledgerUrl: string): Promise<LedgerProxy> {
  let failure: { readonly method: string; readonly when: 'before' | 'after' } | undefined;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const failing = JSON.parse(body).method === failure?.method ? failure : undefined;
    if (failing !== undefined) failure = undefined;
    if (failing?.when !== 'before') {
      const answer = await fetch(ledgerUrl, { method: 'POST', body });
      const content = await answer.text();
      if (failing === undefined) {
        response.end(content);
        return;
      }
    }
    response.writeHead(503).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(method, when) {
      failure = { method, when };
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
