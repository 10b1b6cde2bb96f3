/** A client pays a resource server, which uses the facilitator: all over HTTP, with a ledger in this process. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLedger, type Ledger, type LedgerAccount } from '@weir-ledger/weir';
import { Wallet } from 'xrpl';
import { Facilitator } from '../src/facilitator.ts';
import { createFacilitatorServer } from '../src/facilitator-server.ts';
import { PayingClient, type PayingClientOptions } from '../src/paying-client.ts';
import { createPaywall } from '../src/paywall.ts';
import { decodeHeader, encodeHeader, type PaymentRequired, type SettlementResponse } from '../src/x402.ts';

const PRICE = 1000n;

describe('a resource server with a paywall', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'paywall-'));
  const servers: Server[] = [];
  let ledger: Ledger;
  let facilitator: Facilitator;
  let facilitatorUrl: string;
  let resource: string;

  before(async () => {
    ledger = await createLedger({ accounts: 3, closing: 'instant' });
    facilitator = await Facilitator.open({
      ledgerUrl: await ledger.httpUrl(),
      payee: walletOf(1),
      journal: path.join(folder, 'claims.jsonl'),
      settleAtDrops: 3n * PRICE,
    });
    facilitatorUrl = await listen(createFacilitatorServer(facilitator));
    const paywall = createPaywall({
      facilitatorUrl,
      network: facilitator.network,
      payTo: facilitator.payTo,
      priceDrops: PRICE,
      description: 'A report',
      content: () => ({ report: 'fine' }),
    });
    resource = `${await listen(paywall)}/report`;
  });
  after(async () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }
    await facilitator.close();
    await ledger.stop();
    rmSync(folder, { recursive: true });
  });

  const walletOf = (at: number) => Wallet.fromSeed((ledger.accounts[at] as LedgerAccount).seed);

  async function listen(server: Server): Promise<string> {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const clientOf = async (at: number, options: Partial<PayingClientOptions> = {}) =>
    new PayingClient({
      ledgerUrl: await ledger.httpUrl(),
      payer: walletOf(at),
      maxPriceDrops: PRICE,
      channelDrops: 100n * PRICE,
      ...options,
    });

  test('answers with the price', async () => {
    const response = await fetch(resource);
    assert.equal(response.status, 402);
    const { x402Version, error, accepts } = (await response.json()) as PaymentRequired;
    assert.equal(x402Version, 1);
    assert.equal(error, 'the header X-PAYMENT is required');
    assert.deepEqual(accepts, [
      {
        scheme: 'channel',
        network: 'xrpl:0',
        maxAmountRequired: '1000',
        asset: 'XRP',
        payTo: facilitator.payTo,
        resource,
        description: 'A report',
        mimeType: 'application/json',
        maxTimeoutSeconds: 30,
      },
    ]);
  });

  test('gives the resource to a client that pays, and redeems every third claim', async () => {
    const client = await clientOf(0);
    const transactions: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const response = await client.fetch(resource);
      assert.deepEqual([response.status, await response.json()], [200, { report: 'fine' }]);
      const settlement = decodeHeader(response.headers.get('X-PAYMENT-RESPONSE')!) as SettlementResponse;
      assert.ok(settlement.success);
      transactions.push(settlement.transaction);
    }
    assert.deepEqual(
      transactions.map((hash) => hash !== ''),
      [false, false, true, false, false, true],
    );
    const { channels } = await ledger.request('account_channels', { account: walletOf(0).address });
    assert.deepEqual(
      channels.map(({ balance }) => balance),
      [String(6n * PRICE)],
    );
  });

  test('gives it to each of many requests at once', async () => {
    const client = await clientOf(2);
    const responses = await Promise.all(Array.from({ length: 5 }, () => client.fetch(resource)));
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
  });

  test('does not give it for a payment that is refused or unreadable', async () => {
    const fast = await clientOf(0, { settleDelaySeconds: 60 });
    const refused = await fast.fetch(resource);
    assert.equal(refused.status, 402);
    assert.equal(((await refused.json()) as PaymentRequired).error, 'invalid_channel_payload_settle_delay');
    const unreadable = await fetch(resource, { headers: { 'X-PAYMENT': 'no JSON' } });
    assert.equal(unreadable.status, 400);
    const empty = await fetch(resource, { headers: { 'X-PAYMENT': encodeHeader({}) } });
    assert.equal(empty.status, 402);
  });

  test('is not paid by a client with a lower limit', async () => {
    const client = await clientOf(0, { maxPriceDrops: PRICE - 1n });
    await assert.rejects(client.fetch(resource), /costs 1000 drops, more than the limit/);
  });

  test('uses a facilitator with the interface of x402', async () => {
    const supported = await fetch(new URL('/supported', facilitatorUrl));
    assert.deepEqual(await supported.json(), facilitator.supported());
    const post = (body: string) => fetch(new URL('/verify', facilitatorUrl), { method: 'POST', body });
    assert.equal((await post('no JSON')).status, 400);
    assert.equal((await post('null')).status, 400);
    assert.equal((await post('x'.repeat(70_000))).status, 400);
    assert.deepEqual(await (await post('{}')).json(), {
      isValid: false,
      invalidReason: 'invalid_payload',
      invalidMessage: 'the payment must be an object',
    });
    assert.equal((await fetch(new URL('/settled', facilitatorUrl))).status, 404);
  });
});
