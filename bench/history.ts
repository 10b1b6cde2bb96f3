/**
 * A long history over HTTP: whether the cost of a page depends on its place, the cost of its bytes, and the size of the
 * index. `node bench/history.ts [--rows N | --full] [--data DIR]`; `--full` has 10,000,000 rows. With `--data` the
 * history is kept in DIR, and a later run adds the missing rows.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { open } from 'lmdb';
import { accountIdToAddress } from '../src/crypto/address.ts';
import { DEFAULT_GENESIS } from '../src/ledger/genesis.ts';
import { createLedgerNode } from '../src/node/node.ts';
import type { Json, JsonObject } from '../src/protocol/values.ts';
import { openTables, type Tables } from '../src/storage/lmdb/layout.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { systemClock } from '../src/util/clock.ts';
import { HttpClient } from '../test/support/http-client.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import { type Benchmark, type Measurement, median, USUAL_OPTIONS } from './benchmark.ts';
import { BUSY_ACCOUNT, generateHistory, locationOfRow } from './history-ledgers.ts';
import { CONNECTIONS, calibrationRate, jsonRpc, rateOf } from './http-load.ts';
import { terminalTable } from './table.ts';

const DEFAULT_ROWS = 1_000_000;
const FULL_ROWS = 10_000_000;
const PAGE_ROWS = 200;
const DEEP_PAGE = 1_000;
const SAMPLES = 40;
const RUNS = 3;
const RATE_REQUESTS = 600;
const RATE_PAGE_ROWS = 100;

export const history: Benchmark = historyBenchmark(DEFAULT_ROWS);

function historyBenchmark(wantedRows: number, directory?: string): Benchmark {
  return {
    name: 'history',
    question:
      `account_tx of an account with ${wantedRows.toLocaleString('en')} payments, LMDB store, over HTTP. Pages of ${PAGE_ROWS}: ` +
      `median of ${SAMPLES}, one request at a time; rates: pages of ${RATE_PAGE_ROWS} over ${CONNECTIONS} connections.`,
    measure: () => (directory === undefined ? measureInPassing(wantedRows) : measure(directory, wantedRows)),
  };
}

async function measureInPassing(wantedRows: number): Promise<Measurement[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-history-'));
  try {
    return await measure(directory, wantedRows);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(directory: string, wantedRows: number): Promise<Measurement[]> {
  const startMs = performance.now();
  const rowCount = await prepareHistory(directory, wantedRows);
  const seconds = (performance.now() - startMs) / 1000;
  const sizes = await indexSizes(directory, rowCount);
  const served = await measureServer(directory, rowCount);
  return [...served, ...sizes, { what: 'making what was missing of the history', unit: 's', runs: [seconds] }];
}

/** Creates or extends a store in the directory to at least this number of rows; returns their number. */
async function prepareHistory(directory: string, wantedRows: number): Promise<number> {
  const node = await createLedgerNode({
    store: openLmdbStore(directory),
    genesis: DEFAULT_GENESIS,
    clock: systemClock,
  });
  await node.stop();
  const store = openLmdbStore(directory);
  const rowCount = await generateHistory(store, wantedRows);
  await store.close();
  return rowCount;
}

const ALL = { account: accountIdToAddress(BUSY_ACCOUNT), ledger_index_min: -1, ledger_index_max: -1 };

async function measureServer(directory: string, rowCount: number): Promise<Measurement[]> {
  const calibration = await calibrationRate();
  const running = new ServerProcess(['--data', directory, '--manual']);
  let client: HttpClient | undefined;
  try {
    await running.ready();
    client = new HttpClient(running.port, CONNECTIONS);
    return [
      ...(await measurePages(client, rowCount)),
      { what: 'calibration: empty HTTP server', unit: 'a second', runs: [calibration] },
      ...(await measureRates(client, rowCount, calibration)),
      ...(await measureQuestions(client)),
    ];
  } finally {
    client?.close();
    await running.kill('SIGTERM');
  }
}

/** The same page of history from both ends: the first page, a deep page, the last page. */
async function measurePages(client: HttpClient, rowCount: number): Promise<Measurement[]> {
  const rows = [0, DEEP_PAGE * PAGE_ROWS, rowCount - PAGE_ROWS].filter((row) => row >= 0 && row < rowCount);
  const measurements: Measurement[] = [];
  for (const binary of [false, true]) {
    await latencies(client, () => pageBody({ binary, limit: PAGE_ROWS }));
    for (const forward of [true, false]) {
      for (const row of rows) {
        const bodyAt = (shift: number) => {
          const from = Math.max(0, Math.min(rowCount - PAGE_ROWS, row + (row === 0 ? shift : -shift)));
          const { ledgerIndex, position } = locationOfRow(forward ? from : rowCount - 1 - from);
          return pageBody({ binary, forward, limit: PAGE_ROWS, marker: { ledger: ledgerIndex, seq: position } });
        };
        const what = `page at row ${row.toLocaleString('en')}, ${forward ? 'oldest' : 'newest'} first, ${binary ? 'binary' : 'JSON'}`;
        measurements.push({ what, unit: 'ms', runs: await latencies(client, bodyAt) });
      }
    }
  }
  // Compares the best runs, so that other load of the machine does not count as a cost of depth.
  const best = measurements.map(({ runs }) => Math.min(...runs));
  const spread = (part: readonly number[]) => Math.max(...part) / Math.min(...part);
  return [
    ...measurements,
    {
      what: 'slowest of the JSON pages to the fastest',
      unit: 'times',
      runs: [spread(best.slice(0, best.length / 2))],
    },
    {
      what: 'slowest of the binary pages to the fastest',
      unit: 'times',
      runs: [spread(best.slice(best.length / 2))],
    },
  ];
}

function pageBody(params: Readonly<Record<string, Json>>): string {
  return jsonRpc('account_tx', { ...ALL, ...params } as JsonObject);
}

/** Medians of the latency of single requests for each run, every request at a new place. */
async function latencies(client: HttpClient, bodyAt: (shift: number) => string): Promise<number[]> {
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const figures: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const body = bodyAt(run * SAMPLES + sample);
      const startMs = performance.now();
      const answer = await client.post(body);
      figures.push(performance.now() - startMs);
      if (answer.indexOf('"status":"success"') < 0) throw new Error(answer.toString().slice(0, 300));
    }
    runs.push(median(figures));
  }
  return runs;
}

/** Requests pages all over the history, one at a time on each connection. */
async function measureRates(client: HttpClient, rowCount: number, calibration: number): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const binary of [false, true]) {
    const bodyAt = (at: number) => {
      const { ledgerIndex, position } = locationOfRow((at * 104_729) % rowCount);
      const marker = { ledger: ledgerIndex, seq: position };
      return pageBody({ binary, forward: false, limit: RATE_PAGE_ROWS, marker });
    };
    const runs: number[] = [];
    const volumes: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
      const { perSecond, megabytesPerSecond } = await rateOf(client, RATE_REQUESTS, (at) =>
        bodyAt(at + run * RATE_REQUESTS),
      );
      // The first run is a warm-up.
      if (run > 0) runs.push(perSecond);
      if (run > 0) volumes.push(megabytesPerSecond);
    }
    const share = (median(runs) / calibration).toFixed(3);
    const note = `${share} of calibration, ${median(volumes).toFixed(0)} MB/s`;
    measurements.push({
      what: `pages of ${RATE_PAGE_ROWS}, ${binary ? 'binary' : 'JSON'}`,
      unit: 'a second',
      runs,
      note,
    });
  }
  return measurements;
}

/** A query with so few matches that the search stops at its limit, and one that finds a page. */
async function measureQuestions(client: HttpClient): Promise<Measurement[]> {
  const ask = (params: Readonly<Record<string, Json>>) =>
    latencies(client, () => pageBody({ limit: PAGE_ROWS, ...params }));
  return [
    {
      what: 'tx_type that never happened, 200,000 rows searched',
      unit: 'ms',
      runs: await ask({ tx_type: 'OfferCreate' }),
    },
    { what: 'destination_tag, one row in 10,000', unit: 'ms', runs: await ask({ destination_tag: 77 }) },
    { what: 'page of what the account sent', unit: 'ms', runs: await ask({ direction: 'out' }) },
  ];
}

/** Bytes of each table of the store, divided by the number of the account's transactions. */
async function indexSizes(directory: string, rowCount: number): Promise<Measurement[]> {
  const root = open(directory, { noSubdir: false, readOnly: true });
  const tables = openTables(root);
  const measurements = (['accountHistory', 'transactionIds', 'transactions'] as const).map((name) => ({
    what: `${name}, on disk for each of the account's transactions`,
    unit: 'bytes',
    runs: [bytesOf(tables, name) / rowCount],
    note: 'four payments in five are the account’s, and all have a second one',
  }));
  await root.close();
  return measurements;
}

interface TreeStats {
  readonly pageSize: number;
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

function bytesOf(tables: Tables, name: keyof Tables): number {
  const stats = tables[name].stats as unknown as TreeStats;
  return (stats.treeBranchPageCount + stats.treeLeafPageCount + stats.overflowPages) * stats.pageSize;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rows: { type: 'string' }, full: { type: 'boolean', default: false }, data: { type: 'string' } },
  });
  const benchmark = historyBenchmark(values.full ? FULL_ROWS : Number(values.rows ?? DEFAULT_ROWS), values.data);
  process.stdout.write(`${terminalTable({ benchmark, measurements: await benchmark.measure(USUAL_OPTIONS) })}\n`);
}
