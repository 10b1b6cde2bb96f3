/** `book_offers` with offers: their order, and what owners can still give. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Env, Party } from '../../../test/support/env.ts';
import {
  ALICE,
  BOB,
  CAROL,
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

  test('lists the best offer first, and of one quality the earlier one', async () => {
    offer(env, ALICE, usd('20'), 10n * DROPS);
    offer(env, BOB, usd('10'), 10n * DROPS);
    await env.close();
    offer(env, CAROL, usd('5'), 5n * DROPS);
    const offers = await offersOf(USD_JSON, XRP_JSON);
    assert.deepEqual(
      offers.map(({ Account, quality }) => [Account, quality]),
      [
        [BOB.address, '0.000001'],
        [CAROL.address, '0.000001'],
        [ALICE.address, '0.000002'],
      ],
    );
    const { TakerGets, TakerPays, index, LedgerEntryType, taker_gets_funded } = offers[0]!;
    assert.deepEqual([TakerGets, TakerPays], ['10000000', { ...USD_JSON, value: '10' }]);
    assert.deepEqual([index.length, LedgerEntryType, taker_gets_funded], [64, 'Offer', undefined]);
    assert.deepEqual(await offersOf(USD_JSON, XRP_JSON, { limit: 1 }), offers.slice(0, 1));
    assert.deepEqual(await offersOf(USD_JSON, XRP_JSON, { limit: 2, skip: 1 }), offers.slice(1));
    assert.deepEqual(await offersOf(USD_JSON, XRP_JSON, { skip: 3 }), []);
    const wrong = await call('book_offers', { taker_pays: USD_JSON, taker_gets: XRP_JSON, skip: -1 });
    assert.equal(wrong.error_message, "Invalid field 'skip', not unsigned integer.");
    assert.deepEqual(await offersOf(XRP_JSON, USD_JSON), [], 'nobody buys');
    assert.equal((await offersOf(USD_JSON, XRP_JSON, { ledger_index: 'validated' })).length, 2);
  });

  test('goes from page to page of one quality', async () => {
    for (let count = 0; count < 40; count++) offer(env, ALICE, usd('1'), DROPS);
    assert.equal((await offersOf(USD_JSON, XRP_JSON)).length, 40);
    assert.equal((await offersOf(USD_JSON, XRP_JSON, { limit: 35 })).length, 35);
  });

  test('says how much an owner has where it first appears, and what is left for later offers', async () => {
    offer(env, ALICE, 80n * DROPS, usd('80'));
    offer(env, ALICE, 80n * DROPS, usd('40'));
    offer(env, ALICE, 80n * DROPS, usd('20'));
    const [first, second, third] = await offersOf(XRP_JSON, USD_JSON);
    assert.deepEqual([first!.owner_funds, first!.taker_gets_funded], ['100', undefined]);
    assert.deepEqual([second!.owner_funds, second!.taker_gets_funded], [undefined, { ...USD_JSON, value: '20' }]);
    assert.equal(second!.taker_pays_funded, '40000000');
    assert.deepEqual([third!.taker_gets_funded, third!.taker_pays_funded], [{ ...USD_JSON, value: '0' }, '0']);
  });

  test('never asks for more than the offer, whatever its price in the book', async () => {
    offer(env, BOB, usd('4'), 20n);
    const sale = { TransactionType: 'OfferCreate', Flags: TransactionFlags.OfferCreate.tfSell };
    env.submit(ALICE, { ...sale, TakerPays: 29n, TakerGets: usd('6') }, 'tesSUCCESS');
    env.submit(ALICE, { TransactionType: 'Payment', Destination: GATE.id, Amount: usd('94.01') }, 'tesSUCCESS');
    const [rest] = await offersOf(XRP_JSON, USD_JSON);
    assert.deepEqual([rest!.TakerPays, rest!.taker_gets_funded.value, rest!.taker_pays_funded], ['9', '1.99', '9']);
  });

  test('counts drops above the reserve', async () => {
    offer(env, ALICE, usd('10'), 2000n * DROPS);
    const [only] = await offersOf(USD_JSON, XRP_JSON);
    const { Balance, OwnerCount } = env.account(ALICE)!;
    const { reserveDrops, reserveIncrementDrops } = env.node.fees;
    const spendable = String(Balance - reserveDrops - BigInt(OwnerCount) * reserveIncrementDrops);
    assert.deepEqual([only!.owner_funds, only!.taker_gets_funded], [spendable, spendable]);
  });

  const setRate = (rate: number) =>
    env.submit(GATE, { TransactionType: 'AccountSet', TransferRate: rate }, 'tesSUCCESS');

  test('leaves room for a transfer fee, except for who takes their own tokens', async () => {
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

  test('believes an issuer who offers its own tokens', async () => {
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

  test('shows frozen owners without funds', async () => {
    offer(env, ALICE, DROPS, usd('10'));
    const frozen = { TransactionType: 'TrustSet', Flags: TransactionFlags.TrustSet.tfSetFreeze };
    env.submit(GATE, { ...frozen, LimitAmount: { ...usd('0'), issuer: ALICE.id } }, 'tesSUCCESS');
    const [only] = await offersOf(XRP_JSON, USD_JSON);
    assert.deepEqual([only!.owner_funds, only!.taker_gets_funded.value, only!.taker_pays_funded], ['0', '0', '0']);
  });

  test('shows nobody with funds where either issuer has frozen everything, and says so each time', async () => {
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

  test('looks into the book of the domain that is asked for', async () => {
    offer(env, ALICE, DROPS, usd('10'));
    assert.deepEqual(await offersOf(XRP_JSON, USD_JSON, { domain: 'AB'.repeat(32) }), []);
  });

  test('has no place for an offer that is cancelled', async () => {
    const cancel = (who: Party, OfferSequence: number) =>
      env.submit(who, { TransactionType: 'OfferCancel', OfferSequence }, 'tesSUCCESS');
    cancel(BOB, offer(env, BOB, DROPS, usd('10')));
    assert.deepEqual(await offersOf(XRP_JSON, USD_JSON), []);
  });
});
