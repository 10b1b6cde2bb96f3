/** `book_offers` and others in a ledger that has nothing for them: what they check, and how they find nothing. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { encodeNodePublicKey } from '../../../crypto/address.ts';

const USD = { currency: 'USD', issuer: MASTER.address };
const XRP = { currency: 'XRP' };
const BOOK = { taker_pays: XRP, taker_gets: USD };
const NFT = 'A'.repeat(64);
const NODE_KEY = encodeNodePublicKey(MASTER.keys.publicKey);

describe('a method about what the ledger does not hold', () => {
  let call: Call;
  before(async () => {
    call = rpcOf(await Env.create());
  });

  test('finds nothing', async () => {
    assert.deepEqual(await call('book_offers', { ...BOOK, taker: MASTER.address, limit: 5 }), {
      ledger_current_index: 3,
      validated: false,
      offers: [],
    });
    const nfts = await call('account_nfts', { account: MASTER.address, ledger_index: 'validated' });
    const zeros = { taker_pays: { currency: '0', issuer: '0' }, taker_gets: { mpt_issuance_id: '0' } };
    assert.deepEqual((await call('book_offers', zeros)).offers, [], 'a lone zero is hex');
    assert.deepEqual([nfts.account, nfts.account_nfts, nfts.validated], [MASTER.address, [], true]);
    const details = { master_key: NODE_KEY, ephemeral_key: NODE_KEY };
    assert.deepEqual(await call('manifest', { public_key: NODE_KEY }), { requested: NODE_KEY, details });
  });

  const WRONG: readonly (readonly [string, object, string, string])[] = [
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
    [
      'book_offers',
      { ...BOOK, taker_pays: { currency: '?' } },
      'srcCurMalformed',
      "Invalid field 'taker_pays.currency', bad currency.",
    ],
    [
      'book_offers',
      { ...BOOK, taker_gets: { currency: '?' } },
      'dstAmtMalformed',
      "Invalid field 'taker_gets.currency', bad currency.",
    ],
    [
      'book_offers',
      { ...BOOK, taker_pays: { ...XRP, issuer: MASTER.address } },
      'srcIsrMalformed',
      "Unneeded field 'taker_pays.issuer' for XRP currency specification.",
    ],
    [
      'book_offers',
      { ...BOOK, taker_gets: { currency: 'USD' } },
      'dstIsrMalformed',
      "Invalid field 'taker_gets.issuer', expected non-XRP issuer.",
    ],
    [
      'book_offers',
      { ...BOOK, taker_gets: { ...USD, issuer: 'r' } },
      'dstIsrMalformed',
      "Invalid field 'taker_gets.issuer', bad issuer.",
    ],
    ['book_offers', { ...BOOK, taker: 1 }, 'invalidParams', "Invalid field 'taker', not string."],
    ['book_offers', { ...BOOK, domain: 'x' }, 'domainMalformed', 'Unable to parse domain.'],
    ['book_offers', { taker_pays: USD, taker_gets: USD }, 'badMarket', 'No such market.'],
    ['book_offers', { ...BOOK, limit: 'x' }, 'invalidParams', "Invalid field 'limit', not unsigned integer."],
    ['account_nfts', {}, 'invalidParams', "Missing field 'account'."],
    ['account_nfts', { account: 'r' }, 'actMalformed', 'Account malformed.'],
    ['account_nfts', { account: party('nobody').address }, 'actNotFound', 'Account not found.'],
    ['account_nfts', { account: MASTER.address, marker: NFT }, 'invalidParams', "Invalid field 'marker'."],
    ['nft_buy_offers', {}, 'invalidParams', "Missing field 'nft_id'."],
    ['nft_sell_offers', { nft_id: 'x' }, 'invalidParams', "Invalid field 'nft_id'."],
    ['nft_sell_offers', { nft_id: NFT }, 'objectNotFound', 'The requested object was not found.'],
    ['manifest', {}, 'invalidParams', "Missing field 'public_key'."],
    ['manifest', { public_key: 'n' }, 'invalidParams', 'Invalid parameters.'],
  ];
  for (const [method, params, error, message] of WRONG) {
    test(`${method} refuses ${JSON.stringify(params).slice(0, 100)}`, async () => {
      const result = await call(method, { ...params });
      assert.deepEqual([result.error, result.error_message], [error, message]);
    });
  }
});
