/** `error_what` names the field and its allowed values. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MASTER_PASSPHRASE } from '../../src/ledger/genesis.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { MASTER } from '../support/env.ts';
import { ALICE, BOB, createFilledServer, type FilledServer } from '../support/filled-server.ts';
import { post } from '../support/hostile-sockets.ts';
import type { Answer } from '../support/rpc-call.ts';

const secret = MASTER_PASSPHRASE;
const account = MASTER.address;

const trust = (limit: Json): JsonObject => ({ TransactionType: 'TrustSet', Account: account, LimitAmount: limit });
const tokens = (value: Json, currency = 'USD'): JsonObject => ({ value, currency, issuer: ALICE.address });
const payment = (Amount: Json): JsonObject => ({
  TransactionType: 'Payment',
  Account: account,
  Destination: ALICE.address,
  Amount,
});

describe('error_what describes', () => {
  let filled: FilledServer;
  before(async () => {
    filled = await createFilledServer();
  });
  after(() => filled.stop());

  const asked = async (method: string, params: JsonObject): Promise<Answer> =>
    (await filled.call(method, params)).result;
  const currency = /three characters, or 40 hex digits/;

  test('how a currency is spelled', async () => {
    const usdt = { currency: 'USDT', issuer: ALICE.address };
    const paths = { source_account: account, destination_account: ALICE.address };
    const requests: readonly (readonly [string, JsonObject, string])[] = [
      ['submit', { secret, tx_json: trust(tokens('1', 'USDT')) }, 'tx_json.LimitAmount'],
      ['submit', { secret, tx_json: payment(tokens('1', 'USDT')) }, 'tx_json.Amount'],
      ['book_offers', { taker_pays: usdt, taker_gets: { currency: 'XRP' } }, 'taker_pays.currency'],
      ['ripple_path_find', { ...paths, destination_amount: tokens('1', 'USDT') }, 'destination_amount'],
      ['ripple_path_find', { ...paths, destination_amount: '1', source_currencies: [usdt] }, 'source_currencies'],
      ['account_lines', { account, currency: 'USDT' }, 'currency'],
      ['account_tx', { account, ledger_index_min: -1, currency: 'USDT' }, 'currency'],
    ];
    for (const [method, params, field] of requests) {
      const { status, error_what } = await asked(method, params);
      assert.equal(status, 'error', method);
      assert.match(error_what, currency, method);
      assert.ok(error_what.includes(`'${field}'`), error_what);
    }
  });

  test('what an amount may be', async () => {
    const limits: readonly (readonly [string, RegExp])[] = [
      ['"1e81"', /^$/],
      ['9999999999999999e80', /^$/],
      ['1e97', /'tx_json\.LimitAmount' has a value beyond 9999999999999999e80/],
      [`1${'0'.repeat(400)}`, /beyond 9999999999999999e80/],
      ['"99999999999999999999999"', /digits make no more than 18446744073709551615/],
      ['"x"', /decimal number/],
    ];
    for (const [value, what] of limits) {
      const tx = JSON.stringify(trust(tokens('VALUE'))).replace('"VALUE"', value);
      const { body } = await post(filled.port, `{"method":"sign","params":[{"secret":"${secret}","tx_json":${tx}}]}`);
      assert.match(body.result.error_what ?? '', what, value);
    }
    for (const drops of [4_294_967_296, 1.5, true]) {
      const { error_message, error_what } = await asked('submit', { secret, tx_json: payment(drops) });
      assert.equal(error_message, "Invalid field 'tx_json.Amount'.");
      assert.match(error_what, /'tx_json\.Amount' is no amount: drops are a whole number, as a text/);
    }
    const { error_what } = await asked('submit', { secret, tx_json: payment('100000000000000001') });
    assert.match(error_what, /is more than 100000000000000000\./);
  });

  test('which type or field of a transaction needs an amendment', async () => {
    const delegation = { TransactionType: 'DelegateSet', Account: account, Authorize: BOB.address, Permissions: [] };
    const delegated = { ...payment('1'), Delegate: BOB.address };
    for (const method of ['submit', 'simulate']) {
      for (const [tx_json, key, what] of [
        [delegation, secret, /type DelegateSet need the amendment PermissionDelegationV1_1/],
        [delegated, 'hostile bob', /The field Delegate needs the amendment PermissionDelegationV1_1/],
      ] as const) {
        const answer = await asked(method, method === 'submit' ? { tx_json, secret: key } : { tx_json });
        assert.equal(answer.engine_result, 'temDISABLED');
        assert.equal(answer.engine_result_message, 'The transaction requires logic that is currently disabled.');
        assert.match(answer.engine_result_what, what);
      }
    }
    const fine = await asked('submit', { secret, tx_json: payment('1') });
    assert.deepEqual([fine.engine_result, fine.engine_result_what], ['tesSUCCESS', undefined]);
  });
});

describe('the value of a token amount', () => {
  let filled: FilledServer;
  before(async () => {
    filled = await createFilledServer();
  });
  after(() => filled.stop());

  test('is taken digit for digit as a JSON number', async () => {
    const rows: readonly (readonly [string, string])[] = [
      ['9007199254740993', '9007199254740993'],
      ['1234567890123456', '1234567890123456'],
      ['0.1234567890123456', '0.1234567890123456'],
      ['12345.67890123456', '12345.67890123456'],
      ['9999999999999999e80', '9999999999999999e80'],
      ['1e5', '100000'],
      ['1.50', '1.5'],
      // More than 16 digits are rounded, as in a text.
      ['1234567890123456500', '1234567890123456e3'],
      ['12345678901234575000', '1234567890123458e4'],
      ['123456789012345678901234567890', '1234567890123457e14'],
    ];
    for (const [value, limit] of rows) {
      const tx = JSON.stringify(trust(tokens('VALUE'))).replace('"VALUE"', value);
      const { body } = await post(filled.port, `{"method":"sign","params":[{"secret":"${secret}","tx_json":${tx}}]}`);
      assert.equal(body.result.tx_json?.LimitAmount.value, limit, value);
    }
  });
});
