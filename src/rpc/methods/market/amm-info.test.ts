import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { tokens, USD } from '../../../../test/support/token-ledger.ts';
import { accountIdToAddress } from '../../../crypto/address.ts';
import { ammKeylet } from '../../../protocol/entries/keylets.ts';
import { AccountSetFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { XRP_CURRENCY } from '../../../protocol/values.ts';

const ISSUER = party('issuer');
const MAKER = party('maker');
const STRANGER = party('stranger');
const PAIR = [{ currency: XRP_CURRENCY }, { currency: USD, issuer: ISSUER.id }] as const;

/** A market maker of a hundred drops for each dollar. */
async function envWithPool(): Promise<Env> {
  const env = await Env.create();
  await env.fund(1000, ISSUER, MAKER, STRANGER);
  env.submit(ISSUER, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple }, 'tesSUCCESS');
  const limit = { TransactionType: 'TrustSet', LimitAmount: tokens('1000000', ISSUER.id) };
  env.submit(MAKER, limit, 'tesSUCCESS');
  await env.close();
  const pay = { TransactionType: 'Payment', Destination: MAKER.id, Amount: tokens('100000', ISSUER.id) };
  env.submit(ISSUER, pay, 'tesSUCCESS');
  const pool = { Amount: 1_000_000n, Amount2: tokens('10000', ISSUER.id), TradingFee: 500 };
  const Fee = env.node.fees.reserveIncrementDrops;
  env.submit(MAKER, { TransactionType: 'AMMCreate', ...pool, Fee }, 'tesSUCCESS');
  await env.close();
  return env;
}

describe('amm_info', () => {
  let env: Env;
  let call: Call;
  let address: string;
  before(async () => {
    env = await envWithPool();
    call = rpcOf(env);
    const { Account } = env.node.openLedger.view.read(ammKeylet(...PAIR))!;
    address = accountIdToAddress(Account);
  });

  test('names an account without a market maker before a malformed one', async () => {
    const { error } = await call('amm_info', { amm_account: STRANGER.address, account: 'x' });
    assert.equal(error, 'actNotFound');
    assert.equal((await call('amm_info', { amm_account: address, account: 'x' })).error, 'actMalformed');
  });

  test('shows the accounts with the discount, and an expired slot', async () => {
    const AuthAccounts = [{ AuthAccount: { Account: STRANGER.id } }];
    const [Asset, Asset2] = PAIR;
    env.submit(MAKER, { TransactionType: 'AMMBid', Asset, Asset2, AuthAccounts }, 'tesSUCCESS');
    const frozen = { ...tokens('0', env.node.openLedger.view.read(ammKeylet(...PAIR))!.Account) };
    const { tfSetFreeze: Flags } = TransactionFlags.TrustSet;
    env.submit(ISSUER, { TransactionType: 'TrustSet', LimitAmount: frozen, Flags }, 'tesSUCCESS');
    const { amm } = await call('amm_info', { amm_account: address });
    assert.deepEqual(amm.auction_slot.auth_accounts, [{ account: STRANGER.address }]);
    assert.equal(amm.asset2_frozen, true);
    await env.close(env.nowSeconds + 100_000);
    await env.close(env.nowSeconds + 200_000);
    assert.equal((await call('amm_info', { amm_account: address })).amm.auction_slot.time_interval, 20);
  });
});
