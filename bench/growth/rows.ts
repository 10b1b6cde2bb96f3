/** What a longer history of one account costs: the newest row, pages anywhere, a transaction by its id. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { accountIdToAddress } from '../../src/crypto/address.ts';
import type { AccountId, JsonObject } from '../../src/protocol/values.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import { type Benchmark, type BenchmarkOptions, median } from '../benchmark.ts';
import { buildBundle } from '../bundle.ts';
import { loadByWrk } from '../cores/wrk.ts';
import { prepareHistory } from '../history.ts';
import { BUSY_ACCOUNT, locationOfRow, QUIET_ACCOUNT, wholeLedgersOf } from '../history-ledgers.ts';
import { CONNECTIONS, jsonRpc } from '../http-load.ts';
import { withStore } from '../kept-store.ts';
import { roomyLimits } from '../limits-file.ts';
import { ownMegabytes, residentMegabytes } from '../resident-memory.ts';
import { GrowthTable, sizesFor } from './growth-rows.ts';

const SIZES = [1, 1_000, 100_000, 1_000_000, 10_000_000];
const RUNS = 3;
const PAGE_ROWS = 200;
const RATE_PAGE_ROWS = 100;
const PLACES = 500;
const SAMPLES = 40;

export const growthRows: Benchmark = {
  name: 'growth-rows',
  question:
    'account_tx of an account with the given number of rows, LMDB store, over HTTP, the bundle: medians of ' +
    `${SAMPLES} requests, one at a time; processor time of the server for pages at ${PLACES} places of the history, ` +
    `by wrk over ${CONNECTIONS} connections.`,
  async measure(options) {
    buildBundle();
    const table = new GrowthTable();
    for (const size of sizesFor(options, SIZES)) await measureSize(size, options, table);
    return table.measurements('rows');
  },
};

const FEWER = 'accounts with fewer rows have shorter pages';
const KEPT =
  'the last 2,000 requested rows are kept as text, which is all of a short history; others are read from the store';
const KINDS = {
  start: {
    what: 'start, until a ping is answered',
    unit: 'ms',
    reason:
      'up to 257 headers are checked, and the payments of the newest ledger; what nobody has used for a while is on the disk',
  },
  newest: { what: 'the newest row', unit: 'ms', reason: 'a longer index has a level more' },
  page: { what: `page of ${PAGE_ROWS} in the middle`, unit: 'ms', reason: FEWER },
  oldest: { what: `page of ${PAGE_ROWS}, oldest first`, unit: 'ms', reason: FEWER },
  json: { what: `processor time of a row, pages of ${RATE_PAGE_ROWS}`, unit: 'µs', reason: KEPT },
  binary: { what: `processor time of a row, pages of ${RATE_PAGE_ROWS}, binary`, unit: 'µs', reason: KEPT },
  memory: { what: 'own memory', unit: 'MB', reason: 'rows kept as text, and garbage' },
  resident: { what: 'resident memory', unit: 'MB', reason: 'pages of the store that were read are mapped' },
  disk: { what: 'on disk, a row', unit: 'bytes', reason: 'an empty chain takes room as well' },
} as const;

async function measureSize(wanted: number, options: BenchmarkOptions, table: GrowthTable): Promise<void> {
  const make = (directory: string) => prepareHistory(directory, wanted);
  await withStore(options, `rows-${wanted}`, make, (directory) => measureStore(directory, wanted, options, table));
}

async function measureStore(
  directory: string,
  wanted: number,
  { isQuick, threads }: BenchmarkOptions,
  table: GrowthTable,
): Promise<void> {
  // The least that can be made is a ledger; in it, another account has one row.
  const [account, size]: [AccountId, number] =
    wanted === 1 ? [QUIET_ACCOUNT, 1] : [BUSY_ACCOUNT, wholeLedgersOf(wanted)];
  const add = (kind: keyof typeof KINDS, figure: number) => table.add(KINDS[kind], size, figure);
  if (wanted > 1) add('disk', statSync(join(directory, 'data.mdb')).size / size);
  const args = [...roomyLimits(directory), ...(threads === undefined ? [] : ['--threads', String(threads)])];
  for (let run = 0; run < (isQuick ? 1 : RUNS); run++) {
    const startMs = performance.now();
    const running = await ServerProcess.start(args);
    try {
      await running.call('ping');
      add('start', performance.now() - startMs);
      await measureRun(running, { account, size, seconds: isQuick ? 1 : 2 }, add);
      add('memory', ownMegabytes(running.pid) ?? 0);
      add('resident', residentMegabytes(running.pid) ?? 0);
    } finally {
      await running.kill('SIGTERM');
    }
  }
}

interface RowsRun {
  readonly account: AccountId;
  readonly size: number;
  readonly seconds: number;
}

async function measureRun(
  running: ServerProcess,
  { account, size, seconds }: RowsRun,
  add: (kind: keyof typeof KINDS, figure: number) => void,
): Promise<void> {
  const all = { account: accountIdToAddress(account), ledger_index_min: -1, ledger_index_max: -1 };
  /** A page that begins there; from the end where the account is not the busy one. */
  const from = (row: number): JsonObject => {
    if (account !== BUSY_ACCOUNT) return all;
    const { ledgerIndex, position } = locationOfRow(row);
    return { ...all, marker: { ledger: ledgerIndex, seq: position } };
  };
  const middle = (at: number) => from(Math.floor(size / 2) + at);
  const rowUs = async (binary: boolean) => {
    const bodies = Array.from({ length: PLACES }, (_, at) => {
      return jsonRpc('account_tx', { ...from((at * 104_729) % size), limit: RATE_PAGE_ROWS, binary });
    });
    const { serverUs = 0 } = await loadByWrk({ server: running, connections: CONNECTIONS, bodies, seconds });
    return serverUs / Math.min(size, RATE_PAGE_ROWS);
  };
  for (let warmUp = 0; warmUp < 5; warmUp++) await medianMs(running, () => ({ ...all, limit: PAGE_ROWS }));
  add('newest', await medianMs(running, () => ({ ...all, limit: 1 })));
  add('page', await medianMs(running, (at) => ({ ...middle(at), limit: PAGE_ROWS })));
  add('oldest', await medianMs(running, () => ({ ...all, limit: PAGE_ROWS, forward: true })));
  // Of one row it would be the time of a request.
  if (account === BUSY_ACCOUNT) add('json', await rowUs(false));
  if (account === BUSY_ACCOUNT) add('binary', await rowUs(true));
}

async function medianMs(running: ServerProcess, paramsAt: (at: number) => JsonObject): Promise<number> {
  const figures: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const startMs = performance.now();
    const result = await running.call('account_tx', paramsAt(sample));
    figures.push(performance.now() - startMs);
    if (result.status !== 'success') throw new Error(`a page failed: ${JSON.stringify(result)}`);
  }
  return median(figures);
}
