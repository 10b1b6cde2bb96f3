/**
 * What a few requests wait for while the server is busy with something large: a close, or somebody's pages. They are sent
 * at an even pace, whether or not those before them are answered, and their time begins when they are due: a server that
 * does nothing for a while has many late ones.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountIdToAddress } from '../../src/crypto/address.ts';
import type { Json } from '../../src/protocol/values.ts';
import { MASTER } from '../../test/support/env.ts';
import { HttpClient } from '../../test/support/http-client.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import { type Benchmark, type BenchmarkOptions, type Measurement, percentile } from '../benchmark.ts';
import { prepareHistory } from '../history.ts';
import { BUSY_ACCOUNT } from '../history-ledgers.ts';
import { jsonRpc } from '../http-load.ts';
import { roomyLimits } from '../limits-file.ts';
import { PaymentWorld } from '../payment-world.ts';
import { fundPayers, submissionBody, submitAll } from '../submission-load.ts';
import { contestants } from './comparison.ts';
import { type LoadedServer, withLoadedServer } from './loaded-server.ts';

const RUNS = 5;
const PAYMENTS = 5_000;
const ROWS = 1_000_000;
const QUICK_ROWS = 20_000;
const PAGE_ROWS = 200;
const PAGES = 1_000;
const QUICK_PAGES = 100;
const PROBES_PER_SECOND = 200;
const WARM_UP_MS = 2_000;

export const coresTails: Benchmark = {
  name: 'cores-tails',
  question:
    `Milliseconds for ${PROBES_PER_SECOND} payments and as many account_info a second, from the time at which each is due: while a ledger ` +
    `of ${PAYMENTS.toLocaleString('en')} payments closes, and while one client reads ${(PAGES * PAGE_ROWS).toLocaleString('en')} rows of an account that has ` +
    `${ROWS.toLocaleString('en')}, page by page. A run is one ledger, or so many pages.`,
  async measure(options) {
    const { args } = contestants(options)[0]!;
    const closing = await withLoadedServer({ args, place: {} }, (loaded) => duringCloses(loaded, options));
    return [...closing, ...(await duringPages(args, options))];
  },
};

async function duringCloses(
  { client, world, running }: LoadedServer,
  options: BenchmarkOptions,
): Promise<Measurement[]> {
  const found: Probes[] = [];
  const closesMs: number[] = [];
  const probing = new HttpClient(running.port, PROBES_PER_SECOND);
  await probe(probing, world, warmUp);
  for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) {
    const { failures } = await submitAll(client, world.sign(PAYMENTS), PAYMENTS + 1);
    if (failures.length > 0) throw new Error(`payments failed: ${failures.join(', ')}`);
    const closing = await probe(probing, world, async () => {
      const startMs = performance.now();
      await client.post(jsonRpc('ledger_accept'));
      closesMs.push(performance.now() - startMs);
    });
    found.push(closing);
  }
  probing.close();
  const what = `a ledger of ${PAYMENTS.toLocaleString('en')} closes`;
  return [...rowsOf(`while ${what}`, found), { what: `until ${what}`, unit: 'ms', runs: closesMs }];
}

async function duringPages(args: readonly string[], { isQuick }: BenchmarkOptions): Promise<Measurement[]> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-tails-'));
  let running: ServerProcess | undefined;
  try {
    const rows = await prepareHistory(directory, isQuick ? QUICK_ROWS : ROWS);
    running = await ServerProcess.start([...roomyLimits(directory), ...args]);
    const client = new HttpClient(running.port, PROBES_PER_SECOND);
    const { result } = JSON.parse((await client.post(jsonRpc('ledger_current'))).toString());
    const world = new PaymentWorld(undefined, result.ledger_current_index);
    await fundPayers(client, world);
    await probe(client, world, warmUp);
    const pager = new HttpClient(running.port, 1);
    const found: Probes[] = [];
    const pagesMs: number[] = [];
    for (let run = 0; run < (isQuick ? 1 : RUNS); run++) {
      const pages = isQuick ? QUICK_PAGES : PAGES;
      const startMs = performance.now();
      found.push(await probe(client, world, () => turnPages(pager, pages)));
      pagesMs.push((performance.now() - startMs) / pages);
    }
    pager.close();
    client.close();
    const what = `while somebody pages through ${rows.toLocaleString('en')} rows`;
    return [...rowsOf(what, found), { what: `a page of ${PAGE_ROWS}, meanwhile`, unit: 'ms', runs: pagesMs }];
  } finally {
    await running?.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

async function turnPages(client: HttpClient, pages: number): Promise<void> {
  let marker: Json | undefined;
  for (let page = 0; page < pages; page++) {
    const range = { account: accountIdToAddress(BUSY_ACCOUNT), ledger_index_min: -1, ledger_index_max: -1 };
    const body = jsonRpc('account_tx', { ...range, limit: PAGE_ROWS, ...(marker === undefined ? {} : { marker }) });
    const { result } = JSON.parse((await client.post(body)).toString());
    if (result.status !== 'success') throw new Error(`a page failed: ${JSON.stringify(result)}`);
    marker = result.marker;
  }
}

interface Probes {
  readonly submitsMs: number[];
  readonly readsMs: number[];
}

/** Sends both kinds at an even pace from before some work until it is done; gives how long each took. */
async function probe(client: HttpClient, world: PaymentWorld, work: () => Promise<unknown>): Promise<Probes> {
  const probes: Probes = { submitsMs: [], readsMs: [] };
  const underWay: Promise<void>[] = [];
  const startMs = performance.now();
  const send = async (at: number, body: string, figures: number[]) => {
    const answer = (await client.post(body)).toString();
    figures.push(performance.now() - startMs - (at * 1000) / PROBES_PER_SECOND);
    if (!answer.includes('"status":"success"')) throw new Error(`a probe failed: ${answer.slice(0, 300)}`);
  };
  const read = jsonRpc('account_info', { account: MASTER.address, ledger_index: 'validated' });
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  for (let sent = 0; !isDone; ) {
    for (const due = ((performance.now() - startMs) * PROBES_PER_SECOND) / 1000; sent < due; sent++) {
      underWay.push(send(sent, submissionBody(world.sign(1)[0]!), probes.submitsMs));
      underWay.push(send(sent, read, probes.readsMs));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all([working, ...underWay]);
  return probes;
}

function warmUp(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
}

function rowsOf(when: string, found: readonly Probes[]): Measurement[] {
  const row = (what: string, pick: (probes: Probes) => number): Measurement => {
    return { what: `${what}, ${when}`, unit: 'ms', runs: found.map(pick) };
  };
  return [
    row('submit, p50', ({ submitsMs }) => percentile(submitsMs, 0.5)),
    row('submit, p99', ({ submitsMs }) => percentile(submitsMs, 0.99)),
    row('account_info, p50', ({ readsMs }) => percentile(readsMs, 0.5)),
    row('account_info, p99', ({ readsMs }) => percentile(readsMs, 0.99)),
  ];
}
