/** What is said of an account's offers: their list, `account_objects`, `owner_info` and `ledger_entry`. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Env } from '../../../../test/support/env.ts';
import { ALICE, BOB, DROPS, marketEnv, offer, USD_JSON, usd } from '../../../../test/support/market.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';

const OFFERS = 25;

describe('the offers of an account', () => {
  let env: Env;
  let call: Call;
  let first: number;
  before(async () => {
    env = await marketEnv();
    call = rpcOf(env);
    const terms = { Expiration: env.nowSeconds + 1000, Flags: TransactionFlags.OfferCreate.tfSell };
    first = offer(env, ALICE, 3n * DROPS, usd('1'), terms);
    for (let count = 1; count < OFFERS; count++) offer(env, ALICE, BigInt(count) * 4n * DROPS, usd('2'));
    await env.close();
  });

  const account = ALICE.address;

  test('are listed with their quality and terms', async () => {
    const { offers, marker, account: who } = await call('account_offers', { account, ledger_index: 'validated' });
    assert.deepEqual([offers.length, marker, who], [OFFERS, undefined, account]);
    const one = offers.find(({ seq }: Answer) => seq === first);
    const { expiration, flags, ...rest } = one;
    assert.ok(expiration > env.nowSeconds && (flags & 0x20000) !== 0);
    assert.deepEqual(rest, {
      taker_pays: '3000000',
      taker_gets: { ...USD_JSON, value: '1' },
      seq: first,
      quality: '3000000',
    });
    assert.deepEqual((await call('account_offers', { account: BOB.address })).offers, []);
  });

  test('come in pages, which look at whatever the account owns', async () => {
    const seen: number[] = [];
    let marker: string | undefined;
    do {
      const page: Answer = await call(
        'account_offers',
        { account, limit: 10, ...(marker && { marker }) },
        { role: 'user' },
      );
      assert.ok(page.offers.length <= 10);
      assert.equal(page.limit, page.marker === undefined ? undefined : 10);
      seen.push(...page.offers.map(({ seq }: Answer) => seq));
      marker = page.marker;
    } while (marker !== undefined);
    assert.equal(new Set(seen).size, OFFERS);
    assert.equal(seen.length, OFFERS);
  });

  test('refuse markers that are none, or another account’s', async () => {
    const message = async (marker: string) => (await call('account_offers', { account, marker })).error_message;
    assert.equal(await message('nonsense'), "Invalid field 'marker'.");
    assert.equal(await message(`${'AB'.repeat(32)},0`), 'Invalid parameters.');
  });

  test('are among its objects, and its owner’s facts', async () => {
    const objects = await call('account_objects', { account, type: 'offer', limit: 400 });
    assert.equal(objects.account_objects.length, OFFERS);
    const { current, accepted } = await call('owner_info', { account });
    assert.deepEqual([current.offers.length, accepted.offers.length, current.ripple_lines.length], [OFFERS, OFFERS, 2]);
  });

  test('are found by their sequence, and so are the pages of their book', async () => {
    const { node, index } = await call('ledger_entry', { offer: { account, seq: first } });
    assert.deepEqual([node.LedgerEntryType, node.index, node.Sequence], ['Offer', index, first]);
    const page = await call('ledger_entry', { directory: node.BookDirectory });
    assert.equal(page.node.ExchangeRate, node.BookDirectory.slice(48).toLowerCase().replace(/^0+/, ''));
    assert.deepEqual(page.node.Indexes, [index]);
  });
});
