/** What a server that nobody uses leaves on the disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_GENESIS } from '../src/ledger/genesis.ts';
import { createLedgerNode } from '../src/node/node.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { systemClock } from '../src/util/clock.ts';
import type { Benchmark } from './benchmark.ts';

const LEDGERS = 2_000;

export const idleStore: Benchmark = {
  name: 'idle-store',
  question: `Growth of the LMDB store over ${LEDGERS} empty ledgers, and the time to close one.`,
  async measure() {
    const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
    try {
      const store = openLmdbStore(directory);
      const node = await createLedgerNode({ store, genesis: DEFAULT_GENESIS, clock: systemClock });
      const before = store.sizeBytes();
      const startMs = performance.now();
      for (let ledger = 0; ledger < LEDGERS; ledger++) await node.acceptLedger();
      const closeMs = (performance.now() - startMs) / LEDGERS;
      const growth = (store.sizeBytes() - before) / LEDGERS;
      const note = `from ${Math.round(before / 1024)} KB to ${Math.round(store.sizeBytes() / 1024)} KB`;
      await node.stop();
      return [
        { what: 'growth', unit: 'bytes a ledger', runs: [growth], note },
        { what: 'close of an empty ledger', unit: 'ms', runs: [closeMs] },
      ];
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
