/** What a return to a snapshot takes, by what has happened since, with a million accounts in the state. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
import { createLedgerNode } from '../src/node/node.ts';
import type { Transaction } from '../src/protocol/transaction/transaction.ts';
import type { LedgerStore } from '../src/storage/ledger-store.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { MemoryStore } from '../src/storage/memory/memory-store.ts';
import { systemClock } from '../src/util/clock.ts';
import { submitNow } from '../test/support/env.ts';
import { type Benchmark, type Measurement, percentile } from './benchmark.ts';
import { PaymentWorld } from './payment-world.ts';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

const ACCOUNTS = 1_000_000;
const MOST_TRANSACTIONS = 10_000;
/** Transactions since the snapshot → how often a return from there is measured. */
const SINCE: readonly (readonly [transactions: number, runs: number])[] = [
  [1, 200],
  [100, 50],
  [1_000, 20],
  [MOST_TRANSACTIONS, 5],
];
const TRANSACTIONS_A_LEDGER = 1_000;
const RETURNS_IN_A_ROW = 10_000;

export const revert: Benchmark = {
  name: 'revert',
  question:
    'A return to a snapshot, by the number of transactions since then: payments in ledgers of up to 1,000, with a ' +
    'million accounts. The time includes everything until the node accepts transactions again, on LMDB with the ' +
    'flush.',
  async measure() {
    const world = new PaymentWorld(ACCOUNTS);
    const payments = world.sign(MOST_TRANSACTIONS);
    const directory = mkdtempSync(join(tmpdir(), 'weir-revert-'));
    try {
      return [
        ...(await returns('memory', new MemoryStore(), world, payments)),
        ...(await returns('LMDB', openLmdbStore(directory), world, payments)),
      ];
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

async function returns(
  name: string,
  store: LedgerStore,
  { genesis }: PaymentWorld,
  payments: readonly Transaction[],
): Promise<Measurement[]> {
  const node = await createLedgerNode({ store, genesis, clock: systemClock, isTestBench: true });
  const snapshot = await node.snapshot();
  const goAstray = async (count: number) => {
    for (let done = 0; done < count; done += TRANSACTIONS_A_LEDGER) {
      for (const payment of payments.slice(done, Math.min(done + TRANSACTIONS_A_LEDGER, count))) {
        submitNow(node, payment, { isAdmin: true });
      }
      await node.acceptLedger();
    }
  };
  const goBack = async () => {
    const startMs = performance.now();
    await node.revert(snapshot);
    return performance.now() - startMs;
  };
  const measurements: Measurement[] = [];
  for (const [transactions, runCount] of SINCE) {
    const runs: number[] = [];
    for (let run = 0; run < runCount; run++) {
      await goAstray(transactions);
      runs.push(await goBack());
    }
    const what = `${name}, after ${transactions.toLocaleString('en')} transactions`;
    measurements.push({ what, unit: 'ms', runs, note: `99 % within ${percentile(runs, 0.99).toFixed(2)} ms` });
  }
  const bytesBefore = memoryBytes() + store.sizeBytes();
  const inARow: number[] = [];
  for (let turn = 0; turn < RETURNS_IN_A_ROW; turn++) inARow.push(await goBack());
  const grownBytes = memoryBytes() + store.sizeBytes() - bytesBefore;
  const note = `99 % within ${percentile(inARow, 0.99).toFixed(2)} ms; memory and file grew by ${Math.round(grownBytes / RETURNS_IN_A_ROW)} bytes a return`;
  const what = `${name}, ${RETURNS_IN_A_ROW.toLocaleString('en')} returns in a row`;
  await node.stop();
  return [...measurements, { what, unit: 'ms', runs: inARow, note }];
}

function memoryBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
