import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../protocol/values.ts';
import { checkOtherKinds, refuseOtherKinds } from './refused-subscriptions.ts';

const gateway = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const usd = { currency: 'USD', issuer: gateway };
const xrp = { currency: 'XRP' };
const mpt = { mpt_issuance_id: 'AB'.repeat(24) };

describe('subscriptions that there are none of', () => {
  test('are no matter for a request without them', () => {
    refuseOtherKinds({ streams: ['ledger'] });
    checkOtherKinds({ streams: ['ledger'] });
  });

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
    [[{ taker_pays: usd, taker_gets: xrp, taker: gateway, domain: 'AB'.repeat(32) }], 'notSupported'],
    [[], 'notSupported'],
  ];
  for (const [books, token] of BOOKS) {
    test(`say ${token} to the books ${JSON.stringify(books)}`, () => {
      assert.throws(() => refuseOtherKinds({ books }), { token });
      const end = () => checkOtherKinds({ books });
      if (token === 'notSupported' || token === 'actMalformed') end();
      else assert.throws(end, { token });
    });
  }

  const HISTORIES: readonly (readonly [stream: JsonObject[string], token: string])[] = [
    [{}, 'invalidParams'],
    [[], 'invalidParams'],
    [{ account: 7 }, 'invalidParams'],
    [{ account: 'x' }, 'invalidParams'],
    [{ account: gateway, stop_history_tx_only: 1 }, 'invalidParams'],
    [{ account: gateway, stop_history_tx_only: true }, 'notSupported'],
    [{ account: gateway }, 'notSupported'],
  ];
  for (const [stream, token] of HISTORIES) {
    test(`say ${token} to the history ${JSON.stringify(stream)}`, () => {
      assert.throws(() => refuseOtherKinds({ account_history_tx_stream: stream, books: [] }), { token });
      const end = () => checkOtherKinds({ account_history_tx_stream: stream });
      if (token === 'notSupported') end();
      else assert.throws(end, { token });
    });
  }
});
