import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const RICH = party('rich');
const POOR = party('poor');

describe('weir_impersonate', () => {
  let env: Env;
  let call: Call;
  beforeEach(async () => {
    env = await Env.create({ isTestBench: true });
    call = rpcOf(env);
    await env.fund(1000, RICH, POOR);
  });
  const payment = { TransactionType: 'Payment', Account: RICH.address, Destination: POOR.address, Amount: '5000000' };

  test('submits a transaction without a signature', async () => {
    const before = env.account(RICH)!;
    const sent = await call('weir_impersonate', { tx_json: payment });
    assert.equal(sent.engine_result, 'tesSUCCESS');
    assert.deepEqual([sent.tx_json.SigningPubKey, sent.tx_json.TxnSignature], ['', undefined]);
    await env.close();
    const { validated, meta } = await call('tx', { transaction: sent.hash });
    assert.deepEqual([validated, meta.TransactionResult], [true, 'tesSUCCESS']);
    assert.equal(env.account(RICH)!.Balance, before.Balance - 5_000_010n);
  });

  test('makes transactions that submit refuses', async () => {
    const { tx_blob } = await call('weir_impersonate', { tx_json: { ...payment, Sequence: 1 } });
    const { error, error_exception } = await call('submit', { tx_blob });
    assert.equal(error, 'invalidTransaction');
    assert.match(error_exception, /Empty SigningPubKey/);
  });

  test('keeps every other rule', async () => {
    const poor = { ...payment, Account: POOR.address, Destination: RICH.address, Amount: '999999999999' };
    assert.equal((await call('weir_impersonate', { tx_json: poor })).engine_result, 'tecUNFUNDED_PAYMENT');
    const unfunded = { ...payment, Account: party('unfunded').address };
    assert.equal((await call('weir_impersonate', { tx_json: unfunded })).error, 'srcActNotFound');
    const signed = { ...payment, TxnSignature: 'AB' };
    assert.equal((await call('weir_impersonate', { tx_json: signed })).error, 'transactionSigned');
    assert.equal((await call('weir_impersonate')).error_message, "Missing field 'tx_json'.");
    const pseudo = { TransactionType: 'SetFee', Account: RICH.address };
    assert.equal((await call('weir_impersonate', { tx_json: pseudo })).error, 'invalidParams');
  });
});
