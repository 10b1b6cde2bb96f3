/** Tests of the till. Each has a ledger of its own in this process. */

import type { Ledger, LedgerAccount } from '@weir-ledger/weir';
import { ledgerFixture } from '@weir-ledger/weir/testing';
import { test as base, describe, expect } from 'vitest';
import { Client, signPaymentChannelClaim, Wallet } from 'xrpl';
import { type Claim, Till, xrpText } from '../src/till.ts';

const HOUR_SECONDS = 3600;
const tfClose = 0x0002_0000;
const CHANNEL_DROPS = 100_000_000n;

interface Parking {
  readonly ledger: Ledger;
  readonly driver: LedgerAccount;
  readonly till: Till;
  readonly channelId: string;
}

const test = base.extend<{ ledger: Ledger; parking: Parking }>({
  ledger: ledgerFixture({ accounts: 2 }),
  parking: async ({ ledger }, use) => {
    const [driver, owner] = ledger.accounts as [LedgerAccount, LedgerAccount];
    const client = new Client(await ledger.webSocketUrl());
    await client.connect();
    const { channel_id } = await ledger.submit(driver, {
      TransactionType: 'PaymentChannelCreate',
      Destination: owner.address,
      Amount: String(CHANNEL_DROPS),
      SettleDelay: HOUR_SECONDS,
      PublicKey: driver.publicKey,
    });
    await ledger.close();
    await use({ ledger, driver, till: new Till(client, Wallet.fromSeed(owner.seed)), channelId: String(channel_id) });
    await client.disconnect();
  },
});

function claimFor(drops: bigint, { driver, channelId }: Parking): Claim {
  const signature = signPaymentChannelClaim(channelId, xrpText(drops), driver.privateKey);
  return { channelId, drops, signature, publicKey: driver.publicKey };
}

async function balanceOf(ledger: Ledger, account: LedgerAccount): Promise<bigint> {
  const { account_data } = await ledger.request('account_info', { account: account.address });
  return BigInt(account_data.Balance);
}

describe('the till', () => {
  test('takes claims that are good, and no others', async ({ parking }) => {
    const good = claimFor(1_500_000n, parking);
    expect(await parking.till.take(good)).toBe('taken');
    expect(await parking.till.take({ ...good, drops: 2_000_000n })).toBe('false signature');
    expect(await parking.till.take(claimFor(CHANNEL_DROPS + 1n, parking))).toBe('more than the channel holds');
    const unknown = { ...parking, channelId: '0'.repeat(64) };
    expect(await parking.till.take(claimFor(1n, unknown))).toBe('no such channel');
  });

  test('redeems the largest claim, even if a smaller one came later', async ({ parking }) => {
    const { ledger, till, channelId } = parking;
    for (const drops of [1_000_000n, 40_000_000n, 2_000_000n]) await till.take(claimFor(drops, parking));
    const owner = ledger.accounts[1]!;
    const before = await balanceOf(ledger, owner);
    expect(await till.redeem(channelId)).toBe('tesSUCCESS');
    await ledger.close();
    const gained = (await balanceOf(ledger, owner)) - before;
    expect(gained).toBe(40_000_000n - 12n);
  });

  test('has an hour when the driver asks for the end, and no longer', async ({ parking }) => {
    const { ledger, driver, till, channelId } = parking;
    const end = { TransactionType: 'PaymentChannelClaim', Channel: channelId, Flags: tfClose } as const;
    await till.take(claimFor(40_000_000n, parking));
    expect((await ledger.submit(driver, end)).engine_result).toBe('tesSUCCESS');
    await ledger.close();
    expect([...(await till.closing()).keys()]).toEqual([channelId]);
    expect(await till.take(claimFor(41_000_000n, parking))).toBe('channel is closing');
    // An hour passes in a millisecond. The till is too late, and the XRP return to the driver.
    await ledger.close({ seconds: HOUR_SECONDS });
    await ledger.submit(driver, end);
    await ledger.close();
    expect((await till.closing()).size).toBe(0);
    const { channels } = await ledger.request('account_channels', { account: driver.address });
    expect(channels).toEqual([]);
  });
});
