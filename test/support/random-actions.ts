/**
 * Random transactions and closes on a small chain, and the answers of all reading methods, for tests of reverts and of
 * moved chains.
 */

import fc from 'fast-check';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import { transactionIdOf } from '../../src/protocol/transaction/transaction.ts';
import type { Json, JsonObject, StObject } from '../../src/protocol/values.ts';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { Env, type EnvOptions, MASTER, type Party, party } from './env.ts';

const ALICE = party('alice');
const BOB = party('bob');
const CAROL = party('carol');
const PARTIES = [MASTER, ALICE, BOB, CAROL];
const XRP = 1_000_000n;
const USD = '0000000000000000000000005553440000000000';

function pay(to: Party, drops: bigint, more: object = {}): StObject {
  return { TransactionType: 'Payment', Destination: to.id, Amount: drops, ...more } as StObject;
}

/** `who` and `to` are indexes of PARTIES. */
export const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('pay', 'ahead', 'trust', 'offer', 'ticket', 'cheap', 'malformed' as const),
      who: fc.nat(PARTIES.length - 1),
      to: fc.nat(PARTIES.length - 1),
      amount: fc.integer({ min: 1, max: 300 }),
    }),
  },
);
export type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

export async function perform(env: Env, act: Action): Promise<Ter | 'closed'> {
  if (act.kind === 'close') {
    await env.node.acceptLedger();
    return 'closed';
  }
  const [who, to] = [PARTIES[act.who]!, PARTIES[act.to]!];
  const amount = BigInt(act.amount) * XRP;
  const limit = { currency: USD, issuer: to.id, mantissa: 10n ** 15n, exponent: -14 };
  const sequence = env.account(who)?.Sequence ?? 1;
  const fields: Record<string, StObject> = {
    pay: pay(to, amount),
    ahead: pay(to, amount, { Sequence: sequence + (act.amount % 4) }),
    trust: { TransactionType: 'TrustSet', LimitAmount: limit } as unknown as StObject,
    offer: { TransactionType: 'OfferCreate', TakerPays: amount, TakerGets: limit } as unknown as StObject,
    ticket: { TransactionType: 'TicketCreate', TicketCount: 2 } as StObject,
    cheap: pay(to, amount, { Fee: 10n, LastLedgerSequence: env.node.openLedger.view.ledgerIndex + 3 }),
    malformed: pay(to, -amount),
  };
  return env.submit(who, fields[act.kind]!).result;
}

export async function createActionEnv(
  store: LedgerStore = new MemoryStore(),
  options: Partial<Pick<EnvOptions, 'stateDirectory'>> = {},
): Promise<Env> {
  let count = 0;
  const env = await Env.create({
    ...options,
    isTestBench: true,
    store,
    queue: { minimumTxnInLedger: 3, targetTxnInLedger: 4 },
    randomBytes: (length) => Buffer.alloc(length, ++count),
  });
  await env.fund(1000, ALICE, BOB);
  return env;
}

/** The answers of all reading methods, as text. */
export async function answers(env: Env): Promise<string[]> {
  const { validated } = env.node;
  const ledgers: JsonObject[] = [{ ledger_index: 'current' }, { ledger_index: 'validated' }, { ledger_index: 3 }];
  ledgers.push({ ledger_index: validated.ledgerIndex + 1 }, { ledger_index: validated.ledgerIndex + 3 });
  const asked: (readonly [string, JsonObject])[] = [];
  for (const ledger of ledgers) {
    asked.push([
      'ledger',
      { ...ledger, transactions: true, expand: true, owner_funds: true, queue: ledger.ledger_index === 'current' },
    ]);
    asked.push(['ledger_data', { ...ledger, limit: 256 }], ['book_changes', ledger]);
    for (const { address } of PARTIES) {
      for (const name of ['account_info', 'account_lines', 'account_objects', 'account_offers', 'account_currencies']) {
        asked.push([name, { ...ledger, account: address, queue: ledger.ledger_index === 'current' }]);
      }
      const book = { taker_gets: { currency: 'USD', issuer: address }, taker_pays: { currency: 'XRP' } };
      asked.push(['book_offers', { ...ledger, ...book }], ['gateway_balances', { ...ledger, account: address }]);
      asked.push(['noripple_check', { ...ledger, account: address, role: 'user' }]);
    }
  }
  for (const { address } of PARTIES) {
    asked.push(['account_tx', { account: address }], ['account_tx', { account: address, forward: true, limit: 3 }]);
  }
  for (const { ledgerIndex } of [validated, { ledgerIndex: 3 }]) {
    for (const { blob } of env.node.store.ledgerTransactions(ledgerIndex)) {
      const transaction = transactionIdOf(blob);
      asked.push(['tx', { transaction }], ['tx', { transaction, binary: true }]);
      asked.push(['transaction_entry', { tx_hash: transaction, ledger_index: ledgerIndex }]);
    }
  }
  for (const { address } of PARTIES) {
    for (const ledger of ledgers) {
      asked.push(
        ['ledger_entry', { ...ledger, account_root: address }],
        ['account_channels', { ...ledger, account: address }],
      );
      asked.push(['account_nfts', { ...ledger, account: address }], ['owner_info', { account: address }]);
      asked.push([
        'deposit_authorized',
        { ...ledger, source_account: address, destination_account: PARTIES[0]!.address },
      ]);
    }
  }
  for (const name of ['fee', 'ledger_closed', 'ledger_current', 'tx_history', 'feature']) asked.push([name, {}]);
  const texts: string[] = [];
  for (const [method, params] of asked) {
    const answer = await env.weir.execute({
      method,
      params: { ...params } as JsonObject,
      apiVersion: 2,
      role: 'admin',
    });
    texts.push(`${method} ${JSON.stringify(params)}: ${JSON.stringify(answer as Json)}`);
  }
  return texts;
}

export async function performAll(env: Env, actions: readonly Action[]): Promise<string[]> {
  const results: string[] = [];
  for (const act of actions) results.push(`${await perform(env, act)} ${env.node.validated.hash}`);
  await env.node.acceptLedger();
  return [...results, env.node.validated.hash];
}
