import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Env, MASTER } from '../../../../test/support/env.ts';
import { rpcOf } from '../../../../test/support/rpc-call.ts';
import {
  DEVELOPMENT_ACCOUNT_DROPS,
  developmentAccounts,
  fundDevelopmentAccounts,
} from '../../../node/development-funds.ts';

test('weir_accounts lists the accounts by name, with secrets and balances', async () => {
  const env = await Env.create({ isTestBench: true });
  const call = rpcOf(env);
  const known = developmentAccounts().map(({ address, seed }, at) => {
    return { name: `development account ${at + 1}`, account: address, seed };
  });
  const [master, ...others] = (await call('weir_accounts')).accounts;
  const balance = env.account(MASTER)!.Balance.toString();
  const seed = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb';
  assert.deepEqual(master, { name: 'master account', account: MASTER.address, seed, balance });
  assert.deepEqual(others, known);
  await fundDevelopmentAccounts(env.node);
  assert.deepEqual(
    (await call('weir_accounts')).accounts.slice(1),
    known.map((account) => ({ ...account, balance: DEVELOPMENT_ACCOUNT_DROPS.toString() })),
  );
});
