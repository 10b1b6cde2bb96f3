/** Subscriptions of order books and the stream `book_changes`. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  ALICE,
  BOB,
  CAROL,
  DROPS,
  EUR_JSON,
  eur,
  GATE,
  offer,
  openMarket,
  USD_JSON,
  usd,
  XRP_JSON,
} from '../support/market.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

describe('subscribers of order books', () => {
  let served: ServedEnv;
  let client: WebSocketClient;
  beforeEach(async () => {
    served = await serveEnv();
    await openMarket(served.env);
    client = await WebSocketClient.connect(served.port);
  });
  afterEach(() => served.stop());

  /** Waits for `count` events, and fails if more come. */
  async function events(count: number) {
    await client.until(() => client.events.length >= count);
    await client.call('ping');
    assert.equal(client.events.length, count, JSON.stringify(client.events.slice(count)));
    return client.events.splice(0);
  }

  const close = () => served.env.close();
  const dollarsForDrops = { taker_pays: USD_JSON, taker_gets: XRP_JSON };

  test('receive validated offers of the book', async () => {
    await client.call('subscribe', { books: [dollarsForDrops] });
    offer(served.env, ALICE, 10n * DROPS, usd('1'));
    offer(served.env, BOB, eur('1'), usd('1'));
    offer(served.env, CAROL, 12n * DROPS, usd('1'));
    await close();
    const [made, another] = await events(2);
    assert.equal(another.transaction.Account, CAROL.address);
    assert.deepEqual(
      [made.type, made.transaction.Account, made.transaction.TakerGets.value, made.validated, made.engine_result],
      ['transaction', ALICE.address, '1', true, 'tesSUCCESS'],
    );
    offer(served.env, BOB, usd('1'), 11n * DROPS);
    await close();
    const [taken] = await events(1);
    assert.equal(taken.transaction.Account, BOB.address, 'that takes the offer, which is gone');
    offer(served.env, CAROL, usd('2'), DROPS);
    await close();
    await events(0);
  });

  test('receive both directions with both, and each transaction once', async () => {
    await client.call('subscribe', { books: [{ ...dollarsForDrops, both: true }], accounts: [ALICE.address] });
    offer(served.env, ALICE, 10n * DROPS, usd('1'));
    await close();
    await events(1);
    offer(served.env, CAROL, usd('2'), DROPS);
    await close();
    await events(1);
    await client.call('unsubscribe', { books: [{ ...dollarsForDrops, both: true }], accounts: [ALICE.address] });
    offer(served.env, ALICE, 10n * DROPS, usd('1'));
    await close();
    await events(0);
  });

  test('receive the offers of the book with snapshot', async () => {
    offer(served.env, ALICE, usd('2'), DROPS);
    offer(served.env, BOB, 10n * DROPS, usd('1'));
    await close();
    offer(served.env, ALICE, usd('2'), DROPS);
    const one = await client.call('subscribe', { books: [{ ...dollarsForDrops, snapshot: true }] });
    assert.deepEqual([one.offers.length, one.offers[0].Account, one.bids], [1, ALICE.address, undefined]);
    assert.equal(one.offers[0].quality, '0.000002');
    const two = await client.call('subscribe', { books: [{ ...dollarsForDrops, both: true, snapshot: true }] });
    assert.deepEqual([two.bids.length, two.asks.length, two.offers], [1, 1, undefined]);
    const many = await client.call('subscribe', {
      books: [
        { ...dollarsForDrops, snapshot: true },
        { taker_pays: XRP_JSON, taker_gets: USD_JSON, state_now: true },
        { taker_pays: EUR_JSON, taker_gets: USD_JSON },
      ],
    });
    assert.equal(many.offers.length, 2, 'those of all books that are asked for');
  });

  test('receive nothing of other domains', async () => {
    await client.call('subscribe', { books: [{ ...dollarsForDrops, domain: 'AB'.repeat(32) }] });
    offer(served.env, ALICE, 10n * DROPS, usd('1'));
    await close();
    await events(0);
  });

  test('can start with a past ledger', async () => {
    offer(served.env, ALICE, 10n * DROPS, usd('1'));
    const first = served.env.node.openLedger.view.ledgerIndex;
    await close();
    await close();
    await client.call('subscribe', { books: [dollarsForDrops], start_ledger: first });
    assert.equal((await events(1))[0].ledger_index, first);
  });

  test('of book_changes receive one message a ledger, after ledgerClosed', async () => {
    await client.call('subscribe', { streams: ['ledger', 'book_changes'] });
    offer(served.env, ALICE, 10n * DROPS, usd('5'));
    await close();
    const [ledger, nothing] = await events(2);
    assert.deepEqual([ledger.type, nothing.type, nothing.changes], ['ledgerClosed', 'bookChanges', []]);
    offer(served.env, BOB, usd('1'), 2n * DROPS);
    await close();
    const { closeTimeSeconds, hash, ledgerIndex } = served.env.node.validated;
    assert.deepEqual((await events(2))[1], {
      type: 'bookChanges',
      validated: true,
      ledger_index: ledgerIndex,
      ledger_hash: hash,
      ledger_time: closeTimeSeconds,
      changes: [
        {
          currency_a: 'XRP_drops',
          currency_b: `${GATE.address}/USD`,
          volume_a: '2000000',
          volume_b: '1',
          high: '2000000',
          low: '2000000',
          open: '2000000',
          close: '2000000',
        },
      ],
    });
    const asked = await client.call('book_changes', { ledger_index: 'validated' });
    assert.equal(asked.changes.length, 1);
    const answer = await client.request('unsubscribe', { streams: ['book_changes'] });
    assert.equal(answer.error, 'malformedStream', 'as in the reference');
  });

  test('receive owner_funds of a new offer', async () => {
    await client.call('subscribe', { streams: ['transactions_proposed'] });
    offer(served.env, ALICE, 10n * DROPS, usd('5'));
    offer(served.env, GATE, 20n * DROPS, usd('5'));
    const funds = (found: { transaction: { owner_funds?: string } }[]) =>
      found.map((one) => one.transaction.owner_funds);
    assert.deepEqual(funds(await events(2)), ['100', undefined], 'an issuer has no owner_funds');
    await close();
    assert.deepEqual(funds(await events(2)).sort(), ['100', undefined]);
    offer(served.env, BOB, usd('5'), 20n * DROPS);
    const [proposed] = await events(1);
    assert.match(proposed.transaction.owner_funds, /^\d{9}$/, 'drops above the reserve');
    await client.call('unsubscribe', { streams: ['transactions_proposed'] });
  });
});
