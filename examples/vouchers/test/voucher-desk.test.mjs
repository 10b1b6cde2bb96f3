/** Tests of the voucher desk. Each has a ledger of its own in this process. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { freshLedger } from '@weir-ledger/weir/testing';
import { Client, Wallet } from 'xrpl';
import { CURRENCY, VoucherDesk } from '../src/voucher-desk.mjs';

const HOUR_SECONDS = 3600;

describe('the voucher desk', () => {
  const bench = freshLedger({ beforeEach, afterEach }, { accounts: 2 });
  /** @type {Client} */ let client;
  /** @type {VoucherDesk} */ let desk;
  beforeEach(async () => {
    client = new Client(await bench.ledger.webSocketUrl());
    await client.connect();
    desk = new VoucherDesk(client, Wallet.fromSeed(shop().seed));
    assert.equal((await desk.open()).result, 'tesSUCCESS');
  });
  afterEach(() => client.disconnect());

  const shop = () => /** @type {import('@weir-ledger/weir').LedgerAccount} */ (bench.ledger.accounts[0]);
  const customer = () => /** @type {import('@weir-ledger/weir').LedgerAccount} */ (bench.ledger.accounts[1]);

  /** The customer's own transaction. */
  const trustTheShop = () =>
    bench.ledger.submit(customer(), {
      TransactionType: 'TrustSet',
      LimitAmount: { currency: CURRENCY, issuer: shop().address, value: '1000' },
    });

  test('issues vouchers only to approved customers', async () => {
    assert.equal((await desk.issue(customer().address, '5')).result, 'tecPATH_DRY', 'no trust line yet');
    await trustTheShop();
    assert.equal((await desk.issue(customer().address, '5')).result, 'tecPATH_DRY', 'not approved yet');
    await desk.approve(customer().address);
    assert.equal((await desk.issue(customer().address, '5')).result, 'tesSUCCESS');
  });

  test('knows to the cent what is outstanding', async () => {
    await trustTheShop();
    await desk.approve(customer().address);
    for (const value of ['0.10', '0.20', '19.70']) await desk.issue(customer().address, value);
    assert.equal(await desk.outstanding(), '20');
    await bench.ledger.submit(customer(), {
      TransactionType: 'Payment',
      Destination: shop().address,
      Amount: { currency: CURRENCY, issuer: shop().address, value: '0.01' },
    });
    assert.equal(await desk.outstanding(), '19.99');
  });

  test('calls nothing final before its ledger is closed', async () => {
    const { hash } = await desk.approve(customer().address);
    assert.equal(await desk.outcome(hash), 'pending');
    await bench.ledger.close();
    assert.equal(await desk.outcome(hash), 'tesSUCCESS');
  });

  test('gives a deposit back after an hour, and not before', async () => {
    const { closeTimeSeconds } = await bench.ledger.close();
    const { sequence } = await desk.setAside(customer().address, 25_000_000n, closeTimeSeconds + HOUR_SECONDS);
    await bench.ledger.close();
    assert.equal((await desk.giveBack(sequence)).result, 'tecNO_PERMISSION');
    // An hour passes in a millisecond.
    await bench.ledger.close({ seconds: HOUR_SECONDS + 1 });
    assert.equal((await desk.giveBack(sequence)).result, 'tesSUCCESS');
  });
});
