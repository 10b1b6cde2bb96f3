/** `book_offers` with offers: their order, and what owners can still give. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Env } from '../../../test/support/env.ts';
import {
  ALICE,
  BOB,
  DROPS,
  EUR_JSON,
  eur,
  GATE,
  marketEnv,
  offer,
  USD_JSON,
  usd,
  XRP_JSON,
} from '../../../test/support/market.ts';
import { type Answer, type Call, rpcOf } from '../../../test/support/rpc-call.ts';
import { AccountSetFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { JsonObject } from '../../protocol/values.ts';

describe('the page of an order book', () => {
  let env: Env;
  let call: Call;
  beforeEach(async () => {
    env = await marketEnv();
    call = rpcOf(env);
  });

  async function offersOf(pays: JsonObject, gets: JsonObject, more: JsonObject = {}): Promise<Answer[]> {
    const answer = await call('book_offers', { taker_pays: pays, taker_gets: gets, ...more });
    return answer.offers;
  }

  test('spans directory pages of one quality, and takes limit and skip', async () => {
    for (let count = 0; count < 40; count++) offer(env, ALICE, usd('1'), DROPS);
    const offers = await offersOf(USD_JSON, XRP_JSON);
    assert.equal(offers.length, 40);
    assert.equal((await offersOf(USD_JSON, XRP_JSON, { limit: 35 })).length, 35);
    const indexes = (await offersOf(USD_JSON, XRP_JSON, { limit: 2, skip: 33 })).map(({ index }) => index);
    assert.deepEqual(
      indexes,
      offers.slice(33, 35).map(({ index }) => index),
    );
    assert.deepEqual(await offersOf(USD_JSON, XRP_JSON, { skip: 40 }), []);
  });

  test("shows the owner's funds with its first offer, and the funded rest with later ones", async () => {
    offer(env, ALICE, 80n * DROPS, usd('80'));
    offer(env, ALICE, 80n * DROPS, usd('40'));
    offer(env, ALICE, 80n * DROPS, usd('20'));
    const [first, second, third] = await offersOf(XRP_JSON, USD_JSON);
    assert.deepEqual([first!.owner_funds, first!.taker_gets_funded], ['100', undefined]);
    assert.deepEqual([second!.owner_funds, second!.taker_gets_funded], [undefined, { ...USD_JSON, value: '20' }]);
    assert.equal(second!.taker_pays_funded, '40000000');
    assert.deepEqual([third!.taker_gets_funded, third!.taker_pays_funded], [{ ...USD_JSON, value: '0' }, '0']);
  });

  test('never shows funded amounts above those of the offer', async () => {
    offer(env, BOB, usd('4'), 20n);
    const sale = { TransactionType: 'OfferCreate', Flags: TransactionFlags.OfferCreate.tfSell };
    env.submit(ALICE, { ...sale, TakerPays: 29n, TakerGets: usd('6') }, 'tesSUCCESS');
    env.submit(ALICE, { TransactionType: 'Payment', Destination: GATE.id, Amount: usd('94.01') }, 'tesSUCCESS');
    const [rest] = await offersOf(XRP_JSON, USD_JSON);
    assert.deepEqual([rest!.TakerPays, rest!.taker_gets_funded.value, rest!.taker_pays_funded], ['9', '1.99', '9']);
  });

  const setRate = (rate: number) =>
    env.submit(GATE, { TransactionType: 'AccountSet', TransferRate: rate }, 'tesSUCCESS');

  test('subtracts the transfer fee, unless the taker is the issuer', async () => {
    setRate(1_250_000_000);
    offer(env, ALICE, 100n * DROPS, usd('100'));
    offer(env, ALICE, 200n * DROPS, usd('100'));
    const [first, second] = await offersOf(XRP_JSON, USD_JSON);
    assert.deepEqual([first!.owner_funds, first!.taker_gets_funded.value], ['100', '80']);
    assert.equal(second!.taker_gets_funded.value, '0', 'the fee took the rest');
    const [others] = await offersOf(XRP_JSON, USD_JSON, { taker: BOB.address });
    assert.equal(others!.taker_gets_funded.value, '80');
    const own = await offersOf(XRP_JSON, USD_JSON, { taker: GATE.address });
    assert.deepEqual([own[0]!.owner_funds, own[0]!.taker_gets_funded], ['100', undefined]);
  });

  test("shows offers of an issuer's own tokens as funded", async () => {
    setRate(1_250_000_000);
    offer(env, GATE, DROPS, usd('1000000'));
    offer(env, GATE, 3n * DROPS, usd('1000000'));
    const offers = await offersOf(XRP_JSON, USD_JSON);
    assert.deepEqual(
      offers.map(({ owner_funds, taker_gets_funded }) => [owner_funds, taker_gets_funded]),
      [
        ['1000000', undefined],
        ['1000000', undefined],
      ],
    );
  });

  test('shows no funds if either issuer has a global freeze', async () => {
    offer(env, ALICE, eur('10'), usd('10'));
    offer(env, ALICE, eur('20'), usd('10'));
    offer(env, ALICE, usd('1'), 10n);
    env.submit(GATE, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfGlobalFreeze }, 'tesSUCCESS');
    const offers = await offersOf(EUR_JSON, USD_JSON);
    assert.deepEqual(
      offers.map(({ owner_funds, taker_gets_funded }) => [owner_funds, taker_gets_funded.value]),
      [
        ['0', '0'],
        ['0', '0'],
      ],
    );
    assert.equal((await offersOf(USD_JSON, XRP_JSON))[0]!.owner_funds, '0', 'nor who would be paid in it');
  });
});
