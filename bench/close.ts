/** The close of a ledger of payments: canonical order, apply with metadata, tree, commit, next open ledger. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLedgerNode } from '../src/node/create-ledger-node.ts';
import type { LedgerStore } from '../src/storage/ledger-store.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { MemoryStore } from '../src/storage/memory/memory-store.ts';
import { systemClock } from '../src/util/clock.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { PaymentWorld } from './payment-world.ts';

const PAYMENTS = 500;
const LEDGERS = 11;
const WARM_UP_LEDGERS = 3;
const STATES = [1_000, 100_000];

export const close: Benchmark = {
  name: 'close',
  question:
    `Milliseconds to close a ledger of ${PAYMENTS} payments to accounts all over the state, until it is validated and the ` +
    'next one open. A run is one ledger. In a larger state the payments touch more pages and deeper branches of the tree; ' +
    'otherwise its size does not matter.',
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

async function measureClose(storeName: string, store: LedgerStore, accountCount: number): Promise<Measurement> {
  const world = new PaymentWorld(accountCount);
  const node = await createLedgerNode({ store, genesis: world.genesis, clock: systemClock });
  const runs: number[] = [];
  for (let ledger = 0; ledger < WARM_UP_LEDGERS + LEDGERS; ledger++) {
    for (const payment of world.sign(PAYMENTS)) node.submit(payment);
    const startMs = performance.now();
    await node.acceptLedger();
    if (ledger >= WARM_UP_LEDGERS) runs.push(performance.now() - startMs);
    const count = [...store.ledgerTransactions(node.validated.ledgerIndex)].length;
    if (count !== PAYMENTS) throw new Error(`the ledger holds ${count} payments`);
  }
  await node.stop();
  return { what: `${storeName} store, ${accountCount.toLocaleString('en')} accounts`, unit: 'ms a ledger', runs };
}
