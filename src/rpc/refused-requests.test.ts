/** Errors and answers that no recording of the reference has. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../test/support/env.ts';
import { type Call, rpcOf } from '../../test/support/rpc-call.ts';
import { tokens } from '../../test/support/token-ledger.ts';
import { encodeNodePublicKey } from '../crypto/address.ts';
import type { JsonObject } from '../protocol/values.ts';

const ALICE = party('alice');
const UNFUNDED = party('unfunded').address;
const HASH = 'A'.repeat(64);
const account = MASTER.address;
const XRP = { currency: 'XRP' };
const USD = { currency: 'USD', issuer: account };
const BOOK = { taker_pays: XRP, taker_gets: USD };
const PRICE = { base_asset: 'XRP', quote_asset: 'USD', oracles: [{ account, oracle_document_id: 1 }] };
const PATH = { source_account: account, destination_account: ALICE.address, destination_amount: '1000000' };
const NODE_KEY = encodeNodePublicKey(MASTER.keys.publicKey);
const NOT_BOTH = { destination_account: UNFUNDED, destination_amount: '1' };

type Row = readonly [method: string, params: JsonObject, error: string, message?: string];

const REFUSED: readonly Row[] = [
  ['account_channels', { account, marker: `${HASH},0` }, 'invalidParams'],
  ['account_nfts', { account, marker: 'x' }, 'invalidParams', "Invalid field 'marker'."],
  ['account_nfts', { account, marker: HASH }, 'invalidParams', "Invalid field 'marker'."],
  ['account_nfts', {}, 'invalidParams', "Missing field 'account'."],
  ['account_nfts', { account: 'r' }, 'actMalformed', 'Account malformed.'],
  ['account_nfts', { account: UNFUNDED }, 'actNotFound', 'Account not found.'],
  ['account_objects', { account, marker: `${HASH},${HASH}` }, 'invalidParams', "Invalid field 'marker'."],
  ['account_objects', { account, type: 7 }, 'invalidParams', "Invalid field 'type', not string."],
  ['account_objects', { account, type: 'amendments' }, 'invalidParams', "Invalid field 'type'."],
  ['account_offers', { account, marker: `${HASH},18446744073709551616` }, 'invalidParams', "Invalid field 'marker'."],
  ['account_tx', { account, ledger_index_min: 2, ledger_index_max: 3, marker: { ledger: 9, seq: 0 } }, 'invalidParams'],
  ['amm_info', {}, 'invalidParams'],
  ['amm_info', { asset: XRP }, 'invalidParams'],
  ['amm_info', { asset: XRP, asset2: { currency: 'USD' } }, 'issueMalformed'],
  ['amm_info', { amm_account: 'x' }, 'actMalformed'],
  ['amm_info', { amm_account: account, asset: {}, asset2: {} }, 'invalidParams'],
  ['blacklist', { threshold: [] }, 'invalidParams'],
  ['blacklist', { threshold: 2 ** 31 }, 'invalidParams'],
  ['book_offers', { ledger_index: 9, ...BOOK }, 'lgrNotFound', 'ledgerNotFound'],
  ['book_offers', { taker_gets: USD }, 'invalidParams', "Missing field 'taker_pays'."],
  ['book_offers', { taker_pays: XRP }, 'invalidParams', "Missing field 'taker_gets'."],
  ['book_offers', { ...BOOK, taker_pays: 'XRP' }, 'invalidParams', "Invalid field 'taker_pays', not object."],
  ['book_offers', { ...BOOK, taker_gets: null }, 'invalidParams', "Missing field 'taker_gets.currency'."],
  [
    'book_offers',
    { ...BOOK, taker_pays: { currency: 1 } },
    'invalidParams',
    "Invalid field 'taker_pays.currency', not string.",
  ],
  ['book_offers', { ...BOOK, taker_pays: { currency: '?' } }, 'srcCurMalformed'],
  ['book_offers', { ...BOOK, taker_gets: { currency: '?' } }, 'dstAmtMalformed'],
  [
    'book_offers',
    { ...BOOK, taker_pays: { ...XRP, issuer: account } },
    'srcIsrMalformed',
    "Unneeded field 'taker_pays.issuer' for XRP currency specification.",
  ],
  [
    'book_offers',
    { ...BOOK, taker_gets: { currency: 'USD' } },
    'dstIsrMalformed',
    "Invalid field 'taker_gets.issuer', expected non-XRP issuer.",
  ],
  ['book_offers', { ...BOOK, taker_gets: { ...USD, issuer: 'r' } }, 'dstIsrMalformed'],
  ['book_offers', { ...BOOK, taker: 1 }, 'invalidParams', "Invalid field 'taker', not string."],
  ['book_offers', { ...BOOK, domain: 'x' }, 'domainMalformed', 'Unable to parse domain.'],
  ['book_offers', { taker_pays: USD, taker_gets: USD }, 'badMarket', 'No such market.'],
  ['book_offers', { ...BOOK, limit: 'x' }, 'invalidParams', "Invalid field 'limit', not unsigned integer."],
  ['book_offers', { ...BOOK, skip: -1 }, 'invalidParams', "Invalid field 'skip', not unsigned integer."],
  ['explain', {}, 'invalidParams'],
  ['explain', { transaction: HASH, tx_blob: '00' }, 'invalidParams'],
  ['explain', { transaction: 'x' }, 'invalidParams'],
  ['explain', { transaction: HASH }, 'txnNotFound'],
  ['explain', { tx_blob: '12' }, 'invalidTransaction'],
  ['explain', { tx_json: { TransactionType: 'Payment' } }, 'invalidParams'],
  ['gateway_balances', { account, hotwallet: 'x' }, 'invalidHotWallet'],
  ['get_aggregate_price', { ...PRICE, trim: 0 }, 'invalidParams'],
  ['get_aggregate_price', { ...PRICE, trim: 26 }, 'invalidParams'],
  ['get_aggregate_price', { ...PRICE, trim: '25' }, 'objectNotFound'],
  ['get_aggregate_price', { ...PRICE, base_asset: '' }, 'invalidParams'],
  ['get_aggregate_price', { ...PRICE, oracles: [{ account }] }, 'oracleMalformed'],
  ['get_aggregate_price', { ...PRICE, oracles: [{ account: 'x', oracle_document_id: 1 }] }, 'invalidParams'],
  ['get_aggregate_price', { ...PRICE, time_threshold: 'x' }, 'invalidParams'],
  ['get_counts', { min_count: 'many' }, 'invalidParams'],
  ['get_counts', { min_count: -0.5 }, 'invalidParams'],
  ['ledger_accept', { close_time: 1 }, 'invalidParams'],
  ['ledger_data', { limit: 0x80000000 }, 'invalidParams', "Invalid field 'limit', not integer."],
  ['ledger_data', { limit: '1' }, 'invalidParams', "Invalid field 'limit', not integer."],
  ['ledger_data', { limit: null }, 'invalidParams', "Invalid field 'limit', not integer."],
  ['ledger_data', { limit: 1.5 }, 'invalidParams', "Invalid field 'limit', not integer."],
  ['ledger_entry', { account, fee: true }, 'invalidParams', 'Too many fields provided.'],
  ['ledger_entry', { hashes: -1 }, 'invalidParams'],
  ['ledger_entry', { ticket: { account, ticket_seq: '+1' } }, 'entryNotFound'],
  ['ledger_request', {}, 'invalidParams'],
  ['ledger_request', { ledger_index: 0 }, 'invalidParams', 'Ledger index too small'],
  ['ledger_request', { ledger_index: 4 }, 'invalidParams', 'Ledger index too large'],
  ['ledger_request', { ledger_index: -1 }, 'invalidParams', 'Ledger index too large'],
  ['ledger_request', { ledger_index: '1' }, 'invalidParams', "Invalid field 'ledger_index', not number."],
  ['ledger_request', { ledger_hash: 'q'.repeat(64) }, 'invalidParams', "Invalid field 'ledger_hash', not hex string."],
  ['manifest', {}, 'invalidParams', "Missing field 'public_key'."],
  ['manifest', { public_key: 'n' }, 'invalidParams', 'Invalid parameters.'],
  ['nft_buy_offers', {}, 'invalidParams', "Missing field 'nft_id'."],
  ['nft_sell_offers', { nft_id: 'x' }, 'invalidParams', "Invalid field 'nft_id'."],
  ['owner_info', {}, 'invalidParams'],
  ['ripple_path_find', { ...PATH, source_account: 'x' }, 'srcActMalformed'],
  ['ripple_path_find', { ...PATH, source_account: UNFUNDED }, 'srcActNotFound'],
  ['ripple_path_find', { ...PATH, destination_account: 1 }, 'dstActMalformed'],
  ['ripple_path_find', { ...PATH, ...NOT_BOTH }, 'dstAmtMalformed'],
  ['ripple_path_find', { ...PATH, ...NOT_BOTH, destination_amount: { ...USD, value: '1' } }, 'actNotFound'],
  ['ripple_path_find', { ...PATH, destination_amount: '-2' }, 'dstAmtMalformed'],
  ['ripple_path_find', { ...PATH, destination_amount: { currency: 'USD', value: '1' } }, 'dstAmtMalformed'],
  ['ripple_path_find', { ...PATH, send_max: '5' }, 'dstAmtMalformed'],
  ['ripple_path_find', { ...PATH, source_currencies: [] }, 'srcCurMalformed'],
  ['ripple_path_find', { ...PATH, source_currencies: Array(19).fill({ currency: 'USD' }) }, 'srcCurMalformed'],
  ['ripple_path_find', { ...PATH, source_currencies: [{ ...XRP, issuer: account }] }, 'srcCurMalformed'],
  ['ripple_path_find', { ...PATH, domain: 'x' }, 'domainMalformed'],
  ['server_definitions', { hash: 'AB' }, 'invalidParams', "Invalid field 'hash'."],
  ['server_definitions', { hash: null }, 'invalidParams', "Invalid field 'hash'."],
  ['simulate', { tx_json: {}, explain: 1 }, 'invalidParams'],
  ['stop', {}, 'notSupported'],
  ['transaction_entry', {}, 'fieldNotFoundTransaction'],
  ['tx', { ctid: 'C000000300000005' }, 'wrongNetwork'],
  ['tx_history', { start: -0.5 }, 'invalidParams'],
  ['validator_info', {}, 'invalidParams'],
  ['vault_info', {}, 'malformedRequest'],
  ['vault_info', { vault_id: 'x' }, 'malformedRequest'],
  ['vault_info', { vault_id: '0' }, 'malformedRequest'],
  ['vault_info', { owner: account, seq: 0 }, 'malformedRequest'],
  ['vault_info', { owner: 'x', seq: 1 }, 'malformedRequest'],
  ['wallet_propose', { key_type: 7 }, 'invalidParams'],
];

describe('a request', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    await env.fund(1000, ALICE);
    call = rpcOf(env);
  });
  after(() => env.stop());

  for (const [method, params, error, message] of REFUSED) {
    test(`is refused with ${error}: ${method} ${JSON.stringify(params).slice(0, 100)}`, async () => {
      const answer = await call(method, params);
      assert.equal(answer.error, error);
      if (message !== undefined) assert.equal(answer.error_message, message);
    });
  }

  test('is refused with other tokens in version 2', async () => {
    const answer = await call('gateway_balances', { account, hotwallet: 'x' }, { apiVersion: 2 });
    assert.equal(answer.error, 'invalidParams');
  });

  test('is answered with an empty list if the ledger has no such entries', async () => {
    const zeros = { taker_pays: { currency: '0', issuer: '0' }, taker_gets: { mpt_issuance_id: '0' } };
    for (const book of [{ ...BOOK, taker: account, limit: 5 }, zeros])
      assert.deepEqual((await call('book_offers', book)).offers, []);
    assert.deepEqual((await call('account_nfts', { account })).account_nfts, []);
    const { index } = await call('ledger_entry', { account_root: account });
    const { node, node_binary } = await call('ledger_entry', { index, binary: true });
    assert.deepEqual([node, node_binary.slice(0, 6)], [undefined, '110061']);
    const details = { master_key: NODE_KEY, ephemeral_key: NODE_KEY };
    assert.deepEqual(await call('manifest', { public_key: NODE_KEY }), { requested: NODE_KEY, details });
  });
});

test('owner_info lists all offers, and account_offers continues with any page hint in its marker', async () => {
  const env = await Env.create();
  const call = rpcOf(env);
  for (let value = 1; value <= 40; value++) {
    const TakerGets = tokens(String(value), MASTER.id);
    env.submit(MASTER, { TransactionType: 'OfferCreate', TakerPays: 5n, TakerGets }, 'tesSUCCESS');
  }
  await env.close();
  const { current, accepted } = await call('owner_info', { account });
  assert.deepEqual([current.offers.length, accepted.offers.length], [40, 40]);
  assert.equal((await call('owner_info', { ident: 'x' })).current.error, 'actMalformed');
  const first = await call('account_offers', { account, limit: 35 });
  const rest = await call('account_offers', { account, limit: 35, marker: first.marker });
  assert.equal(new Set([...first.offers, ...rest.offers].map(({ seq }) => seq)).size, 40);
  const otherHint = await call('account_offers', { account, limit: 35, marker: first.marker.replace(/,.*/, ',99') });
  assert.deepEqual(otherHint.offers, rest.offers);
  await env.stop();
});

test('version 2 has the hash of a transaction beside tx_json', async () => {
  const env = await Env.create();
  const call = rpcOf(env);
  await env.fund(1000, ALICE);
  const v2 = { apiVersion: 2 } as const;
  const tx_json = { TransactionType: 'Payment', Account: account, Destination: ALICE.address, DeliverMax: '9' };
  const submitted = await call('submit', { secret: 'masterpassphrase', tx_json }, v2);
  assert.deepEqual([submitted.engine_result, submitted.tx_json.hash], ['tesSUCCESS', undefined]);
  await env.close();
  const { hash, tx_json: found } = await call('tx', { transaction: submitted.hash }, v2);
  assert.deepEqual([hash, found.hash, found.DeliverMax], [submitted.hash, undefined, '9']);
  await env.stop();
});

test('wallet_propose makes a wallet of random bytes, and warns of passphrases', async () => {
  const env = await Env.create();
  const call = rpcOf(env);
  assert.equal((await call('wallet_propose')).master_seed_hex, '07'.repeat(16));
  assert.match((await call('wallet_propose', { passphrase: 'masterpassphrase' })).warning, /low entropy/);
  const long = await call('wallet_propose', { passphrase: 'nine hundred sleepy owls kept vigil over the mill pond' });
  assert.doesNotMatch(long.warning, /low entropy/);
  assert.equal((await call('wallet_propose', { passphrase: long.master_seed })).warning, undefined);
  await env.stop();
});
