/** What owners of offers can still give: in `book_offers`, and in `ledger` with `owner_funds`. Streams: test/scenarios/book-streams.test.ts. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Env } from '../../../test/support/env.ts';
import { ALICE, BOB, DROPS, GATE, marketEnv, offer, USD_JSON, usd, XRP_JSON } from '../../../test/support/market.ts';
import { type Answer, type Call, type CallOptions, rpcOf } from '../../../test/support/rpc-call.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import type { JsonObject } from '../../protocol/values.ts';

let env: Env;
let call: Call;
async function openNewMarket(): Promise<void> {
  env = await marketEnv();
  call = rpcOf(env);
}

describe('offers of a book', () => {
  beforeEach(openNewMarket);

  const offers = async (params: JsonObject = {}): Promise<Answer[]> =>
    (await call('book_offers', { taker_pays: XRP_JSON, taker_gets: USD_JSON, ...params })).offers;

  test("have the owner's funds with the first offer, and the funded rest with later ones", async () => {
    for (const value of ['80', '40', '20']) offer(env, ALICE, 80n * DROPS, usd(value));
    const [first, second, third] = await offers();
    assert.deepEqual([first.owner_funds, first.taker_gets_funded], ['100', undefined]);
    assert.deepEqual([second.owner_funds, second.taker_gets_funded], [undefined, { ...USD_JSON, value: '20' }]);
    assert.equal(second.taker_pays_funded, '40000000');
    assert.deepEqual([third.taker_gets_funded, third.taker_pays_funded], [{ ...USD_JSON, value: '0' }, '0']);
    const [one] = await offers({ skip: 1, limit: 1 });
    assert.equal(one.index, second.index);
  });

  test('have no funded amounts above those of the offer', async () => {
    offer(env, BOB, usd('4'), 20n);
    const sale = { TransactionType: 'OfferCreate', Flags: TransactionFlags.OfferCreate.tfSell };
    env.submit(ALICE, { ...sale, TakerPays: 29n, TakerGets: usd('6') }, 'tesSUCCESS');
    env.submit(ALICE, { TransactionType: 'Payment', Destination: GATE.id, Amount: usd('94.01') }, 'tesSUCCESS');
    const [rest] = await offers();
    assert.deepEqual([rest.TakerPays, rest.taker_gets_funded.value, rest.taker_pays_funded], ['9', '1.99', '9']);
  });
});

describe('offers of a token with a transfer fee of 25 %', () => {
  beforeEach(openNewMarket);

  const offers = async (params: JsonObject = {}): Promise<Answer[]> =>
    (await call('book_offers', { taker_pays: XRP_JSON, taker_gets: USD_JSON, ...params })).offers;
  const funded = (all: Answer[]) => all.map(({ taker_gets_funded: gets }) => gets?.value);

  beforeEach(() => {
    env.submit(GATE, { TransactionType: 'AccountSet', TransferRate: 1_250_000_000 }, 'tesSUCCESS');
    offer(env, ALICE, 80n * DROPS, usd('100'));
    offer(env, GATE, 90n * DROPS, usd('100'));
  });

  test('give what remains after the fee, and those of the issuer all', async () => {
    assert.deepEqual(funded(await offers()), ['80', undefined]);
  });

  test('cost the issuer no fee', async () => {
    assert.deepEqual(funded(await offers({ taker: GATE.address })), [undefined, undefined]);
  });
});

describe('a ledger with owner_funds', () => {
  beforeEach(openNewMarket);

  /** Alice sells half of her tokens to Bob; the gate sells its own tokens. */
  beforeEach(async () => {
    offer(env, ALICE, 50n * DROPS, usd('50'));
    offer(env, GATE, 60n * DROPS, usd('10'));
    offer(env, BOB, usd('50'), 50n * DROPS);
    await env.close();
  });

  async function transactions(params: JsonObject = {}, options?: CallOptions): Promise<Answer[]> {
    const shown = { transactions: true, expand: true, owner_funds: true };
    return (await call('ledger', { ledger_index: 'validated', ...shown, ...params }, options)).ledger.transactions;
  }

  const byAccount = (found: Answer[]): Record<string, string | undefined> =>
    Object.fromEntries(found.map((one) => [(one.tx_json ?? one).Account, one.owner_funds]));

  test('has the funds after the whole ledger, and none of issuers', async () => {
    for (const apiVersion of [1, 2] as const) {
      const funds = byAccount(await transactions({}, { apiVersion }));
      assert.deepEqual([funds[ALICE.address], funds[GATE.address]], ['50', undefined]);
      assert.match(funds[BOB.address]!, /^\d{9}$/, 'drops above the reserve');
    }
    const bytes = await transactions({ binary: true });
    assert.ok(bytes.some(({ owner_funds: funds }) => funds === '50'));
    assert.equal(typeof (await transactions({ expand: false }))[0], 'string');
    const without = byAccount(await transactions({ owner_funds: false }));
    assert.equal(without[ALICE.address], undefined);
  });
});
