/** Payments of tokens through their issuer beside payments of XRP between the same accounts. No HTTP, no disk. */
import { AccountSetFlags, TransactionFlags } from '../src/protocol/tables/flags.ts';
import { parseTransaction } from '../src/protocol/transaction/transaction.ts';
import { signatureProblem } from '../src/protocol/transaction/transaction-signature.ts';
import type { StObject } from '../src/protocol/values.ts';
import { Env, type Party, party, submitNow } from '../test/support/env.ts';
import { tokens } from '../test/support/token-ledger.ts';
import { type Measurement, median } from './benchmark.ts';

const RUNS = 7;
const PAYMENTS = 2_000;
const HOLDERS = 100;
const { asfRequireAuth, asfDefaultRipple } = AccountSetFlags;

export const TOKEN_PAYMENTS_QUESTION =
  `Payments a second between ${HOLDERS} authorized holders of one issuer, ${PAYMENTS} a run: read, verified and applied ` +
  'to the open ledger, and ledgers closed with them.';

/** Rates of both kinds, run by run in turns, and how they compare. */
export async function tokenPaymentRates(): Promise<Measurement[]> {
  // Nothing shall wait in the queue.
  const env = await Env.create({ queue: { minimumTxnInLedger: PAYMENTS } });
  const issuer = party('issuer');
  const holders = Array.from({ length: HOLDERS }, (_, at) => party(`holder ${at}`));
  await prepare(env, issuer, holders);
  const kinds: [name: string, amount: StObject[string]][] = [
    ['XRP', 1_000n],
    ['tokens', tokens('0.01', issuer.id)],
  ];
  const rates = kinds.map(() => ({ submitted: [] as number[], closed: [] as number[] }));
  // The first run of each warms up.
  for (let run = 0; run <= RUNS; run++) {
    for (const [at, [, amount]] of kinds.entries()) {
      const { submitted, closed } = await payAround(env, holders, amount);
      if (run > 0) rates[at]!.submitted.push(submitted);
      if (run > 0) rates[at]!.closed.push(closed);
    }
  }
  await env.stop();
  return kinds.flatMap(([name], at) => {
    const { submitted, closed } = rates[at]!;
    const share = (part: 'submitted' | 'closed') =>
      `${(median(rates[at]![part]) / median(rates[0]![part])).toFixed(2)} of the rate of XRP`;
    return [
      { what: `${name}: read, verify and apply`, unit: 'a second', runs: submitted, note: share('submitted') },
      { what: `${name}: close`, unit: 'a second', runs: closed, note: share('closed') },
    ];
  });
}

async function prepare(env: Env, issuer: Party, holders: readonly Party[]): Promise<void> {
  await env.fund(100_000, issuer, ...holders);
  for (const SetFlag of [asfRequireAuth, asfDefaultRipple]) {
    env.submit(issuer, { TransactionType: 'AccountSet', SetFlag }, 'tesSUCCESS');
    await env.close();
  }
  const { tfSetfAuth } = TransactionFlags.TrustSet;
  for (const { id } of holders) {
    const LimitAmount = tokens('0', id);
    env.submit(issuer, { TransactionType: 'TrustSet', LimitAmount, Flags: tfSetfAuth }, 'tesSUCCESS');
  }
  await env.close();
  for (const holder of holders) {
    env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: tokens('1000000', issuer.id) }, 'tesSUCCESS');
  }
  await env.close();
  for (const { id } of holders) {
    const payment = { TransactionType: 'Payment', Destination: id, Amount: tokens('1000', issuer.id) };
    env.submit(issuer, payment, 'tesSUCCESS');
  }
  await env.close();
}

/** The holders take turns, each paying another one. Gives payments a second. */
async function payAround(env: Env, holders: readonly Party[], amount: StObject[string]) {
  const sequences = holders.map((holder) => env.account(holder)!.Sequence);
  const blobs = Array.from({ length: PAYMENTS }, (_, turn) => {
    const at = turn % HOLDERS;
    const to = holders[(at + 1 + (turn % (HOLDERS - 1))) % HOLDERS]!;
    const Sequence = sequences[at]! + Math.floor(turn / HOLDERS);
    const payment = { TransactionType: 'Payment', Destination: to.id, Amount: amount!, Sequence };
    return Buffer.from(env.sign(holders[at]!, payment).blob);
  });
  const startMs = performance.now();
  for (const blob of blobs) {
    const transaction = parseTransaction(blob);
    if (signatureProblem(transaction) !== undefined) throw new Error('a good signature was refused');
    const { result } = submitNow(env.node, transaction);
    if (result !== 'tesSUCCESS') throw new Error(`a payment failed: ${result}`);
  }
  const closeMs = performance.now();
  await env.close();
  const endMs = performance.now();
  return { submitted: (PAYMENTS * 1000) / (closeMs - startMs), closed: (PAYMENTS * 1000) / (endMs - closeMs) };
}
