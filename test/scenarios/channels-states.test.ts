/** The states of a payment channel: one scenario for each row of the specification's table 3.3, named after it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ChannelWorld, funding, redemption, request, SETTLE_DELAY, tfClose } from '../support/channel-world.ts';
import type { Answer } from '../support/rpc-call.ts';

const XRP = 1_000_000n;
const FEE = 10n;

async function withWorld(story: (world: ChannelWorld) => Promise<void>): Promise<void> {
  const world = await ChannelWorld.create();
  try {
    await story(world);
  } finally {
    await world.env.stop();
  }
}

function deletedChannel(final: Answer): Answer {
  const nodes = final.meta.AffectedNodes.map((node: Answer) => node.DeletedNode).filter(Boolean);
  return nodes.find((node: Answer) => node.LedgerEntryType === 'PayChannel');
}

describe('none → Open: PaymentChannelCreate', () => {
  test('sets the drops aside, adds one owned object, and names the channel', () =>
    withWorld(async (world) => {
      const { payer, payee } = world;
      const before = await world.account(payer);
      const provisional = await world.submit(payer, world.creation(10n * XRP, { DestinationTag: 7 }));
      const pending = await world.call('tx', { transaction: provisional.tx_json.hash });
      await world.env.close();
      const final = await world.call('tx', { transaction: provisional.tx_json.hash });
      const created = final.meta.AffectedNodes.map((node: Answer) => node.CreatedNode).filter(Boolean);
      const channels = created.filter((node: Answer) => node.LedgerEntryType === 'PayChannel');
      assert.deepEqual(
        channels.map((node: Answer) => node.LedgerIndex),
        [provisional.channel_id],
      );
      assert.equal(pending.channel_id, provisional.channel_id);
      assert.equal(final.channel_id, provisional.channel_id);

      const channel = await world.channel(provisional.channel_id);
      assert.equal(channel.amount, '10000000');
      assert.equal(channel.balance, '0');
      assert.equal(channel.destination_account, payee.address);
      assert.equal(channel.destination_tag, 7);
      assert.equal(channel.settle_delay, SETTLE_DELAY);
      assert.deepEqual(await world.account(payer), { drops: before.drops - 10n * XRP - FEE, owned: before.owned + 1 });
    }));

  test('names no channel where none is made', () =>
    withWorld(async (world) => {
      const { payer } = world;
      const { channel_id, tx_json } = await world.submit(payer, world.creation(5000n * XRP), 'tecUNFUNDED');
      assert.equal(channel_id, undefined);
      await world.env.close();
      assert.equal((await world.call('tx', { transaction: tx_json.hash })).channel_id, undefined);
      const paid = await world.submit(payer, { TransactionType: 'Payment', Destination: world.payee.id, Amount: 1n });
      assert.equal(paid.channel_id, undefined);
    }));

  test('names the channel of a ticket, in both versions and in binary', () =>
    withWorld(async (world) => {
      const { payer } = world;
      await world.settle(payer, { TransactionType: 'TicketCreate', TicketCount: 1 });
      const ticket = world.env.account(payer)!.Sequence - 1;
      const final = await world.settle(payer, world.creation(XRP, { Sequence: 0, TicketSequence: ticket }));
      assert.ok((await world.channel(final.channel_id)) !== undefined);
      for (const apiVersion of [1, 2] as const) {
        const params = { transaction: final.hash, binary: true };
        assert.equal((await world.call('tx', params, { apiVersion })).channel_id, final.channel_id);
      }
    }));
});

describe('Open → Open: PaymentChannelFund with Amount', () => {
  test('raises the total', () =>
    withWorld(async (world) => {
      const id = await world.open(10n * XRP);
      const before = await world.account(world.payer);
      await world.settle(world.payer, funding(id, 5n * XRP));
      const channel = await world.channel(id);
      assert.equal(channel.amount, '15000000');
      assert.equal(channel.expiration, undefined);
      const after = await world.account(world.payer);
      assert.deepEqual(after, { drops: before.drops - 5n * XRP - FEE, owned: before.owned });
    }));
});

describe('Open → Open: PaymentChannelClaim by the payee', () => {
  test('pays the difference to what was paid before, as often as there is one', () =>
    withWorld(async (world) => {
      const id = await world.open(10n * XRP);
      const { drops } = await world.account(world.payee);
      await world.settle(world.payee, redemption(id, 3n * XRP));
      assert.equal((await world.channel(id)).balance, '3000000');
      await world.settle(world.payee, redemption(id, 7n * XRP));
      assert.equal((await world.channel(id)).balance, '7000000');
      assert.equal((await world.account(world.payee)).drops, drops + 7n * XRP - 2n * FEE);
      await world.settle(world.payee, redemption(id, 3n * XRP), 'tecUNFUNDED_PAYMENT');
    }));

  test('may ask for a part of what was authorized', () =>
    withWorld(async (world) => {
      const id = await world.open(10n * XRP);
      await world.settle(world.payee, redemption(id, 2n * XRP, { authorizedDrops: 6n * XRP }));
      assert.equal((await world.channel(id)).balance, '2000000');
      await world.settle(world.payee, redemption(id, 6n * XRP, { authorizedDrops: 6n * XRP }));
      assert.equal((await world.channel(id)).balance, '6000000');
    }));
});

describe('Open → Closed: a close requested by the payer of a channel without remaining funds', () => {
  test('closes at once by PaymentChannelClaim with tfClose', () =>
    withWorld(async (world) => {
      const id = await world.open(XRP);
      await world.settle(world.payee, redemption(id, XRP));
      const { owned } = await world.account(world.payer);
      const final = await world.settle(world.payer, request(id, tfClose));
      assert.equal(deletedChannel(final).LedgerIndex, id);
      assert.equal(await world.channel(id), undefined);
      assert.equal((await world.account(world.payer)).owned, owned - 1);
    }));

  test('does not happen by PaymentChannelFund with Expiration, which adds drops and so leaves some', () =>
    withWorld(async (world) => {
      const id = await world.open(XRP);
      await world.settle(world.payee, redemption(id, XRP));
      const expiration = world.nowSeconds + SETTLE_DELAY + 1000;
      await world.settle(world.payer, funding(id, 1n, { Expiration: expiration }));
      const channel = await world.channel(id);
      assert.equal(channel.amount, '1000001');
      assert.equal(channel.expiration, expiration);
    }));
});

describe('Open → Closing: the same requests while the channel holds funds', () => {
  test('give the payee the settle delay by PaymentChannelClaim with tfClose', () =>
    withWorld(async (world) => {
      const id = await world.open(10n * XRP);
      const now = world.nowSeconds;
      await world.settle(world.payer, request(id, tfClose));
      assert.equal((await world.channel(id)).expiration, now + SETTLE_DELAY);
      await world.settle(world.payee, redemption(id, 4n * XRP));
      assert.equal((await world.channel(id)).balance, '4000000');
    }));

  test('set the expiration by PaymentChannelFund with Expiration, not before the settle delay', () =>
    withWorld(async (world) => {
      const id = await world.open(10n * XRP);
      const earliest = world.nowSeconds + SETTLE_DELAY;
      await world.submit(world.payer, funding(id, 1n, { Expiration: earliest - 1 }), 'tecNO_PERMISSION');
      await world.settle(world.payer, funding(id, 1n, { Expiration: earliest }));
      assert.equal((await world.channel(id)).expiration, earliest);
    }));
});

describe('Open or Closing → Closed: PaymentChannelClaim with tfClose from the payee', () => {
  for (const state of ['Open', 'Closing']) {
    test(`closes at once from ${state}, after it has paid the claim`, () =>
      withWorld(async (world) => {
        const before = await world.account(world.payer);
        const { drops } = await world.account(world.payee);
        const id = await world.open(10n * XRP);
        if (state === 'Closing') await world.settle(world.payer, request(id, tfClose));
        const final = await world.settle(world.payee, redemption(id, 4n * XRP, { flags: tfClose }));
        assert.equal(deletedChannel(final).LedgerIndex, id);
        assert.equal(await world.channel(id), undefined);
        assert.equal((await world.account(world.payee)).drops, drops + 4n * XRP - FEE);
        const fees = state === 'Closing' ? 2n * FEE : FEE;
        const after = await world.account(world.payer);
        assert.deepEqual(after, { drops: before.drops - 4n * XRP - fees, owned: before.owned });
      }));
  }
});

describe('Open or Closing → Expired: time passes', () => {
  test('the settle delay after a request: the object stays, and counts', () =>
    withWorld(async (world) => {
      const id = await world.open(10n * XRP);
      await world.settle(world.payer, request(id, tfClose));
      const { expiration } = await world.channel(id);
      await world.closeAt(expiration);
      // The last second still counts: expired is what the parent's close time has passed.
      await world.settle(world.payee, redemption(id, XRP));
      assert.equal((await world.channel(id)).balance, '1000000');
      await world.closeAt(expiration + 1000);
      assert.equal((await world.channel(id)).expiration, expiration);
      assert.equal((await world.account(world.payer)).owned, 1);
    }));

  test('the immutable expiration: neither a renewal nor a later Expiration moves it', () =>
    withWorld(async (world) => {
      const cancelAfter = world.nowSeconds + 500;
      const id = await world.open(10n * XRP, { CancelAfter: cancelAfter });
      await world.settle(world.payer, funding(id, 1n, { Expiration: cancelAfter + 5000 }));
      await world.closeAt(cancelAfter + 1);
      assert.equal((await world.channel(id)).cancel_after, cancelAfter);
      await world.settle(world.payee, redemption(id, XRP));
      assert.equal(await world.channel(id), undefined);
    }));
});

describe('Expired → Closed: any transaction that would affect the channel, from any account', () => {
  const SENDERS = ['payer', 'payee', 'stranger'] as const;
  const TOUCHES = [
    ['a claim', (id: string) => redemption(id, 9n * XRP)],
    ['a request to close', (id: string) => request(id, tfClose)],
    ['an empty claim', (id: string) => request(id, 0)],
    ['funds', (id: string) => funding(id, 5n * XRP)],
  ] as const;
  for (const sender of SENDERS) {
    for (const [what, touch] of TOUCHES) {
      test(`${what} from the ${sender} only closes it and returns the rest`, () =>
        withWorld(async (world) => {
          const before = { payer: await world.account(world.payer), payee: await world.account(world.payee) };
          const id = await world.open(10n * XRP);
          await world.settle(world.payer, request(id, tfClose));
          await world.closeAt(world.nowSeconds + SETTLE_DELAY + 1);
          const final = await world.settle(world[sender], touch(id));
          assert.equal(deletedChannel(final).LedgerIndex, id);
          assert.equal(await world.channel(id), undefined);
          const payerFees = sender === 'payer' ? 3n * FEE : 2n * FEE;
          assert.deepEqual(await world.account(world.payer), {
            drops: before.payer.drops - payerFees,
            owned: before.payer.owned,
          });
          const payeeFees = sender === 'payee' ? FEE : 0n;
          assert.equal((await world.account(world.payee)).drops, before.payee.drops - payeeFees);
        }));
    }
  }
});
