/** `explain` over a small world: what it answers of past, pending and new transactions. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bytesToHex } from '../../../util/hex.ts';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const alice = party('alice');
const bob = party('bob');
const gateway = party('gateway');

describe('explain', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice, bob, gateway);
  });
  after(() => env.stop());

  test('x', async () => {
    const usd = (v: bigint) => ({ mantissa: v * 10n**15n, exponent: -15, currency: '0000000000000000000000005553440000000000', issuer: gateway.id });
    env.submit(alice, { TransactionType: 'TrustSet', LimitAmount: usd(5n) });
    env.submit(bob, { TransactionType: 'TrustSet', LimitAmount: usd(5n) });
    await env.close();
    const t = env.sign(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: usd(1n) });
    console.log(JSON.stringify(await call('explain', { tx_blob: bytesToHex(t.blob) }), null, 1));
    console.log(env.node.submit(t).reason);
    await env.close();
    const a = await call('explain', { transaction: t.id });
    console.log(JSON.stringify(a, null, 1));
    console.log(env.submit(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: 999999n*1000000n }).reason);
    console.log(env.submit(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: 9n, Sequence: 99 }).reason);
    console.log(env.submit(alice, { TransactionType: 'Payment', Destination: party('q').id, Amount: 9n}).reason);
    console.log(env.submit(alice, { TransactionType: 'CheckCash', CheckID: 'AB'.repeat(32), Amount: 9n}).reason);
    console.log(env.submit(alice, { TransactionType: 'CheckCash', CheckID: 'AB'.repeat(32), Amount: 0n}).reason);
    console.log(env.submit(alice, { TransactionType: 'Payment', Destination: alice.id, Amount: 9n}).reason);
    console.log(env.submit(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: 9n}, undefined, bob).reason);
    console.log(env.submit(gateway, { TransactionType: 'Payment', Destination: bob.id, Amount: usd(9n)}).reason);
    console.log(env.submit(gateway, { TransactionType: 'Payment', Destination: bob.id, Amount: usd(3n)}).result);
    console.log(env.submit(bob, { TransactionType: 'Payment', Destination: alice.id, Amount: usd(3n)}).reason);
    console.log(env.submit(bob, { TransactionType: 'Payment', Destination: alice.id, Amount: usd(2n), SendMax: 9n}).reason);
  });
});
