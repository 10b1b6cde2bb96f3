import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../protocol/values.ts';
import { keysOf, readBooks } from './book-subscriptions.ts';

const gateway = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const usd = { currency: 'USD', issuer: gateway };
const xrp = { currency: 'XRP' };
const mpt = { mpt_issuance_id: 'AB'.repeat(24) };

describe('the books of a subscription', () => {
  const BOOKS: readonly (readonly [books: JsonObject[string], token: string])[] = [
    [null, 'invalidParams'],
    [{}, 'invalidParams'],
    ['', 'invalidParams'],
    [[1], 'invalidParams'],
    [[{ taker_pays: xrp }], 'invalidParams'],
    [[{ taker_pays: {}, taker_gets: {} }], 'srcCurMalformed'],
    [[{ taker_pays: null, taker_gets: xrp }], 'srcCurMalformed'],
    [[{ taker_pays: { currency: 'ZZZZ' }, taker_gets: {} }], 'srcCurMalformed'],
    [[{ taker_pays: { ...usd, issuer: 1 }, taker_gets: {} }], 'srcIsrMalformed'],
    [[{ taker_pays: { ...usd, issuer: `${gateway}DEAD` }, taker_gets: {} }], 'srcIsrMalformed'],
    [[{ taker_pays: { currency: 'USD' }, taker_gets: {} }], 'srcIsrMalformed'],
    [[{ taker_pays: { ...xrp, issuer: gateway }, taker_gets: {} }], 'srcIsrMalformed'],
    [[{ taker_pays: { ...usd, issuer: `${'0'.repeat(39)}1` }, taker_gets: {} }], 'srcIsrMalformed'],
    [[{ taker_pays: { ...usd, ...mpt }, taker_gets: {} }], 'invalidParams'],
    [[{ taker_pays: { mpt_issuance_id: 'AB' }, taker_gets: {} }], 'srcCurMalformed'],
    [[{ taker_pays: usd, taker_gets: {} }], 'dstAmtMalformed'],
    [[{ taker_pays: usd, taker_gets: { currency: 'EUR' } }], 'dstIsrMalformed'],
    [[{ taker_pays: usd, taker_gets: usd }], 'badMarket'],
    [[{ taker_pays: mpt, taker_gets: mpt }], 'badMarket'],
    [[{ taker_pays: usd, taker_gets: xrp, taker: 1 }], 'actMalformed'],
    [[{ taker_pays: usd, taker_gets: xrp, taker: `${gateway}DEAD` }], 'actMalformed'],
    [[{ taker_pays: usd, taker_gets: xrp, domain: 'x' }], 'domainMalformed'],
  ];
  test('are refused if they are malformed', () => {
    for (const [books, token] of BOOKS) {
      assert.throws(() => readBooks({ books }, 'taker'), { token }, JSON.stringify(books));
      const end = () => readBooks({ books }, undefined);
      if (token === 'actMalformed') assert.equal(end().length, 1, 'unsubscribe ignores the taker');
      else assert.throws(end, { token });
    }
  });

  test('may be named by a lone zero, which is hex', () => {
    const named = { taker_pays: { currency: '0', issuer: '0' }, taker_gets: { mpt_issuance_id: '0' } };
    const [watched] = readBooks({ books: [named] }, 'taker');
    assert.deepEqual(watched?.book.takerPays, { currency: '0'.repeat(40) });
    assert.deepEqual(watched?.book.takerGets, { mptIssuanceId: '0'.repeat(48) });
  });

  test('have snapshots of 50 at most', () => {
    const book = { taker_pays: usd, taker_gets: xrp, snapshot: true };
    const read = (count: number) => readBooks({ books: Array.from({ length: count }, () => book) }, 'taker');
    assert.equal(read(50).length, 50);
    assert.throws(() => read(51), { token: 'invalidParams', message: /snapshots of 50/ });
  });

  test('have a key for each requested direction', () => {
    const book = { taker_pays: usd, taker_gets: xrp };
    const keys = (more: JsonObject) => keysOf(readBooks({ books: [{ ...book, ...more }] }, 'taker'));
    const [one] = keys({});
    const [other] = keysOf(readBooks({ books: [{ taker_pays: xrp, taker_gets: usd }] }, 'taker'));
    assert.deepEqual(keys({ both: true }), [one, other]);
    assert.deepEqual(keys({ both_sides: 1 }), [one, other], 'the older name');
    assert.notDeepEqual(keys({ domain: 'AB'.repeat(32) }), [one]);
  });
});
