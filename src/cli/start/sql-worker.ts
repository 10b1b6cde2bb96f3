/** The thread that copies a server's ledgers to a database. It reads the store by its own transactions, so closes do not wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { HistoryCopy } from '../../archive/history-copy.ts';
import { LmdbReader } from '../../storage/lmdb/lmdb-reader.ts';
import { PostgresCopy } from '../../storage/postgres/postgres-copy.ts';
import { readClosedLedgers } from '../../storage/read-closed-ledgers.ts';
import { systemClock } from '../../util/clock.ts';
import { withoutPause } from '../../util/steps.ts';

export interface SqlWorkerData {
  readonly directory: string;
  readonly url: string;
}

/** The last validated ledger, and whether the chain has returned to it; or to end. */
export type SqlTask = { readonly lastIndex: number; readonly isReverted: boolean } | 'end';

/** The last ledger that is copied, or why nothing is copied now. */
export type SqlReport = { readonly copiedIndex: number } | { readonly failure: string };

const { directory, url } = workerData as SqlWorkerData;
const port = parentPort!;
const report = (message: SqlReport) => port.postMessage(message);
let reader = new LmdbReader(directory);
const copy = new HistoryCopy({
  history: () => ({
    ledgerRange: () => reader.ledgerRange(),
    header: (ledgerIndex) => reader.header(ledgerIndex),
    tail: (afterIndex) => readClosedLedgers(reader, afterIndex),
  }),
  copy: new PostgresCopy(url),
  clock: systemClock,
  pacer: withoutPause,
  onCopied: (copiedIndex) => report({ copiedIndex }),
  onFailure: (error) => report({ failure: (error as Error).message }),
});

port.on('message', (task: SqlTask) => {
  if (task === 'end') {
    void copy.stop().then(() => {
      reader.close();
      port.close();
    });
    return;
  }
  if (task.isReverted) {
    // It caches headers, which are others now.
    reader.close();
    reader = new LmdbReader(directory);
  }
  reader.follow(task.lastIndex);
  copy.wake();
});
