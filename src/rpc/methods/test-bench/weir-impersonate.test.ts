import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { AccountSetFlags } from '../../../protocol/tables/flags.ts';

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

  test('submits without a key, and the ledger has the transaction unsigned', async () => {
    const before = env.account(RICH)!;
    const sent = await call('weir_impersonate', { tx_json: payment });
    assert.equal(sent.engine_result, 'tesSUCCESS');
    assert.deepEqual([sent.tx_json.SigningPubKey, sent.tx_json.TxnSignature], ['', undefined]);
    await env.close();
    const { validated, meta } = await call('tx', { transaction: sent.hash });
    assert.deepEqual([validated, meta.TransactionResult], [true, 'tesSUCCESS']);
    assert.equal(env.account(RICH)!.Balance, before.Balance - 5_000_010n);
  });

  test('needs no key that could sign at all', async () => {
    const keyless = { SetFlag: AccountSetFlags.asfDisableMaster };
    env.submit(RICH, { TransactionType: 'SetRegularKey', RegularKey: POOR.id }, 'tesSUCCESS');
    env.submit(RICH, { TransactionType: 'AccountSet', ...keyless }, 'tesSUCCESS');
    assert.equal((await call('weir_impersonate', { tx_json: payment })).engine_result, 'tesSUCCESS');
  });

  test('marks the chain as altered permanently, which users see too', async () => {
    assert.equal((await call('server_info')).weir.altered, undefined);
    const openLedger = env.node.openLedger.view.ledgerIndex;
    await call('weir_impersonate', { tx_json: payment });
    await env.close();
    await call('weir_impersonate', { tx_json: payment });
    const { weir } = await call('server_info', {}, { role: 'user' });
    assert.deepEqual([weir.altered, weir.test_bench], [{ impersonate: openLedger }, true]);
  });

  test('has a transaction that submit refuses', async () => {
    const { tx_blob } = await call('weir_impersonate', { tx_json: { ...payment, Sequence: 1 } });
    const { error, error_exception } = await call('submit', { tx_blob });
    assert.equal(error, 'invalidTransaction');
    assert.match(error_exception, /Empty SigningPubKey/);
  });

  test('keeps every other rule', async () => {
    const poor = { ...payment, Account: POOR.address, Destination: RICH.address, Amount: '999999999999' };
    assert.equal((await call('weir_impersonate', { tx_json: poor })).engine_result, 'tecUNFUNDED_PAYMENT');
    const nobody = { ...payment, Account: party('nobody').address };
    assert.equal((await call('weir_impersonate', { tx_json: nobody })).error, 'srcActNotFound');
    const signed = { ...payment, TxnSignature: 'AB' };
    assert.equal((await call('weir_impersonate', { tx_json: signed })).error, 'transactionSigned');
    assert.equal((await call('weir_impersonate')).error_message, "Missing field 'tx_json'.");
    const pseudo = { TransactionType: 'SetFee', Account: RICH.address };
    assert.equal((await call('weir_impersonate', { tx_json: pseudo })).error, 'invalidParams');
  });

  test('is for admins of a test bench', async () => {
    const other = rpcOf(await Env.create());
    const tx_json = { ...payment, Account: MASTER.address };
    assert.equal((await other('weir_impersonate', { tx_json })).error, 'notEnabled');
    assert.equal((await call('weir_impersonate', { tx_json }, { role: 'user' })).error, 'noPermission');
  });
});
