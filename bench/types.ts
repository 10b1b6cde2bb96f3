/**
 * How long each type of transaction takes, so that one which takes much longer than it should stands out. The
 * transactions are made as the fuzzer of the engine makes them, in a ledger that has what they are about, or by hand where
 * it makes none that succeeds; those that succeed are tried over and over without being kept, from preflight to metadata.
 */

import assert from 'node:assert/strict';
import { EngineWorld } from '../fuzz/engine-target.ts';
import { createFuzzWorld, PARTIES, usd } from '../fuzz/fuzz-world.ts';
import { checkLocally } from '../src/protocol/transaction/local-checks.ts';
import { parseTransaction, type Transaction } from '../src/protocol/transaction/transaction.ts';
import { signatureProblem } from '../src/protocol/transaction/transaction-signature.ts';
import { SENT_TYPES } from '../src/transactions/types/table.ts';
import type { Env } from '../test/support/env.ts';
import { simulateNow, submitNow } from '../test/support/env.ts';
import { processorMs } from '../test/support/processor-time.ts';
import { SeededRandom } from '../test/support/seeded-random.ts';
import { type Benchmark, type Measurement, median } from './benchmark.ts';
import { forDryRun, makeTransaction } from './made-transactions.ts';

/** Different transactions of a type, of which each is a run. */
const RUNS = 5;
/** A ledger is made anew when it may be used up. */
const MOST_WORLDS = 4;
const ATTEMPTS_IN_A_WORLD = 300;
const REPEATS = 200;
const WARM_UP = 2_000;

export const types: Benchmark = {
  name: 'types',
  question:
    'Transactions of each type per second of processor time, from preflight to metadata without the signature: ' +
    `${REPEATS} times each of up to ${RUNS} that succeed in a ledger with some hundred entries. The notes compare ` +
    'with a token payment through its issuer, and give the share of a close that has nothing else. Where the fuzzer ' +
    'makes no success, the transaction is made by hand.',
  async measure() {
    const env = await createFuzzWorld();
    const tokenPayment = rateOfTokenPayment(env);
    await env.stop();
    const rows: Measurement[] = [];
    const missing: string[] = [];
    for (const [at, type] of SENT_TYPES.entries()) {
      const found = await measureType(type, at);
      if (found.length === 0) await measureMade(type, found);
      if (found.length > 0) rows.push(measurementOf(type, found, tokenPayment.rate));
      else missing.push(type);
    }
    const note = `not among those below, since none succeeds in a sound ledger: ${missing.join(', ')}`;
    return [{ what: 'a token payment', unit: 'a second', runs: [tokenPayment.rate], note }, ...rows];
  },
};

interface Timed {
  /** A second. */
  readonly rate: number;
  /** Of a close, 0 … 1. */
  readonly share?: number;
}

function measurementOf(what: string, timed: readonly Timed[], tokenRate: number): Measurement {
  const runs = timed.map(({ rate }) => rate);
  const shares = timed.map(({ share }) => share).filter((share) => share !== undefined);
  const share = shares.length === 0 ? '' : `, ${Math.round(median(shares) * 100)} % of a close`;
  return { what, unit: 'a second', runs, note: `${(median(runs) / tokenRate).toFixed(2)} of a token payment${share}` };
}

async function measureType(type: string, seed: number): Promise<Timed[]> {
  const found: Timed[] = [];
  for (let world = 0; world < MOST_WORLDS && found.length < RUNS; world++) {
    await measureInWorld(type, new SeededRandom(seed, world), found);
  }
  return found;
}

/** What is made by hand of the type, if it is; each run is in a ledger of its own. */
async function measureMade(type: string, found: Timed[]): Promise<void> {
  for (let run = 0; run < RUNS; run++) {
    const env = await createFuzzWorld();
    const transaction = await makeTransaction(env, type);
    if (transaction !== undefined) {
      const tried = forDryRun(transaction);
      assert.equal(simulateNow(env.node, tried).result, 'tesSUCCESS', type);
      const rate = rateOf(env, tried);
      assert.equal(submitNow(env.node, transaction).result, 'tesSUCCESS', type);
      found.push({ rate, share: await shareOfClose(env, rate) });
    }
    await env.stop();
  }
}

async function measureInWorld(type: string, random: SeededRandom, found: Timed[]): Promise<void> {
  const env = await createFuzzWorld();
  const world = new EngineWorld([], env);
  for (let attempt = 0; attempt < ATTEMPTS_IN_A_WORLD && found.length < RUNS; attempt++) {
    const input = world.makeInput(random, [type]);
    const transaction = transactionOf(input, type);
    const isGood = transaction !== undefined && simulateNow(env.node, transaction).result === 'tesSUCCESS';
    const rate = isGood ? rateOf(env, transaction) : undefined;
    const result = await world.run(input);
    if (rate !== undefined && result === 'tesSUCCESS') found.push({ rate, share: await shareOfClose(env, rate) });
  }
  await world.finish();
}

/** What the input says, if it is a transaction of the type that `submit` would hand to the engine. */
function transactionOf(input: string, type: string): Transaction | undefined {
  try {
    const transaction = parseTransaction(Buffer.from(input, 'hex'));
    if (transaction.fields.TransactionType !== type) return undefined;
    return (signatureProblem(transaction) ?? checkLocally(transaction.fields)) === undefined ? transaction : undefined;
  } catch {
    return undefined;
  }
}

function rateOf(env: Env, transaction: Transaction): number {
  const startMs = processorMs();
  for (let count = 0; count < REPEATS; count++) simulateNow(env.node, transaction);
  return (REPEATS * 1000) / (processorMs() - startMs);
}

/** How much of the time to close a ledger with this transaction alone goes into applying it. */
async function shareOfClose(env: Env, rate: number): Promise<number> {
  const startMs = processorMs();
  await env.close();
  return Math.min(1, 1000 / rate / (processorMs() - startMs));
}

function rateOfTokenPayment(env: Env): Timed {
  const [, holder, other] = PARTIES;
  const payment = { TransactionType: 'Payment', Destination: other!.id, Amount: usd(1n) };
  const transaction = env.sign(holder!, payment);
  for (let count = 0; count < WARM_UP; count++) simulateNow(env.node, transaction);
  return { rate: median(Array.from({ length: RUNS }, () => rateOf(env, transaction))) };
}
