/** Pages of an account's objects together are the complete list, for any limit. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, type Party, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { lastNftPageKeylet, nftOfferKeylet } from '../../../protocol/entries/keylets.ts';
import { nftokenId } from '../../../protocol/entries/nftoken-id.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Hash256, JsonObject, StObject } from '../../../protocol/values.ts';

const alice = party('alice');
const bob = party('bob');
const carol = party('carol');
const { tfTransferable: Flags } = TransactionFlags.NFTokenMint;
const { tfSellNFToken } = TransactionFlags.NFTokenCreateOffer;
const TOKENS = 100;
const OFFERS = 60;

describe('pages', () => {
  let env: Env;
  let call: Call;
  /** The token that all offers are for. */
  let id: Hash256;
  const account = alice.address;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(10_000, alice, bob, carol);
    id = nftokenId({
      flags: Flags,
      transferFee: 0,
      issuer: alice.id,
      taxon: 0,
      serial: env.account(alice)!.Sequence,
    });
    for (let taxon = 0; taxon < TOKENS; taxon++)
      submit(alice, { TransactionType: 'NFTokenMint', NFTokenTaxon: taxon, Flags });
    await env.close();
    for (let drops = 1; drops <= OFFERS; drops++) {
      submit(alice, { ...offer(drops), Flags: tfSellNFToken });
      submit(bob, { ...offer(drops), Owner: alice.id });
    }
    await env.close();
  });
  after(() => env.stop());

  function offer(drops: number): StObject {
    return { TransactionType: 'NFTokenCreateOffer', NFTokenID: id, Amount: BigInt(drops) };
  }

  function submit(who: Party, fields: StObject): void {
    env.submit(who, fields, 'tesSUCCESS');
  }

  /** All pages of a method, joined. */
  async function joinPages(method: string, list: string, params: JsonObject): Promise<Answer[]> {
    const joined: Answer[] = [];
    let marker: Answer;
    do {
      const page = await call(method, { ...params, ...(marker && { marker }) });
      assert.equal(page.error, undefined, page.error_message);
      if (page.marker !== undefined && params.except === undefined)
        assert.deepEqual([page[list].length, page.limit], [params.limit, params.limit]);
      joined.push(...page[list]);
      marker = page.marker;
    } while (marker !== undefined);
    return joined;
  }

  test('of tokens and of their offers join to the whole list', async () => {
    const lists = [
      ['account_nfts', 'account_nfts', { account }, TOKENS],
      ['nft_sell_offers', 'offers', { nft_id: id }, OFFERS],
      ['nft_buy_offers', 'offers', { nft_id: id }, OFFERS],
    ] as const;
    for (const [method, list, params, count] of lists) {
      const whole = (await call(method, params))[list];
      assert.equal(whole.length, count);
      for (const limit of [1, 31, 32, 33, 60, 100])
        assert.deepEqual(await joinPages(method, list, { ...params, limit }), whole, `${method} ${limit}`);
    }
    for (const [method, owner, flags] of [
      ['nft_sell_offers', alice, 1] as const,
      ['nft_buy_offers', bob, 0] as const,
    ]) {
      const [{ nft_offer_index: _, amount: __, ...rest }] = (await call(method, { nft_id: id })).offers;
      assert.deepEqual(rest, { flags, owner: owner.address });
      const foreign = { nft_id: id, marker: lastNftPageKeylet(owner.id).key };
      assert.equal((await call(method, foreign)).error, 'invalidParams');
    }
  });

  test('of account_objects list the pages of tokens first, and leave out excepted types', async () => {
    const objects = async (params: JsonObject): Promise<Answer[]> =>
      (await call('account_objects', { account, ...params })).account_objects;
    const whole = await objects({});
    const [pages, offers] = ['NFTokenPage', 'NFTokenOffer'].map((type) =>
      whole.filter(({ LedgerEntryType }) => LedgerEntryType === type),
    ) as [Answer[], Answer[]];
    assert.deepEqual(whole, [...pages, ...offers]);
    for (const limit of [1, pages.length - 1, pages.length, pages.length + 1, 50])
      assert.deepEqual(await joinPages('account_objects', 'account_objects', { account, limit }), whole, `${limit}`);
    assert.deepEqual(await objects({ type: 'nft_page' }), pages);
    assert.deepEqual(await objects({ deletion_blockers_only: true }), pages);
    assert.deepEqual(await objects({ deletion_blockers_only: true, type: 'nft_page' }), pages);
    const { node } = await call('ledger_entry', { nft_page: pages[0].index });
    assert.deepEqual(node, pages[0]);

    const except = (names: string[]) =>
      joinPages('account_objects', 'account_objects', { account, limit: 10, except: names });
    assert.deepEqual(await except(['nft_offer']), pages);
    assert.deepEqual(await except(['nft_page', 'PayChannel', 'state']), offers);
    assert.deepEqual(await except([]), whole);
    assert.deepEqual(await objects({ type: 'nft_offer', except: ['nft_offer'] }), []);
    for (const wrong of ['state', { state: true }, ['none'], [1]]) {
      const { error, error_message: message } = await call('account_objects', { account, except: wrong });
      assert.deepEqual([error, /'except'/.test(message)], ['invalidParams', true], JSON.stringify(wrong));
    }
  });

  test('of account_tx have sales of tokens for the parties and for the broker', async () => {
    const [sell, buy] = [alice, bob].map((who) => nftOfferKeylet(who.id, env.account(who)!.Sequence - 1).key);
    submit(carol, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: sell!, NFTokenBuyOffer: buy! });
    await env.close();
    const { account_nfts: held } = await call('account_nfts', { account: bob.address });
    assert.deepEqual(
      held.map(({ NFTokenID }: Answer) => NFTokenID),
      [id],
    );
    const count = async (who: Party, filter: JsonObject) => {
      const range = { ledger_index_min: -1, ledger_index_max: -1, tx_type: 'NFTokenAcceptOffer' };
      return (await call('account_tx', { account: who.address, ...range, ...filter })).transactions.length;
    };
    for (const owner of [alice, bob]) {
      assert.equal(await count(owner, { direction: 'in' }), 1);
      assert.equal(await count(owner, { direction: 'out' }), 0);
      assert.equal(await count(owner, { counterparty: carol.address }), 1);
      assert.equal(await count(carol, { counterparty: owner.address }), 1);
    }
    assert.equal(await count(carol, { direction: 'out', currency: 'XRP' }), 1);
    assert.equal(await count(carol, { direction: 'out', currency: 'USD' }), 0);
    assert.equal(await count(alice, { counterparty: bob.address }), 0);
  });
});
