/**
 * Time of the closing thread for one submission: parsing, application to the open ledger, and close. Without sockets,
 * JSON and verification of the signature.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClosingNode } from '../src/node/ledger-node.ts';
import { createLedgerNode } from '../src/node/node.ts';
import { parseTransaction, type Transaction } from '../src/protocol/transaction/transaction.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { systemClock } from '../src/util/clock.ts';
import { submitNow } from '../test/support/env.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { PaymentWorld } from './payment-world.ts';
import { ownThreadUs } from './thread-time.ts';

const PAYMENTS = 500;
const STATES = [1_000, 100_000];
const WARM_UP_RUNS = 3;
const RUNS = 5;
/** Several ledgers a run, because the system counts a thread's time in ticks of some milliseconds. */
const LEDGERS_A_RUN = 10;
const PARTS = ['read', 'apply to the open ledger', 'share of the close'] as const;

export const submission: Benchmark = {
  name: 'submission',
  question:
    `The engine thread's own time for a payment of XRP whose signature is already verified. LMDB store, ${PAYMENTS} ` +
    `payments a ledger, ${LEDGERS_A_RUN} ledgers a run.`,
  async measure() {
    const measurements: Measurement[] = [];
    for (const accountCount of STATES) measurements.push(...(await measureState(accountCount)));
    return measurements;
  },
};

async function measureState(accountCount: number): Promise<Measurement[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const world = new PaymentWorld(accountCount);
  // Large enough that no payment waits in the queue.
  const queue = { minimumTxnInLedger: PAYMENTS };
  const store = openLmdbStore(directory);
  const node = await createLedgerNode({ store, genesis: world.genesis, clock: systemClock, queue });
  const runs: number[][] = [];
  for (let run = 0; run < WARM_UP_RUNS + RUNS; run++) {
    const spent = PARTS.map(() => 0);
    for (let ledger = 0; ledger < LEDGERS_A_RUN; ledger++) {
      const times = await timesOfLedger(node, world.sign(PAYMENTS));
      for (const part of PARTS.keys()) spent[part]! += times[part + 1]! - times[part]!;
    }
    if (run >= WARM_UP_RUNS) runs.push(spent.map((microseconds) => microseconds / (LEDGERS_A_RUN * PAYMENTS)));
  }
  await node.stop();
  rmSync(directory, { recursive: true, force: true });
  const state = `${accountCount.toLocaleString('en')} accounts`;
  const parts = PARTS.map((what, part) => ({
    what: `${what}, ${state}`,
    unit: 'µs',
    runs: runs.map((run) => run[part]!),
  }));
  const whole = runs.map((run) => run.reduce((sum, microseconds) => sum + microseconds));
  return [...parts, { what: `in all, ${state}`, unit: 'µs', runs: whole }];
}

/** This thread's time before the first part, and after each part. */
async function timesOfLedger(node: ClosingNode, payments: readonly Transaction[]): Promise<number[]> {
  const times = [await ownThreadUs()];
  for (const { blob } of payments) parseTransaction(blob);
  times.push(await ownThreadUs());
  for (const payment of payments) {
    const { result } = submitNow(node, payment);
    if (result !== 'tesSUCCESS') throw new Error(`a payment failed: ${result}`);
  }
  times.push(await ownThreadUs());
  await node.acceptLedger();
  times.push(await ownThreadUs());
  return times;
}
