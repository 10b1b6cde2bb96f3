/** A small chain with payments, a token with two holders, channels, and a failed payment. */
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import { usdOf } from './entries-of-every-type.ts';
import { Env, MASTER, party } from './env.ts';

export async function createTokenAndChannelChain(): Promise<Env> {
  const [alice, bob, carol] = [party('alice'), party('bob'), party('carol')];
  const env = await Env.create();
  await env.fund(1000, alice, bob, carol);
  env.submit(alice, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple }, 'tesSUCCESS');
  await env.close();
  for (const holder of [bob, carol]) {
    env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: usdOf(100n, alice.id) }, 'tesSUCCESS');
  }
  await env.close();
  for (const [holder, units] of [
    [bob, 95n],
    [carol, 20n],
  ] as const) {
    const payment = { TransactionType: 'Payment', Destination: holder.id, Amount: usdOf(units, alice.id) };
    env.submit(alice, payment, 'tesSUCCESS');
    const channel = { Destination: alice.id, Amount: units * 100_000n, SettleDelay: 3600 };
    const creation = { TransactionType: 'PaymentChannelCreate', ...channel, PublicKey: holder.keys.publicKey };
    env.submit(holder, creation, 'tesSUCCESS');
  }
  await env.close();
  // More than the limit of the trust line.
  const tooMuch = { TransactionType: 'Payment', Destination: bob.id, Amount: usdOf(20n, alice.id) };
  env.submit(alice, tooMuch, 'tecPATH_PARTIAL');
  env.submit(MASTER, { TransactionType: 'Payment', Destination: alice.id, Amount: 2_500_000n }, 'tesSUCCESS');
  await env.close();
  return env;
}
