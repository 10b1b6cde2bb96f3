/** What a larger ledger costs: its close, and the longest that anybody waits meanwhile. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitHeapGrowth } from '../../src/cli/start/heap-growth.ts';
import { createLedgerNode } from '../../src/node/node.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { systemClock } from '../../src/util/clock.ts';
import { createPacer } from '../../src/util/steps.ts';
import { submitNow } from '../../test/support/env.ts';
import type { Benchmark } from '../benchmark.ts';
import { longestTurnDuring, SLICES_MS } from '../close.ts';
import { PaymentWorld } from '../payment-world.ts';
import { GrowthTable } from './growth-rows.ts';

const SIZES = [1, 10, 100, 1_000, 10_000];
const ACCOUNTS = 10_000;
const RUNS = 5;
const WARM_UP_PAYMENTS = 3_000;

export const growthTransactions: Benchmark = {
  name: 'growth-transactions',
  question:
    `A ledger with the given number of payments between ${ACCOUNTS.toLocaleString('en')} accounts, LMDB store, in ` +
    'this process: each is applied to the open ledger, then the ledger closes in turns with other work. A run is one ' +
    'ledger. Signatures were verified before.',
  async measure({ isQuick }) {
    // As the server does: otherwise the longest turn is one in which V8 looks for garbage.
    limitHeapGrowth();
    const table = new GrowthTable();
    const directory = mkdtempSync(join(tmpdir(), 'weir-growth-'));
    const world = new PaymentWorld(ACCOUNTS);
    const store = openLmdbStore(directory, { pacer: createPacer(...SLICES_MS) });
    const queue = { minimumTxnInLedger: 2 * Math.max(...SIZES) };
    const pacer = createPacer(...SLICES_MS);
    const node = await createLedgerNode({ store, genesis: world.genesis, clock: systemClock, queue, pacer });
    const closeOf = async (size: number) => {
      const payments = world.sign(size);
      const startMs = performance.now();
      for (const payment of payments) submitNow(node, payment);
      const submittedMs = performance.now();
      const longestMs = await longestTurnDuring(node.acceptLedger());
      const closedMs = performance.now() - submittedMs;
      const count = [...store.ledgerTransactions(node.validated.ledgerIndex)].length;
      if (count !== size) throw new Error(`the ledger holds ${count} payments`);
      return { submitUs: ((submittedMs - startMs) * 1000) / size, closedMs, longestMs };
    };
    for (let ledger = 0; ledger < 3; ledger++) await closeOf(WARM_UP_PAYMENTS);
    for (const size of SIZES) {
      for (let run = 0; run < (isQuick ? 2 : RUNS); run++) {
        const { submitUs, closedMs, longestMs } = await closeOf(size);
        table.add(KINDS.submit, size, submitUs);
        table.add(KINDS.close, size, closedMs);
        table.add(KINDS.each, size, (closedMs * 1000) / size);
        table.add(KINDS.longest, size, longestMs);
      }
    }
    await node.stop();
    rmSync(directory, { recursive: true, force: true });
    return table.measurements('transactions');
  },
};

const KINDS = {
  submit: { what: 'apply to the open ledger, each', unit: 'µs' },
  close: { what: 'close', unit: 'ms', reason: 'each transaction is applied again, hashed and stored' },
  each: { what: 'close, each transaction', unit: 'µs' },
  longest: {
    what: 'longest turn of the event loop while it closes',
    unit: 'ms',
    reason: 'a small ledger takes less than one slice of time',
  },
} as const;
