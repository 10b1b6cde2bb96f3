/** The close of a ledger of payments: canonical order, apply with metadata, tree, commit, next open ledger. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLedgerNode } from '../src/node/node.ts';
import type { LedgerStore } from '../src/storage/ledger-store.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { MemoryStore } from '../src/storage/memory/memory-store.ts';
import { systemClock } from '../src/util/clock.ts';
import { createPacer } from '../src/util/steps.ts';
import { submitNow } from '../test/support/env.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { PaymentWorld } from './payment-world.ts';

const PAYMENTS = 500;
const LEDGERS = 11;
const WARM_UP_LEDGERS = 3;
const STATES = [1_000, 100_000];
const LARGE_LEDGER = 5_000;
const LARGE_STATE = 100_000;
/** The same slices as in `weir start`. */
const SLICES_MS = [2, 8] as const;

export const close: Benchmark = {
  name: 'close',
  question:
    `Time to close a ledger of ${PAYMENTS} payments to accounts of the whole state, until it is validated and the ` +
    'next one is open. A run is one ledger. In a larger state the payments touch more pages and deeper branches of ' +
    'the tree.',
  async measure() {
    const measurements: Measurement[] = [];
    for (const accountCount of STATES) {
      measurements.push(await measureClose('memory', new MemoryStore(), accountCount));
      const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
      try {
        measurements.push(await measureClose('LMDB', openLmdbStore(directory), accountCount));
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
    }
    return measurements;
  },
};

export const closeInTurns: Benchmark = {
  name: 'close-in-turns',
  question:
    `Longest block of the event loop while a ledger of ${LARGE_LEDGER.toLocaleString('en')} payments closes in turns ` +
    'with requests, and the time until it is validated. LMDB store, 100,000 accounts. A run is one ledger.',
  async measure() {
    const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
    const world = new PaymentWorld(LARGE_STATE);
    const store = openLmdbStore(directory, { pacer: createPacer(...SLICES_MS) });
    const queue = { minimumTxnInLedger: 2 * LARGE_LEDGER };
    const pacer = createPacer(...SLICES_MS);
    const node = await createLedgerNode({ store, genesis: world.genesis, clock: systemClock, queue, pacer });
    const blocks: number[] = [];
    const closes: number[] = [];
    for (let ledger = 0; ledger < WARM_UP_LEDGERS + LEDGERS; ledger++) {
      for (const payment of world.sign(LARGE_LEDGER)) submitNow(node, payment);
      const startMs = performance.now();
      const longestBlockMs = await longestTurnDuring(node.acceptLedger());
      if (ledger < WARM_UP_LEDGERS) continue;
      blocks.push(longestBlockMs);
      closes.push(performance.now() - startMs);
      const count = [...store.ledgerTransactions(node.validated.ledgerIndex)].length;
      if (count !== LARGE_LEDGER) throw new Error(`the ledger holds ${count} payments`);
    }
    await node.stop();
    rmSync(directory, { recursive: true, force: true });
    return [
      { what: 'longest block', unit: 'ms', runs: blocks },
      { what: 'until validated', unit: 'ms', runs: closes },
    ];
  },
};

/** The longest turn of the event loop until the promise settles, in milliseconds. */
async function longestTurnDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let longestMs = 0;
  for (let lastMs = performance.now(); !isDone; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }
  await done;
  return longestMs;
}

async function measureClose(storeName: string, store: LedgerStore, accountCount: number): Promise<Measurement> {
  const world = new PaymentWorld(accountCount);
  const node = await createLedgerNode({ store, genesis: world.genesis, clock: systemClock });
  const runs: number[] = [];
  for (let ledger = 0; ledger < WARM_UP_LEDGERS + LEDGERS; ledger++) {
    for (const payment of world.sign(PAYMENTS)) submitNow(node, payment);
    const startMs = performance.now();
    await node.acceptLedger();
    if (ledger >= WARM_UP_LEDGERS) runs.push(performance.now() - startMs);
    const count = [...store.ledgerTransactions(node.validated.ledgerIndex)].length;
    if (count !== PAYMENTS) throw new Error(`the ledger holds ${count} payments`);
  }
  await node.stop();
  return { what: `${storeName} store, ${accountCount.toLocaleString('en')} accounts`, unit: 'ms a ledger', runs };
}
