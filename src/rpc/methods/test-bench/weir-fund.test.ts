import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';

const ISSUER = party('issuer');
const HOLDER = party('holder');

describe('weir_fund', () => {
  let env: Env;
  let call: Call;
  beforeEach(async () => {
    env = await Env.create({ isTestBench: true });
    call = rpcOf(env);
    await env.fund(1000, ISSUER, HOLDER);
  });

  test('pays 1000 XRP from the master account, or another amount', async () => {
    const { address, id } = party('new');
    assert.equal((await call('weir_fund', { account: address })).engine_result, 'tesSUCCESS');
    assert.equal((await call('weir_fund', { account: address, amount: '7' })).engine_result, 'tesSUCCESS');
    assert.equal(env.account({ ...HOLDER, id })!.Balance, 1_000_000_007n);
    assert.equal((await call('server_info')).weir.altered, undefined);
  });

  test('pays tokens without the key of their issuer, which marks the chain as altered', async () => {
    const amount = { currency: 'USD', issuer: ISSUER.address, value: '12.5' };
    const params = { account: HOLDER.address, amount };
    assert.equal((await call('weir_fund', params)).engine_result, 'tecPATH_DRY');
    env.submit(HOLDER, { TransactionType: 'TrustSet', LimitAmount: tokens('100', ISSUER.id) }, 'tesSUCCESS');
    assert.equal((await call('weir_fund', params)).engine_result, 'tesSUCCESS');
    await env.close();
    const { lines } = await call('account_lines', { account: HOLDER.address });
    assert.equal(lines[0].balance, '12.5');
    assert.equal(typeof (await call('server_info')).weir.altered.impersonate, 'number');
  });

  test('names the malformed field', async () => {
    assert.equal((await call('weir_fund', {})).error_message, "Missing field 'account'.");
    assert.equal((await call('weir_fund', { account: 'rX' })).error, 'actMalformed');
    const odd = await call('weir_fund', { account: HOLDER.address, amount: 'much' });
    assert.equal(odd.error_message, "Invalid field 'amount'.");
    assert.match(odd.error_what, /^Field 'amount' /);
  });
});
