/**
 * The ledger on which envelope and engine cases run: a few accounts with an entry of every type that transactions can
 * create, among them offers, escrows and tokens.
 */
import { AccountSetFlags } from '../src/protocol/tables/flags.ts';
import type { StObject } from '../src/protocol/values.ts';
import { makeEntriesOfEveryType, usdOf } from '../test/support/entries-of-every-type.ts';
import { Env, type EnvOptions, MASTER, type Party, party } from '../test/support/env.ts';

export const PARTIES: readonly Party[] = ['fuzz one', 'fuzz two', 'fuzz three', 'fuzz four'].map((name) =>
  party(name, 'ed25519'),
);
const [ISSUER, HOLDER, OTHER] = PARTIES as [Party, Party, Party, Party];
const FUNDS_XRP = 5_000;

/** An amount of USD in units. */
export const usd = (units: bigint, issuer = ISSUER.id) => usdOf(units, issuer);

export async function createFuzzLedger(options: EnvOptions = {}): Promise<Env> {
  const env = await Env.create(options);
  await env.fund(FUNDS_XRP, ...PARTIES);
  for (const [who, fields] of accountSteps()) env.submit(who, fields, 'tesSUCCESS');
  await env.close();
  await makeEntriesOfEveryType(env, { issuer: ISSUER, holder: HOLDER, other: OTHER });
  return env;
}

function* accountSteps(): Generator<readonly [who: Party, fields: StObject]> {
  const { asfDefaultRipple, asfAllowTrustLineLocking } = AccountSetFlags;
  yield [ISSUER, { TransactionType: 'AccountSet', SetFlag: asfDefaultRipple }];
  yield [ISSUER, { TransactionType: 'AccountSet', SetFlag: asfAllowTrustLineLocking }];
  for (const holder of [HOLDER, OTHER]) yield [holder, { TransactionType: 'TrustSet', LimitAmount: usd(1_000_000n) }];
  for (const { id } of [HOLDER, OTHER]) {
    yield [ISSUER, { TransactionType: 'Payment', Destination: id, Amount: usd(10_000n) }];
  }
  yield [HOLDER, { TransactionType: 'TicketCreate', TicketCount: 3 }];
  yield [HOLDER, channelTo(OTHER)];
  yield [OTHER, channelTo(HOLDER)];
  yield [ISSUER, { TransactionType: 'DepositPreauth', Authorize: OTHER.id }];
  const SignerEntries = [ISSUER, OTHER].map(signerEntry).sort(byAccount);
  yield [HOLDER, { TransactionType: 'SignerListSet', SignerQuorum: 1, SignerEntries }];
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
