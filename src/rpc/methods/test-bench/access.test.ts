import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Env, MASTER } from '../../../../test/support/env.ts';
import { rpcOf } from '../../../../test/support/rpc-call.ts';
import type { JsonObject } from '../../../protocol/values.ts';

/** Methods that change the chain by hand, or show secrets, with parameters. */
const REQUESTS: readonly (readonly [method: string, params?: JsonObject])[] = [
  ['weir_accounts'],
  ['weir_clock', { advance: 1 }],
  ['weir_clock', { set: 4e9 }],
  ['weir_clock', { freeze: true }],
  ['weir_clock', { resume: true }],
  ['weir_clock', { rate: 2 }],
  ['weir_drop', { transaction: 'AB'.repeat(32) }],
  ['weir_fund', { account: MASTER.address }],
  ['weir_impersonate', { tx_json: { TransactionType: 'AccountSet', Account: MASTER.address } }],
  ['weir_revert', { ledger_index: 2 }],
  ['weir_set_entry', { index: '1'.repeat(64), remove: true }],
  ['weir_snapshot'],
  ['weir_snapshots'],
];

test('the methods of a test bench are for its admins only', async () => {
  const [plain, bench] = [await Env.create(), await Env.create({ isTestBench: true })];
  for (const [method, params] of REQUESTS) {
    const { error, error_what } = await rpcOf(plain)(method, params);
    assert.equal(error, 'notEnabled', method);
    assert.match(error_what, /test bench/);
    assert.equal((await rpcOf(bench)(method, params, { role: 'user' })).error, 'noPermission', method);
  }
  await assert.rejects(plain.weir.snapshot(), RangeError);
  await Promise.all([plain.stop(), bench.stop()]);
});
