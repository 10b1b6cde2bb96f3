/**
 * Token payments beside native ones, and the lists of an issuer with very many trust lines: whether a page costs what it
 * returns wherever it is. `node bench/trust-lines.ts [--lines N | --full]`; 1,000,000 lines are full.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accountIdToAddress } from '../src/crypto/address.ts';
import { DEFAULT_GENESIS } from '../src/ledger/genesis.ts';
import { createLedgerNode } from '../src/node/node.ts';
import type { JsonObject } from '../src/protocol/values.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { systemClock } from '../src/util/clock.ts';
import { HttpClient } from '../test/support/http-client.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import { type Benchmark, type Measurement, median, USUAL_OPTIONS } from './benchmark.ts';
import { jsonRpc } from './http-load.ts';
import { terminalTable } from './table.ts';
import { TOKEN_PAYMENTS_QUESTION, tokenPaymentRates } from './token-payments.ts';
import { generateTrustLines, ISSUER } from './trust-line-ledgers.ts';

const DEFAULT_LINES = 100_000;
const FULL_LINES = 1_000_000;
const DEEP_PAGE = 10_000;
/** Lines a page on the way to the deep one. */
const STRIDE = 2_000;
const SAMPLES = 30;
const RUNS = 3;

const LISTS: readonly { readonly name: string; readonly params: JsonObject }[] = [
  { name: 'all, in the order of the directory', params: {} },
  { name: 'of one currency', params: { currency: 'USD' } },
  { name: 'pending', params: { authorization: 'pending', currency: 'USD' } },
];

export const trustLines: Benchmark = trustLineBenchmark(DEFAULT_LINES);

function trustLineBenchmark(lineCount: number): Benchmark {
  const size = pageSize(lineCount);
  return {
    name: 'trust-lines',
    question:
      `${TOKEN_PAYMENTS_QUESTION} Then account_lines of an issuer with ${lineCount.toLocaleString('en')} lines, LMDB ` +
      `store, over HTTP, pages of ${size}: median of ${SAMPLES} pages, one after another, from the first and from ` +
      `the ${DEEP_PAGE.toLocaleString('en')}th.`,
    measure: async () => [...(await tokenPaymentRates()), ...(await measurePages(lineCount))],
  };
}

/** So that all lines together make as many pages as the deep one's number, and those that follow it. */
function pageSize(lineCount: number): number {
  return Math.floor((lineCount * 0.99) / DEEP_PAGE);
}

async function measurePages(lineCount: number): Promise<Measurement[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-trust-lines-'));
  try {
    await prepare(directory, lineCount);
    const running = await ServerProcess.start(['--data', directory, '--manual']);
    const client = new HttpClient(running.port);
    try {
      const measurements: Measurement[] = [];
      for (const list of LISTS) measurements.push(...(await measureList(client, list, pageSize(lineCount))));
      return [...measurements, await measureRare(client)];
    } finally {
      client.close();
      await running.kill('SIGTERM');
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function prepare(directory: string, lineCount: number): Promise<void> {
  const options = { genesis: DEFAULT_GENESIS, clock: systemClock };
  await (await createLedgerNode({ ...options, store: openLmdbStore(directory) })).stop();
  const store = openLmdbStore(directory);
  await generateTrustLines(store, lineCount);
  await store.close();
}

async function measureList(
  client: HttpClient,
  { name, params }: (typeof LISTS)[number],
  size: number,
): Promise<Measurement[]> {
  const deepMarker = await markerBehind(client, params, (DEEP_PAGE - 1) * size);
  await follow(client, { ...params, limit: size }, {});
  const runs: { first: number; deep: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const first = await follow(client, { ...params, limit: size }, {});
    runs.push({ first, deep: await follow(client, { ...params, limit: size }, { marker: deepMarker }) });
  }
  const ratio = median(runs.map(({ deep }) => deep)) / median(runs.map(({ first }) => first));
  return [
    { what: `${name}: first page`, unit: 'ms', runs: runs.map(({ first }) => first) },
    {
      what: `${name}: page ${DEEP_PAGE.toLocaleString('en')}`,
      unit: 'ms',
      runs: runs.map(({ deep }) => deep),
      note: `${ratio.toFixed(2)} times the first`,
    },
  ];
}

/** Lines that are one in a thousand, as many as a page holds. */
async function measureRare(client: HttpClient): Promise<Measurement> {
  const runs: number[] = [];
  let count = 0;
  for (let run = 0; run <= RUNS; run++) {
    const startMs = performance.now();
    count = (await page(client, { authorization: 'authorized', limit: 200 })).lines.length;
    if (run > 0) runs.push(performance.now() - startMs);
  }
  return { what: `authorized, one line in a thousand: a page of ${count}`, unit: 'ms', runs };
}

interface Page {
  readonly lines: readonly unknown[];
  readonly marker?: string;
}

async function page(client: HttpClient, params: JsonObject): Promise<Page> {
  const request = { account: accountIdToAddress(ISSUER), ledger_index: 'validated', ...params };
  const { result } = JSON.parse((await client.post(jsonRpc('account_lines', request))).toString());
  if (result.status !== 'success') throw new Error(JSON.stringify(result).slice(0, 300));
  return result;
}

/** The marker of the page that ends this many lines from the start. */
async function markerBehind(client: HttpClient, params: JsonObject, lineCount: number): Promise<string> {
  let marker: string | undefined;
  for (let done = 0; done < lineCount; ) {
    const limit = Math.min(STRIDE, lineCount - done);
    const found = await page(client, { ...params, limit, ...(marker === undefined ? {} : { marker }) });
    if (found.marker === undefined) throw new Error('the list is too short');
    marker = found.marker;
    done += limit;
  }
  return marker!;
}

/** Reads pages one behind the other; gives the median of what they took, in milliseconds. */
async function follow(client: HttpClient, params: JsonObject, start: { readonly marker?: string }): Promise<number> {
  const figures: number[] = [];
  let from: JsonObject = { ...start };
  for (let sample = 0; sample < SAMPLES; sample++) {
    const startMs = performance.now();
    const { marker } = await page(client, { ...params, ...from });
    figures.push(performance.now() - startMs);
    if (marker === undefined) break;
    from = { marker };
  }
  return median(figures);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { lines: { type: 'string' }, full: { type: 'boolean', default: false } } });
  const benchmark = trustLineBenchmark(values.full ? FULL_LINES : Number(values.lines ?? DEFAULT_LINES));
  process.stdout.write(`${terminalTable({ benchmark, measurements: await benchmark.measure(USUAL_OPTIONS) })}\n`);
}
