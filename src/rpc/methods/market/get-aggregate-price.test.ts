import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, type Party, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../../protocol/amounts/amount-math.ts';
import type { JsonObject, StObject } from '../../../protocol/values.ts';

const XRP = '0'.repeat(40);
const USD = `${'0'.repeat(24)}5553440000000000`;
const EUR = `${'0'.repeat(24)}4555520000000000`;
const OWNERS = Array.from({ length: 10 }, (_, at) => party(`owner ${at}`));

describe('get_aggregate_price', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, ...OWNERS);
    // As the reference's own test has them: 74.0 to 74.9, and 74.
    for (const [at, owner] of OWNERS.entries()) set(owner, [price(USD, BigInt(740 + at), 1)], env.nowSeconds - at);
    await env.close();
  });
  after(() => env.stop());

  function price(quote: string, AssetPrice: bigint, Scale: number): { PriceData: StObject } {
    return { PriceData: { BaseAsset: XRP, QuoteAsset: quote, AssetPrice, ...(Scale > 0 && { Scale }) } };
  }

  function set(owner: Party, PriceDataSeries: { PriceData: StObject }[], timeSeconds: number): void {
    const texts = { Provider: 'AB', AssetClass: 'CD' };
    const LastUpdateTime = timeSeconds + RIPPLE_EPOCH_OFFSET_SECONDS;
    const fields = { OracleDocumentID: 1, ...texts, LastUpdateTime, PriceDataSeries };
    env.submit(owner, { TransactionType: 'OracleSet', ...fields }, 'tesSUCCESS');
  }

  function ask(owners: readonly Party[], more: JsonObject = {}): Promise<Answer> {
    const oracles = owners.map(({ address }) => ({ account: address, oracle_document_id: 1 }));
    return call('get_aggregate_price', { base_asset: 'XRP', quote_asset: 'USD', oracles, ...more });
  }

  test('looks back at two updates without the pair, and no further', async () => {
    const owner = party('another');
    await env.fund(1000, owner);
    set(owner, [price(USD, 5n, 0)], env.nowSeconds);
    await env.close();
    for (let update = 1; update <= 2; update++) {
      set(owner, [price(EUR, 5n, 0)], env.nowSeconds + update);
      await env.close();
      const { entire_set: found } = await ask([owner], { ledger_index: 'validated' });
      assert.equal(found?.mean, '5', `after ${update} updates`);
    }
    set(owner, [price(EUR, 5n, 0)], env.nowSeconds + 3);
    await env.close();
    assert.equal((await ask([owner], { ledger_index: 'validated' })).error, 'objectNotFound');
  });
});
