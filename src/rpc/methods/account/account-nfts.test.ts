import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, type Party, party, submitNow } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { lastNftPageKeylet, nftOfferKeylet } from '../../../protocol/entries/keylets.ts';
import { nftokenId } from '../../../protocol/entries/nftoken-id.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Hash256, JsonObject, StObject } from '../../../protocol/values.ts';

const alice = party('alice');
const bob = party('bob');
const carol = party('carol');
const { tfTransferable, tfBurnable } = TransactionFlags.NFTokenMint;
const { tfSellNFToken } = TransactionFlags.NFTokenCreateOffer;
const TOKENS = 100;
const OFFERS = 60;
const LIMITS = [1, 7, 31, 32, 33, 59, 60, 99, 100];

describe('non-fungible tokens', () => {
  let env: Env;
  let call: Call;
  let first: number;
  let firstLedger: number;
  /** The token that all offers are for; the last one for none. */
  let id: Hash256;
  const hashes: Record<string, Hash256> = {};

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(10_000, alice, bob, carol);
    firstLedger = env.node.openLedger.view.ledgerIndex;
    first = env.account(alice)!.Sequence;
    id = idOf(0);
    for (let taxon = 0; taxon < TOKENS; taxon++) submit(`mint ${taxon}`, alice, mint(taxon));
    await env.close();
    for (let drops = 1; drops <= OFFERS; drops++) {
      submit(`sell ${drops}`, alice, { ...offer(BigInt(drops)), Flags: tfSellNFToken });
      submit(`buy ${drops}`, bob, { ...offer(BigInt(drops)), Owner: alice.id });
    }
    await env.close();
  });
  after(() => env.stop());

  function mint(NFTokenTaxon: number): StObject {
    const terms = NFTokenTaxon === 0 ? { TransferFee: 314, URI: 'AB' } : {};
    return { TransactionType: 'NFTokenMint', NFTokenTaxon, Flags: tfTransferable | tfBurnable, ...terms };
  }

  function offer(Amount: bigint): StObject {
    return { TransactionType: 'NFTokenCreateOffer', NFTokenID: id, Amount };
  }

  function submit(name: string, who: Party, fields: StObject): void {
    const transaction = env.sign(who, fields);
    hashes[name] = transaction.id;
    assert.equal(submitNow(env.node, transaction).result, 'tesSUCCESS');
  }

  function idOf(taxon: number): Hash256 {
    const flags = tfTransferable | tfBurnable;
    return nftokenId({ flags, transferFee: taxon === 0 ? 314 : 0, issuer: alice.id, taxon, serial: first + taxon });
  }

  /** All pages of a method, joined. */
  async function joinPages(method: string, list: string, params: JsonObject, limit: number): Promise<Answer[]> {
    const joined: Answer[] = [];
    let marker: Answer;
    do {
      const page = await call(method, { limit, ...params, ...(marker && { marker }) });
      assert.equal(page.error, undefined, page.error_message);
      assert.ok(page[list].length <= limit);
      if (page.marker !== undefined) assert.deepEqual([page[list].length, page.limit], [limit, limit]);
      joined.push(...page[list]);
      marker = page.marker;
    } while (marker !== undefined);
    return joined;
  }

  const account = alice.address;

  test('come in pages that join to the whole', async () => {
    const whole = (await call('account_nfts', { account })).account_nfts;
    for (const limit of LIMITS) {
      assert.deepEqual(await joinPages('account_nfts', 'account_nfts', { account }, limit), whole, String(limit));
    }
    assert.deepEqual((await call('account_nfts', { account: bob.address })).account_nfts, []);
  });

  test('have their offers listed, in pages that join to the whole', async () => {
    for (const [method, owner, flags] of [
      ['nft_sell_offers', alice, 1],
      ['nft_buy_offers', bob, 0],
    ] as const) {
      const { offers } = await call(method, { nft_id: id });
      assert.equal(offers.length, OFFERS);
      const { nft_offer_index: index, amount, ...rest } = offers[0];
      assert.deepEqual(rest, { flags, owner: owner.address });
      assert.match(index + amount, /^[0-9A-F]{64}\d+$/);
      const foreign = { nft_id: id, marker: lastNftPageKeylet(owner.id).key };
      assert.equal((await call(method, foreign)).error, 'invalidParams');
      for (const limit of LIMITS) {
        assert.deepEqual(await joinPages(method, 'offers', { nft_id: id }, limit), offers, `${method} ${limit}`);
      }
    }
  });

  test('are on pages that come first among what an account owns', async () => {
    const { account_objects: whole } = await call('account_objects', { account });
    const pages = whole.filter(({ LedgerEntryType }: Answer) => LedgerEntryType === 'NFTokenPage');
    assert.ok(pages.length > 3);
    assert.deepEqual(whole.slice(0, pages.length), pages);
    assert.equal(whole.length, pages.length + OFFERS);
    for (const limit of [1, 2, pages.length - 1, pages.length, pages.length + 1, 50]) {
      const joined: Answer[] = [];
      for (let marker: Answer; ; ) {
        const page: Answer = await call('account_objects', { account, limit, ...(marker && { marker }) });
        joined.push(...page.account_objects);
        marker = page.marker;
        if (marker === undefined) break;
        assert.equal(page.account_objects.length, limit);
      }
      assert.deepEqual(joined, whole, String(limit));
    }
    const ofType = async (params: JsonObject) =>
      (await call('account_objects', { account, ...params })).account_objects;
    assert.deepEqual(await ofType({ type: 'nft_page' }), pages);
    assert.deepEqual(await ofType({ deletion_blockers_only: true }), pages);
    assert.deepEqual(await ofType({ deletion_blockers_only: true, type: 'nft_page' }), pages);
    assert.deepEqual(await ofType({ type: 'nft_offer' }), whole.slice(pages.length));
    const { node } = await call('ledger_entry', { nft_page: pages[0].index });
    assert.deepEqual(node, pages[0]);
  });

  describe('that were dealt with', () => {
    const keyOf = (who: Party, sequence: number) => nftOfferKeylet(who.id, sequence).key;
    /** Sequences of Alice's and Bob's first offers. */
    let sells: number;
    let buys: number;

    before(async () => {
      sells = first + TOKENS;
      buys = env.account(bob)!.Sequence - OFFERS;
      submit('mint and offer', alice, { ...mint(TOKENS), Amount: 5n, Destination: bob.id });
      submit('cancel', alice, {
        TransactionType: 'NFTokenCancelOffer',
        NFTokenOffers: [keyOf(alice, sells), keyOf(alice, sells + 1)],
      });
      submit('broker', carol, {
        TransactionType: 'NFTokenAcceptOffer',
        NFTokenSellOffer: keyOf(alice, sells + 2),
        NFTokenBuyOffer: keyOf(bob, buys + 9),
      });
      await env.close();
    });

    test('are found by who was at the other end of their sale', async () => {
      const ask = async (who: Party, question: JsonObject) => {
        const range = { ledger_index_min: firstLedger, ledger_index_max: -1 };
        const type = { tx_type: 'NFTokenAcceptOffer' };
        const { transactions } = await call('account_tx', { account: who.address, ...range, ...type, ...question });
        return transactions.map(({ tx }: Answer) => tx.hash);
      };
      const sale = [hashes.broker];
      for (const owner of [alice, bob]) {
        assert.deepEqual(await ask(owner, { direction: 'in' }), sale);
        assert.deepEqual(await ask(owner, { direction: 'out' }), []);
        assert.deepEqual(await ask(owner, { counterparty: carol.address }), sale);
        assert.deepEqual(await ask(carol, { counterparty: owner.address }), sale);
      }
      assert.deepEqual(await ask(carol, { direction: 'out', currency: 'XRP' }), sale);
      assert.deepEqual(await ask(carol, { direction: 'out', currency: 'USD' }), []);
      assert.deepEqual(await ask(alice, { counterparty: bob.address }), []);
    });
  });
});
