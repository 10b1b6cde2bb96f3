import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { channelKeys, redemption, request, tfClose } from '../../test/support/channel-ledger.ts';
import { Env, party } from '../../test/support/env.ts';
import { SeededRandom } from '../../test/support/seeded-random.ts';
import type { Hash256 } from '../protocol/values.ts';
import { finishSteps } from '../util/steps.ts';
import { EventSource, type Subscription } from './event-source.ts';
import { EVENT_TYPES, type WebhookEvent } from './webhook-event.ts';

const [payer, payee] = [party('payer'), party('payee')];
const NEAR_SECONDS = 500;
const subscription: Subscription = {
  accounts: new Set([payer.address, payee.address]),
  events: new Set(EVENT_TYPES),
  expiringSeconds: NEAR_SECONDS,
};

/** Opens, funds, redeems and closes channels at random, and lets time pass. */
async function randomChannels(env: Env, random: SeededRandom, ledgers: number): Promise<void> {
  const channels = (): Hash256[] => {
    const source = new EventSource(env.node, subscription);
    const found = finishSteps(source.find(1));
    const opened = [...found.byLedger].flatMap(([index, positions]) => finishSteps(source.eventsOf(index, positions))!);
    return opened.filter(({ type }) => type === 'channel.opened').map(({ body }) => JSON.parse(body).data.channel_id);
  };
  for (let ledger = 0; ledger < ledgers; ledger++) {
    const now = env.node.validated.closeTimeSeconds;
    for (let count = random.below(3); count > 0; count--) {
      const known = channels();
      const channel = known.length === 0 ? undefined : random.pick(known);
      const end = random.chance(0.5) ? {} : { CancelAfter: now + random.between(100, 2000) };
      if (channel === undefined || random.chance(0.3)) {
        const create = { TransactionType: 'PaymentChannelCreate', Destination: payee.id, Amount: 1_000_000n };
        env.submit(payer, { ...create, SettleDelay: random.below(1200), PublicKey: channelKeys.publicKey, ...end });
      } else if (random.chance(0.35)) env.submit(payee, redemption(channel, BigInt(random.between(1, 900_000))));
      else if (random.chance(0.5)) await env.submitFresh(payer, request(channel, tfClose));
      else {
        const later = now + random.between(0, 3000);
        env.submit(payer, { TransactionType: 'PaymentChannelFund', Channel: channel, Amount: 5n, Expiration: later });
      }
    }
    await env.close(now + random.between(1, 300));
  }
}

function isNear({ node }: Env, channel: Hash256, ledgerIndex: number): boolean {
  const view = node.view(ledgerIndex)!;
  const entry = view.readAny(channel);
  if (entry?.LedgerEntryType !== 'PayChannel') return false;
  const { Expiration = Infinity, CancelAfter = Infinity } = entry;
  return Math.min(Expiration, CancelAfter) - view.closeTimeSeconds <= NEAR_SECONDS;
}

describe('the events of a ledger', () => {
  test('are the same wherever an outbox begins, and expiring ones agree with the state', async () => {
    for (const seed of fc.sample(fc.nat(), { numRuns: 3, seed: 3 })) {
      const env = await Env.create();
      await env.fund(1_000, payer, payee);
      await randomChannels(env, new SeededRandom(seed), 40);
      const { ledgerIndex: last } = env.node.validated;
      const whole = new EventSource(env.node, subscription);
      const { byLedger } = finishSteps(whole.find(1));
      const events: WebhookEvent[] = [];
      for (let index = 1; index <= last; index++) {
        const inLedger = finishSteps(whole.eventsOf(index, byLedger.get(index)))!;
        const anew = new EventSource(env.node, subscription);
        const found = finishSteps(anew.find(index)).byLedger.get(index);
        assert.deepEqual(finishSteps(anew.eventsOf(index, found)), inLedger, `ledger ${index} of seed ${seed}`);
        events.push(...inLedger);
      }
      assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
      const types = new Set(events.map(({ type }) => type));
      for (const type of EVENT_TYPES.filter((name) => name.startsWith('channel.'))) assert.ok(types.has(type), type);
      const ids = events.flatMap(({ type, body }) =>
        type === 'channel.opened' ? [JSON.parse(body).data.channel_id] : [],
      );
      const expected: string[] = [];
      for (let index = 2; index <= last; index++)
        for (const id of ids)
          if (isNear(env, id, index) && !isNear(env, id, index - 1)) expected.push(`${index} ${id}`);
      const expiring = events.filter(({ type }) => type === 'channel.expiring');
      const found = expiring.map(({ ledgerIndex, body }) => `${ledgerIndex} ${JSON.parse(body).data.channel_id}`);
      assert.deepEqual(found.sort(), expected.sort());
      await env.stop();
    }
  });
});
