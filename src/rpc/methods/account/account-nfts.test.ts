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

  test('are listed with what their ids say, in the order of their pages', async () => {
    const { account_nfts: tokens } = await call('account_nfts', { account });
    assert.deepEqual(
      tokens.map(({ NFTokenID }: Answer) => NFTokenID),
      Array.from({ length: TOKENS }, (_, taxon) => idOf(taxon)).sort((a, b) => (a.slice(40) < b.slice(40) ? -1 : 1)),
    );
    const shown = new Map(tokens.map((token: Answer) => [token.NFTokenTaxon, token]));
    const common = { Flags: tfTransferable | tfBurnable, Issuer: account };
    const one = { ...common, NFTokenID: id, NFTokenTaxon: 0, nft_serial: first, TransferFee: 314, URI: 'AB' };
    assert.deepEqual(shown.get(0), one);
    assert.deepEqual(shown.get(7), { ...common, NFTokenID: idOf(7), NFTokenTaxon: 7, nft_serial: first + 7 });
  });

  test('come in pages that join to the whole', async () => {
    const whole = (await call('account_nfts', { account })).account_nfts;
    for (const limit of LIMITS) {
      assert.deepEqual(await joinPages('account_nfts', 'account_nfts', { account }, limit), whole, String(limit));
    }
    assert.deepEqual((await call('account_nfts', { account: bob.address })).account_nfts, []);
  });

  test('are not listed from a marker that names none of them', async () => {
    for (const marker of [7, '', 'x', '0', '0'.repeat(64), 'F'.repeat(64), idOf(TOKENS)]) {
      const { error, error_message } = await call('account_nfts', { account, marker });
      const typed = marker === 7 ? "Invalid field 'marker', not string." : "Invalid field 'marker'.";
      assert.deepEqual([error, error_message], ['invalidParams', typed], String(marker));
    }
    assert.equal((await call('account_nfts', { account: bob.address, marker: id })).error, 'invalidParams');
    assert.equal((await call('account_nfts', { account: party('nobody').address })).error, 'actNotFound');
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
      for (const limit of LIMITS) {
        assert.deepEqual(await joinPages(method, 'offers', { nft_id: id }, limit), offers, `${method} ${limit}`);
      }
    }
  });

  test('have no offers listed where there are none, or for a marker of other offers', async () => {
    const { marker } = await call('nft_sell_offers', { nft_id: id, limit: 10 });
    assert.equal((await call('nft_sell_offers', { nft_id: idOf(1) })).error, 'objectNotFound');
    assert.equal((await call('nft_sell_offers', {})).error_message, "Missing field 'nft_id'.");
    assert.equal((await call('nft_sell_offers', { nft_id: 'x' })).error_message, "Invalid field 'nft_id'.");
    assert.equal((await call('nft_buy_offers', { nft_id: id, marker })).error, 'invalidParams');
    for (const other of ['x', id, '0', lastNftPageKeylet(alice.id).key]) {
      assert.equal((await call('nft_sell_offers', { nft_id: id, marker: other })).error, 'invalidParams');
    }
    const typed = await call('nft_sell_offers', { nft_id: id, marker: 7 });
    assert.equal(typed.error_message, "Invalid field 'marker', not string.");
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

  test('pass over the pages for a marker that is of another account', async () => {
    const offers = (await call('account_objects', { account, type: 'nft_offer' })).account_objects;
    const foreign = `0,${lastNftPageKeylet(bob.id).key}`;
    assert.deepEqual((await call('account_objects', { account, marker: foreign })).account_objects, offers);
    const all = await call('account_objects', { account, marker: `0,${'0'.repeat(64)}` });
    assert.ok(all.account_objects.length > offers.length);
    const filtered = { account, type: 'nft_offer', marker: `0,${lastNftPageKeylet(alice.id).key}` };
    assert.deepEqual((await call('account_objects', filtered)).account_objects, offers);
  });

  describe('that were dealt with', () => {
    const metaOf = async (name: string) => (await call('tx', { transaction: hashes[name] ?? '' })).meta;
    const keyOf = (who: Party, sequence: number) => nftOfferKeylet(who.id, sequence).key;
    const facts = ({ nftoken_id, nftoken_ids, offer_id }: Answer) => ({ nftoken_id, nftoken_ids, offer_id });
    const none = { nftoken_id: undefined, nftoken_ids: undefined, offer_id: undefined };
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

    test('are told in the metadata of what did it', async () => {
      assert.deepEqual(facts(await metaOf('mint 3')), { ...none, nftoken_id: idOf(3) });
      // This one split a page.
      for (let taxon = 30; taxon < 60; taxon++) {
        assert.equal((await metaOf(`mint ${taxon}`)).nftoken_id, idOf(taxon));
      }
      assert.deepEqual(facts(await metaOf('sell 3')), { ...none, offer_id: keyOf(alice, sells + 2) });
      const offered = { ...none, nftoken_id: idOf(TOKENS), offer_id: keyOf(alice, sells + OFFERS) };
      assert.deepEqual(facts(await metaOf('mint and offer')), offered);
      assert.deepEqual(facts(await metaOf('cancel')), { ...none, nftoken_ids: [id] });
      assert.deepEqual(facts(await metaOf('broker')), { ...none, nftoken_id: id });
    });

    test('are told the same in account_tx, and not by the method ledger', async () => {
      const { transactions } = await call('account_tx', { account, ledger_index_min: firstLedger, limit: 1000 });
      const told = new Map(transactions.map(({ tx, meta }: Answer) => [tx.hash, facts(meta)]));
      for (const name of ['mint 3', 'mint 40', 'sell 3', 'mint and offer', 'cancel', 'broker']) {
        assert.deepEqual(told.get(hashes[name]), facts(await metaOf(name)), name);
      }
      const params = { ledger_index: 'validated', transactions: true, expand: true };
      for (const { metaData } of (await call('ledger', params)).ledger.transactions) {
        assert.deepEqual(facts(metaData), none);
      }
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

    test('lose offers that are expired to who tries to accept them', async () => {
      const { nowSeconds } = env;
      submit('short', alice, { ...offer(3n), NFTokenID: idOf(1), Flags: tfSellNFToken, Expiration: nowSeconds + 6 });
      const key = keyOf(alice, env.account(alice)!.Sequence - 1);
      await env.close();
      await env.close();
      const { OwnerCount } = env.account(alice)!;
      const accept = env.sign(bob, { TransactionType: 'NFTokenAcceptOffer', NFTokenSellOffer: key });
      assert.equal(submitNow(env.node, accept).result, 'tecEXPIRED');
      await env.close();
      const { meta } = await call('tx', { transaction: accept.id });
      assert.deepEqual([meta.TransactionResult, facts(meta)], ['tecEXPIRED', none]);
      assert.equal((await call('ledger_entry', { nft_offer: key })).error, 'entryNotFound');
      assert.equal(env.account(alice)!.OwnerCount, OwnerCount - 1);
      const range = { ledger_index_min: firstLedger, tx_type: 'NFTokenAcceptOffer' };
      const { transactions } = await call('account_tx', { account, ...range, direction: 'in' });
      assert.equal(transactions.length, 1, 'a sale that failed is none');
    });
  });
});
