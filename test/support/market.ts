/** Issuers, traders with tokens, and offers, for tests of order book methods. */
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import type { Amount, IssuedAmount, StObject } from '../../src/protocol/values.ts';
import { Env, type Party, party } from './env.ts';
import { testCurrency, tokens, USD } from './token-ledger.ts';

export const GATE = party('gate');
export const ALICE = party('alice');
export const BOB = party('bob');
export const CAROL = party('carol');
export const EUR = testCurrency('EUR');
export const DROPS = 1_000_000n;

export function usd(text: string): IssuedAmount {
  return tokens(text, GATE.id, USD);
}

export function eur(text: string): IssuedAmount {
  return tokens(text, GATE.id, EUR);
}

export const USD_JSON = { currency: 'USD', issuer: GATE.address };
export const EUR_JSON = { currency: 'EUR', issuer: GATE.address };
export const XRP_JSON = { currency: 'XRP' };

/** Alice, Bob and Carol, each with 1000 XRP, 100 USD and 100 EUR of the gate. */
export async function marketEnv(): Promise<Env> {
  const env = await Env.create();
  await openMarket(env);
  return env;
}

/** As `marketEnv`, in an existing `Env`. */
export async function openMarket(env: Env): Promise<void> {
  const traders = [ALICE, BOB, CAROL];
  await env.fund(1000, GATE, ...traders);
  env.submit(GATE, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple }, 'tesSUCCESS');
  await env.close();
  for (const trader of traders) {
    for (const limit of [usd('100000'), eur('100000')]) {
      env.submit(trader, { TransactionType: 'TrustSet', LimitAmount: limit }, 'tesSUCCESS');
    }
  }
  await env.close();
  for (const { id: Destination } of traders) {
    for (const Amount of [usd('100'), eur('100')]) {
      env.submit(GATE, { TransactionType: 'Payment', Destination, Amount }, 'tesSUCCESS');
    }
  }
  await env.close();
}

/** Creates an offer; returns its sequence. */
export function offer(env: Env, who: Party, pays: Amount, gets: Amount, more: StObject = {}): number {
  const sequence = env.account(who)!.Sequence;
  env.submit(who, { TransactionType: 'OfferCreate', TakerPays: pays, TakerGets: gets, ...more }, 'tesSUCCESS');
  return sequence;
}
