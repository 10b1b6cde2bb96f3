/** The ledger that envelope and engine cases meet: a few accounts with lines, balances, tickets and channels. */
import { parseCurrency } from '../src/protocol/json/currency-text.ts';
import type { Currency, IssuedAmount, StObject } from '../src/protocol/values.ts';
import { Env, MASTER, type Party, party } from '../test/support/env.ts';

export const USD: Currency = parseCurrency('USD') as Currency;
export const PARTIES: readonly Party[] = ['fuzz one', 'fuzz two', 'fuzz three', 'fuzz four'].map((name) =>
  party(name, 'ed25519'),
);
const [ISSUER, HOLDER, OTHER] = PARTIES as [Party, Party, Party];
const FUNDS_XRP = 500;

/** An amount of USD in units. */
export function usd(units: bigint, issuer = ISSUER.id): IssuedAmount {
  let [mantissa, exponent] = [units, 0];
  for (; mantissa < 10n ** 15n; exponent--) mantissa *= 10n;
  return { mantissa, exponent, currency: USD, issuer };
}

export async function createFuzzWorld(): Promise<Env> {
  const env = await Env.create();
  await env.fund(FUNDS_XRP, ...PARTIES);
  const steps: [Party, StObject][] = [
    [ISSUER, { TransactionType: 'AccountSet', SetFlag: 8 }],
    [HOLDER, { TransactionType: 'TrustSet', LimitAmount: usd(1000n) }],
    [OTHER, { TransactionType: 'TrustSet', LimitAmount: usd(1000n) }],
    [ISSUER, { TransactionType: 'Payment', Destination: HOLDER.id, Amount: usd(100n) }],
    [HOLDER, { TransactionType: 'TicketCreate', TicketCount: 3 }],
    [HOLDER, channelTo(OTHER)],
    [OTHER, channelTo(HOLDER)],
    [ISSUER, { TransactionType: 'DepositPreauth', Authorize: OTHER.id }],
    [
      HOLDER,
      {
        TransactionType: 'SignerListSet',
        SignerQuorum: 1,
        SignerEntries: [ISSUER, OTHER].map(signerEntry).sort(byAccount),
      },
    ],
  ];
  for (const [who, fields] of steps) env.submit(who, fields, 'tesSUCCESS');
  await env.close();
  return env;
}

function signerEntry({ id }: Party): {
  readonly SignerEntry: { readonly Account: string; readonly SignerWeight: number };
} {
  return { SignerEntry: { Account: id, SignerWeight: 1 } };
}

function byAccount(one: ReturnType<typeof signerEntry>, other: ReturnType<typeof signerEntry>): number {
  return one.SignerEntry.Account < other.SignerEntry.Account ? -1 : 1;
}

function channelTo({ id, keys }: Party): StObject {
  return {
    TransactionType: 'PaymentChannelCreate',
    Destination: id,
    Amount: 10_000_000n,
    SettleDelay: 60,
    PublicKey: keys.publicKey,
  };
}

/** Everybody with a key there. */
export const SENDERS: readonly Party[] = [...PARTIES, MASTER];
